// The time, for countdowns: read `clock.now`, which updates four times a second.
import { createSubscriber } from 'svelte/reactivity'
import { words } from './language.svelte'
import { duration } from './words'

class Ticking {
  private readonly subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  })

  get now(): number {
    this.subscribe()
    return Date.now()
  }
}

export const clock = new Ticking()

const HOUR = 3_600_000

/** What a clock shows: days or hours while there are many, then minutes and seconds. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds >= 48 * HOUR) return duration(Math.round(milliseconds / (24 * HOUR)), 'day', words.language)
  return milliseconds >= HOUR
    ? duration(Math.round(milliseconds / HOUR), 'hour', words.language)
    : minutes(milliseconds)
}

/** Minutes and seconds, as a chess clock shows them. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
