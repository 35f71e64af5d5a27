// If many pieces can be chosen, each piece and its button show a letter, because people do not know fields by name.
import type { Choice } from '../lib/protocol'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The letter of a choice among all open ones; empty if there is nothing to distinguish. */
export function letterOf(legal: readonly Choice[], action: number): string {
  const place = legal.findIndex((choice) => choice.action === action)
  return legal.length > 1 ? (LETTERS[place] ?? '') : ''
}
