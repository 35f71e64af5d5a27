// Pages opened from a disk may not start workers, and the search runs in one: there it gets a hidden frame instead.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super()
      this.waiting = []
      this.frame = document.createElement('iframe')
      this.frame.hidden = true
      this.frame.srcdoc = `<!doctype html><base href="${document.baseURI}"><script>
        var outside = parent.framedWorkers.at(-1)
        var postMessage = (data) => outside.dispatchEvent(new MessageEvent('message', { data }))
        var importScripts = (...scripts) => scripts.reduce((before, src) => before.then(() => new Promise((done) => {
          const script = document.createElement('script')
          script.src = src
          script.onload = script.onerror = done
          document.body.append(script)
        })), Promise.resolve())
      <\/script><body><script src="${script}"><\/script>`
      ;(window.framedWorkers ??= []).push(this)
      this.frame.onload = () => {
        for (const data of this.waiting.splice(0)) this.postMessage(data)
        this.isReady = true
      }
      document.body.append(this.frame)
    }

    postMessage(data) {
      const inside = this.frame.contentWindow
      if (!this.isReady && !inside.onmessage && this.frame.contentDocument?.readyState !== 'complete') this.waiting.push(data)
      else inside.dispatchEvent(new inside.MessageEvent('message', { data }))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
