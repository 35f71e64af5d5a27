// The spots of a board for keyboard and touch: which one has the focus, where arrow keys lead, what a tap means.
import { on } from 'svelte/events'
import { focusOn, meantBy, type Spot, walk } from '../lib/keyboard'
import type { Choice } from '../lib/protocol'

export class Focus<T extends Spot> {
  svg = $state<SVGSVGElement>()
  /** Where the keyboard focus was last; that spot may be gone by now. */
  key = $state('')
  readonly active = $derived.by(() =>
    this.spots().some(({ key }) => key === this.key) ? this.key : ((this.possible()[0] ?? this.spots()[0])?.key ?? ''),
  )

  constructor(
    private readonly spots: () => readonly T[],
    private readonly possible: () => readonly T[],
  ) {}

  go(key: string): void {
    this.key = key
    focusOn(this.svg, key)
  }

  /** Focus a move, unless the focus is on one; false if there is none. */
  begin(): boolean {
    const first = this.possible().find(({ key }) => key === this.active) ?? this.possible()[0]
    if (first) this.go(first.key)
    return first !== undefined
  }

  /** Arrow keys move among what is possible; with Shift, among everything. */
  walk(event: KeyboardEvent, everywhere = event.shiftKey): void {
    const along = everywhere || !this.possible().length ? this.spots() : this.possible()
    this.key =
      walk(
        event,
        this.svg,
        this.spots().find(({ key }) => key === this.active),
        along,
      ) ?? this.key
  }

  /** A tap beside a small target still counts. */
  meant(at: { clientX: number; clientY: number }): T | undefined {
    return meantBy(this.svg, this.possible(), at.clientX, at.clientY)
  }
}

const MOVE = '.possible, .action .btn:not([aria-disabled=true])'
const BUTTON = '.action .row .btn:not([aria-disabled=true]):not(.undo)'

/**
 * With each new decision the focus goes to a move: `go` tries the board or the hand and says whether it found one; if
 * not, it goes to a button of the action card. Nothing happens to people who use a pointer, read elsewhere or are already
 * at a move.
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
    // The card's buttons appear a moment later.
    const timer = setTimeout(() => {
      const at = document.activeElement
      const lost = at === document.body || (at?.closest('#board, .hand, .action') && !at.matches(MOVE))
      if (lost && !go()) document.querySelector<HTMLElement>(BUTTON)?.focus()
    })
    return () => clearTimeout(timer)
  })
}
