// Child mode: one switch of this device for those who do not read yet. What it means stands here, small conditions elsewhere ask `settings.child`.
import { entryOf } from '../games/registry'
import { LEVELS, USUAL_LEVEL } from '../schema/table'
import { settings } from './settings.svelte'

/** How well bots play unless somebody chooses: gently against children. */
export function usualLevel(): string {
  return settings.child ? LEVELS[0] : USUAL_LEVEL
}

/** Whether a new table helps to remember, unless somebody chooses. */
export function usualAid(slug: string): boolean {
  return settings.child && entryOf(slug)?.memory === true
}

/** A child sees faces; phrases and free text are for those who read. */
export function hears(said: string): boolean {
  return !settings.child || said.startsWith('emote_')
}

/** The sum that leads out: easy for whoever may change settings, and more than ten, so that fingers do not do. */
export interface Sum {
  first: number
  second: number
}

const SMALLEST = 4
const LARGEST = 9

/** A new sum, never the one before. */
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
