// Work that can wait until a press has been painted, so that every press shows at once.

const HIDDEN = 100 // milliseconds; a hidden page paints nothing
const LONGEST = 1_000 // milliseconds until it runs even if the page is never idle

/** After the next paint. */
export function afterPaint(work: () => void): void {
  let done = false
  const once = () => {
    if (!done) work()
    done = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, HIDDEN)
}

/** Once the page has been shown and is idle. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, LONGEST / 4)
  else requestIdleCallback(work, { timeout: LONGEST })
}

/** A press: everything that follows from it waits, in order, until the press itself has been painted. */
export class Press {
  private waiting: (() => void)[] | null = null

  get unseen(): boolean {
    return this.waiting !== null
  }

  begin(): void {
    if (this.waiting) return
    this.waiting = []
    afterPaint(() => {
      const works = this.waiting ?? []
      this.waiting = null
      for (const work of works) work()
    })
  }

  then(work: () => void): void {
    if (this.waiting) this.waiting.push(work)
    else work()
  }
}
