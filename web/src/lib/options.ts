// Options as sentences: from the game's word list, the shell's, or as they are.
import type { ShellKey } from '../generated/keys'
import { t, words } from './language.svelte'
import type { GameOption, OptionValue } from './protocol'
import type { Arguments } from './words'

/** `option_<name>_<value>` if a value has its own sentence, otherwise `option_<name>` with the value in it. */
export function optionSentence(
  slug: string,
  name: string,
  value: OptionValue,
  players: readonly string[] = [],
): string {
  return (
    exactSentence(slug, name, value) ||
    said(slug, `option_${name}`, inside(value, players)) ||
    `${name.replaceAll('_', ' ')}: ${shown(value)}`
  )
}

/** The sentence of one value, if it has its own. */
function exactSentence(slug: string, name: string, value: OptionValue): string {
  return said(slug, `option_${name}_${String(value)}`, {})
}

/** From the game's word list, or from the shell's for what several games share; empty if neither has it. */
function said(slug: string, key: string, given: Arguments): string {
  if (words.has(slug, key)) return words.say(slug, key, given)
  return words.has('shell', key) ? t(key as ShellKey, given) : ''
}

/** What a sentence may name: a number, the player in the seat of that number, or several numbers. */
function inside(value: OptionValue, players: readonly string[]): Arguments {
  const [first = 0, second = 0, third = 0] = Array.isArray(value) ? value : [Number(value)]
  return { count: first, player: players[first] || t('seat_number', { seat: first + 1 }), first, second, third }
}

/** What a table plays: a switch that is off is mentioned only if that has a sentence. */
export function agreedSentence(
  slug: string,
  name: string,
  value: OptionValue,
  players: readonly string[] = [],
): string {
  if (value === 0) return ''
  return value === false ? exactSentence(slug, name, value) : optionSentence(slug, name, value, players)
}

function shown(value: OptionValue): string {
  if (typeof value === 'boolean') return value ? t('option_on') : t('option_off')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const SHORT = 40

/** The values to choose from: all in a short range, round numbers in a long one. */
export function valuesOf(option: GameOption): OptionValue[] {
  if (option.values) return option.values
  const [from, to] = [option.from ?? 0, option.to ?? 0]
  const numbers = new Set<number>(option.also)
  if (to - from < SHORT) for (let k = from; k <= to; k++) numbers.add(k)
  else
    for (let ten = 1; ten <= to; ten *= 10)
      for (const k of [ten, 2 * ten, 5 * ten]) if (k >= from && k <= to) numbers.add(k)
  if (typeof option.default === 'number') numbers.add(option.default)
  return [...numbers].sort((a, b) => a - b)
}
