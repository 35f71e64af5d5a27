// What does not fit on the page, in each of some languages: small controls, cut text, a page that scrolls sideways.
// Returns triples: a fault, an example, the language.
async ([languages, least, excepted, sentences]) => {
  const app = document.getElementById('app')
  const speak = SPEAK
  const look = () => {
    const found = []
    const page = document.querySelector('[aria-modal="true"]') ?? document.body // what is behind a dialog cannot be used
    const SLACK = 1.5 // pixels: lengths are rounded
    const root = document.documentElement
    const name = (one) => {
      const classes = [...one.classList].filter((part) => !part.startsWith('svelte-')).join('.')
      const parent = one.parentElement?.closest('[class]')
      const within = parent ? '.' + [...parent.classList].filter((part) => !part.startsWith('svelte-')).join('.') + ' ' : ''
      return `${within}${one.localName}${classes && '.' + classes}`
    }
    const say = (what, one, text, size = '') => found.push([`${what}: ${name(one)}`, `${size} “${(text ?? one.textContent).trim().replace(/\s+/g, ' ').slice(0, 50)}”`.trim()])
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, .skip, [inert]') && getComputedStyle(one).clipPath === 'none'
    const isExcepted = (one) => excepted.some((rule) => one.closest(rule))

    if (root.scrollWidth > innerWidth + SLACK) found.push(['scrolls sideways', `${root.scrollWidth} px`])
    if (document.querySelector(innerWidth > innerHeight && innerHeight >= 768 ? '.table, .tv' : '.table') && root.scrollHeight > innerHeight + SLACK) found.push(['the table scrolls', `${root.scrollHeight} px`])

    // Controls: a finger hits the control, or the label around it.
    for (const one of page.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"], [role="switch"]')) {
      if (!isSeen(one) || isExcepted(one)) continue
      const hit = (one.closest('label') ?? one).getBoundingClientRect()
      const [width, height] = [Math.round(hit.width * 10) / 10, Math.round(hit.height * 10) / 10]
      if (width && height && (width < least - 0.5 || height < least - 0.5)) say('small', one, one.ariaLabel ?? one.textContent, `${width}×${height}`)
      if (one.localName === 'select' || one.placeholder) {
        const style = getComputedStyle(one)
        const pen = new OffscreenCanvas(1, 1).getContext('2d')
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        pen.letterSpacing = style.letterSpacing
        const shown = one.placeholder ?? one.selectedOptions[0]?.textContent.trim() ?? ''
        const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        if (style.opacity !== '0' && pen.measureText(shown).width > room + SLACK) say('cut', one, shown)
      }
    }

    // Text: every line is inside all boxes that would clip it, and inside its button or chip.
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const told = new Set()
    while (texts.nextNode()) {
      const text = texts.currentNode
      const holder = text.parentElement
      if (!text.data.trim() || !holder || holder.closest('svg, script, style, option, .unseen, .skip, .says') || told.has(holder) || !isSeen(holder)) continue
      range.selectNodeContents(text)
      const strip = holder.closest('.log:not(.drawer) ol')?.getBoundingClientRect() // older lines are beyond its left edge
      const lines = [...range.getClientRects()].filter((line) => line.width > 1 && !(strip && line.right < strip.left + SLACK))
      // A label is one line, unless the button is made for a sentence; a word in it or in a heading is never broken.
      const rows = (rects) => new Set(rects.filter((line) => line.width > 1).map((line) => Math.round(line.top))).size
      if (rows(lines) > 1 && holder.closest('.btn, button, th, h1, h2, h3, summary, .seg label')) {
        if (holder.closest('.btn, button') && !holder.closest(sentences)) say('two lines', holder, text.data)
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (rows([...range.getClientRects()]) > 1) say('broken word', holder, word)
        }
      }
      for (let box = holder; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (style.display === 'contents' || (style.display === 'inline' && !box.matches('.btn'))) continue
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
        const cuts = /hidden|clip/.test(style.overflowX + style.overflowY)
        const edge = box.getBoundingClientRect()
        const tall = scrolls || box.matches('h1, h2, h3') // letters of a heading are higher than its line
        const out = (line) => line.left < edge.left - SLACK || line.right > edge.right + SLACK || (!tall && (line.top < edge.top - 4 || line.bottom > edge.bottom + 4))
        if ((cuts || scrolls || box.matches('.btn, .chip, .pl, .panel, button, td, th, h1, h2, h3, dialog')) && lines.some(out)) {
          told.add(holder)
          say(`cut by ${name(box)}`, holder, text.data)
          break
        }
        if (scrolls || style.position === 'fixed') break
      }
      if (!told.has(holder) && lines.some((line) => line.right > innerWidth + SLACK || line.left < -SLACK) && !holder.closest('.scrolls')) {
        told.add(holder)
        say('beyond the window', holder, text.data)
      }
    }

    // A name or line that ends in an ellipsis is cut off too.
    for (const one of page.querySelectorAll('*')) {
      if (one.closest('svg') || !one.textContent.trim() || one.scrollWidth <= one.clientWidth + SLACK) continue
      if (getComputedStyle(one).textOverflow === 'ellipsis' && isSeen(one)) say('cut short', one)
    }

    // Panels of a table share the window: none covers another, none is without space.
    const players = page.querySelector('.table > .players')
    if (players) {
      const room = players.getBoundingClientRect()
      for (const one of players.children) {
        const box = one.getBoundingClientRect()
        if (box.bottom > Math.min(room.bottom, innerHeight) + SLACK || box.right > room.right + SLACK) say('player beyond the panel', one, undefined, `${Math.round(box.bottom - Math.min(room.bottom, innerHeight))} px`)
      }
      const action = document.querySelector('.table > .action')
      if (action && action.scrollHeight > action.clientHeight + 2) say('hidden in the card', action, undefined, `${action.scrollHeight - action.clientHeight} px`)
      const log = document.querySelector('.table > .log')
      if (log && log.getBoundingClientRect().height < 40) say('no room for the story', log, '', `${Math.round(log.getBoundingClientRect().height)} px`)
      const strip = log && getComputedStyle(log.querySelector('header')).display === 'none' ? log.querySelector('ol') : null
      for (const one of strip?.checkVisibility({ visibilityProperty: true }) ? strip.children : []) {
        const [line, edge] = [one.getBoundingClientRect(), strip.getBoundingClientRect()]
        if (line.right < edge.left + SLACK || line.left > edge.right - SLACK) continue
        const top = Math.max(edge.top, action?.getBoundingClientRect().bottom ?? 0)
        const shown = Math.min(line.bottom, edge.bottom) - Math.max(line.top, top)
        if (shown > 2 && shown < line.height - 6) say('half a line', one, undefined, `${Math.round(shown)} of ${Math.round(line.height)} px`)
      }
    }
    const key = document.getElementById('app').innerText.replace(/\S+:\/\/\S+/g, '').match(/\S*[a-z]_[a-z]\S*/)
    if (key && !document.querySelector('pre')) found.push(['a key instead of words', key[0]])
    return found
  }

  const all = []
  app.style.opacity = '0' // nothing has to be drawn
  for (const language of languages) {
    await speak(language)
    all.push(...look().map((one) => [...one, language]))
  }
  app.style.opacity = ''
  return all
}
