// Letters as large as their box allows: a screen that nobody can scroll cuts nothing.
import type { Attachment } from 'svelte/attachments'

const STEPS = 8 // halvings between the smallest and the largest size
const LEAST = 6 // pixels: smaller letters cannot be read anyway
const SLACK = 1 // pixels: lengths are rounded

const overflows = (box: HTMLElement): boolean =>
  box.scrollHeight > box.clientHeight + SLACK || box.scrollWidth > box.clientWidth + SLACK

/** Shrink the letters from the size of the style sheet until everything is inside the box. */
function fit(box: HTMLElement): void {
  box.style.fontSize = ''
  if (!overflows(box)) return
  let [low, high] = [LEAST, parseFloat(getComputedStyle(box).fontSize)]
  for (let k = 0; k < STEPS; k++) {
    const size = (low + high) / 2
    box.style.fontSize = `${size}px`
    if (overflows(box)) high = size
    else low = size
  }
  box.style.fontSize = `${low}px`
}

/** Everything in this box is in em; it changes with the window and with what is written in it. */
export const fitted: Attachment<HTMLElement> = (box) => {
  const again = () => fit(box)
  const written = new MutationObserver(again)
  written.observe(box, { childList: true, characterData: true, subtree: true })
  const sized = new ResizeObserver(again)
  sized.observe(box)
  void document.fonts.ready.then(again)
  return () => {
    written.disconnect()
    sized.disconnect()
  }
}
