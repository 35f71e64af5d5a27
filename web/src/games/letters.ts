// Where many pieces can be chosen, a letter stands at each piece and on its button: fields have no names that people know.
import type { Choice } from '../lib/protocol'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The letter of a choice among all that are open; empty where there is nothing to tell apart. */
export function letterOf(legal: readonly Choice[], action: number): string {
  const place = legal.findIndex((choice) => choice.action === action)
  return legal.length > 1 ? (LETTERS[place] ?? '') : ''
}
