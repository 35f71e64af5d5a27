// Vibration of a phone: a short buzz on my turn, and when something is caught. It follows the sound switch.
import type { GameEvent } from './protocol'
import { settings } from './settings.svelte'

const PATTERNS = { turn: [40], caught: [25, 50, 60] } as const

/** Browsers refuse, and complain, until the user has touched the page. */
export function feel(what: keyof typeof PATTERNS): void {
  if (!settings.sound || typeof navigator === 'undefined' || typeof navigator.vibrate !== 'function') return
  if (navigator.userActivation?.hasBeenActive === false) return
  navigator.vibrate([...PATTERNS[what]])
}

/** Whether an event that sounds like a catch is about one of these seats: they catch, or something of theirs is caught. */
export function isAbout(event: GameEvent, seats: readonly number[], struck: readonly number[] = []): boolean {
  return [event.seat, event.loser, ...struck].some((seat) => typeof seat === 'number' && seats.includes(seat))
}
