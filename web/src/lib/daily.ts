// The puzzle of the day: from the date alone, so everyone has the same one; and how many days in a row it was solved.
import { SLUGS } from '../games/registry'
import { set, settings } from './settings.svelte'

const DAY = 86_400_000 // milliseconds
/** Puzzles of a game that take part; adding later ones changes no day. */
const DAILY = 300
const STRIDE = 107 // coprime to DAILY, so that every puzzle has its day before one repeats

/** Days since the start of 1970, by this device's calendar. */
export function today(now = new Date()): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY
}

/** The game of the day. */
export function gameOfDay(day: number): string {
  return SLUGS[day % SLUGS.length] ?? ''
}

/** The number of the day's puzzle among all of its game. */
export function numberOfDay(day: number, count: number): number {
  return 1 + ((Math.floor(day / SLUGS.length) * STRIDE) % Math.max(1, Math.min(count, DAILY)))
}

/** Days in a row up to yesterday or today. */
export function streak(day: number): number {
  return settings.streak.day >= day - 1 ? settings.streak.length : 0
}

/** Record that this day's puzzle was solved; returns the days in a row. */
export function noteDay(day: number): number {
  if (settings.streak.day !== day) set('streak', { day, length: streak(day) + 1 })
  return settings.streak.length
}
