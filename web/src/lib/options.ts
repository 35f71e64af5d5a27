// Options as sentences: from the game's word list, the shell's, or as they are.
import { t, words } from './language.svelte'
import type { GameOption, OptionValue } from './protocol'

export function optionSentence(slug: string, name: string, value: OptionValue): string {
  const exact = `option_${name}_${String(value)}`
  if (words.has(slug, exact)) return words.say(slug, exact)
  if (name === 'starter') return value === 'random' ? t('option_starter_random') : t('option_starter_player', { player: t('seat_number', { seat: Number(value) + 1 }) })
  if (name === 'max_turns') return value === 0 ? t('option_no_limit') : t('option_turn_limit', { count: Number(value) })
  const key = `option_${name}`
  if (!words.has(slug, key)) return `${name.replaceAll('_', ' ')}: ${shown(value)}`
  if (value === 0) return `${t('option_off')}: ${words.say(slug, key, { count: '…', step: '…' })}`
  return words.say(slug, key, { count: Number(value), step: Number(value), value: Number(value) })
}

function shown(value: OptionValue): string {
  if (typeof value === 'boolean') return value ? t('option_on') : t('option_off')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const SHORT = 40

/** What may be chosen: everything in a short span, round numbers in a long one. */
export function valuesOf(option: GameOption): OptionValue[] {
  if (option.values) return option.values
  const [from, to] = [option.from ?? 0, option.to ?? 0]
  const numbers = new Set<number>(option.also)
  if (to - from < SHORT) for (let k = from; k <= to; k++) numbers.add(k)
  else for (let ten = 1; ten <= to; ten *= 10) for (const k of [ten, 2 * ten, 5 * ten]) if (k >= from && k <= to) numbers.add(k)
  if (typeof option.default === 'number') numbers.add(option.default)
  return [...numbers].sort((a, b) => a - b)
}
