// Child mode: one switch of this device for children who cannot read yet. What it means is defined here; other code only checks `settings.child`.
import { entryOf } from '../games/registry'
import { LEVELS, USUAL_LEVEL } from '../schema/table'
import { settings } from './settings.svelte'

/** The default level of bots: gentle against children. */
export function usualLevel(): string {
  return settings.child ? LEVELS[0] : USUAL_LEVEL
}

/** The default of the memory aid for a new table. */
export function usualAid(slug: string): boolean {
  return settings.child && entryOf(slug)?.memory === true
}

/** Children use faces; phrases and free text are for people who read. */
export function hears(said: string): boolean {
  return !settings.child || said.startsWith('emote_')
}

/** The sum that leads out of child mode: easy for adults, and above ten, so that fingers are not enough. */
export interface Sum {
  first: number
  second: number
}

const SMALLEST = 4
const LARGEST = 9

/** A new sum, never the previous one. */
export function newSum(before: Sum | null = null, random: () => number = Math.random): Sum {
  const draw = (from: number) => from + Math.floor(random() * (LARGEST - from + 1))
  const first = draw(SMALLEST)
  const second = draw(11 - first)
  if (first !== before?.first) return { first, second }
  return { first: first === LARGEST ? LARGEST - 1 : first + 1, second }
}

/** Whether an answer is right; an empty one never is. */
export function solves({ first, second }: Sum, answer: string): boolean {
  return answer.trim() !== '' && Number(answer) === first + second
}
