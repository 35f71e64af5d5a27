// The time, for countdowns: read `clock.now` and it goes on by itself four times a second.
import { createSubscriber } from 'svelte/reactivity'

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

/** Minutes and seconds, as a chess clock shows them. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
