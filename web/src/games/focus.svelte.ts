// Those who play with keys find the next move under their fingers.
import { on } from 'svelte/events'
import type { Choice } from '../lib/protocol'

const MOVE = '.possible, .action .btn:not([aria-disabled=true])'
const BUTTON = '.action .row .btn:not([aria-disabled=true]):not(.undo)'

/**
 * With each new decision the focus goes to a move: `go` tries the board or the hand and says whether it found one, else it
 * is a button of the action card. Nothing happens to those who use a pointer, read elsewhere or are at a move already.
 */
export function followKeys(legal: () => readonly Choice[], go: () => boolean): void {
  let byKey = false
  $effect(() => {
    const off = [
      on(window, 'keydown', () => (byKey = true), { capture: true }),
      on(window, 'pointerdown', () => (byKey = false), { capture: true }),
    ]
    return () => off.forEach((end) => end())
  })
  $effect(() => {
    if (!legal().length || !byKey) return
    // The buttons of the card are there a moment later.
    const timer = setTimeout(() => {
      const at = document.activeElement
      const lost = at === document.body || (at?.closest('#board, .hand, .action') && !at.matches(MOVE))
      if (lost && !go()) document.querySelector<HTMLElement>(BUTTON)?.focus()
    })
    return () => clearTimeout(timer)
  })
}
