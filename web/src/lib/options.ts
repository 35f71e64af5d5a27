// Options as sentences: from the game's word list, the shell's, or as they are.
import type { ShellKey } from '../generated/keys'
import { t, words } from './language.svelte'
import type { GameOption, OptionValue } from './protocol'

/** Where the word list calls an option by a shorter name than the rules do. */
const CALLED: Readonly<Record<string, string>> = {
  canadian_seven: 'seven_shared',
  caretaker_landing: 'landing',
  caretaker_seven_sweeps: 'caretaker_sweeps',
  end_rule: 'end',
  gold_capture: 'golden',
  home_surplus: 'home',
  jump_condition: 'jump',
  restriction_counts: 'restriction',
  reveal_at_round_end: 'reveal',
  six_again: 'six',
  tie_break: 'tie',
}
const STARTERS = ['starter', 'first_player', 'start']
const ENDINGS: Readonly<Record<string, readonly string[]>> = { true: ['true', 'on', 'yes'], false: ['false', 'off', 'no'] }

export function optionSentence(slug: string, name: string, value: OptionValue): string {
  if (isStarter(name)) return value === 'random' ? t('option_starter_random') : t('option_starter_player', { player: t('seat_number', { seat: Number(value) + 1 }) })
  if (name === 'max_turns') return value === 0 ? t('option_no_limit') : t('option_turn_limit', { count: Number(value) })
  if (name === 'board' && value === 6) return words.say(slug, 'option_board_six')
  const exact = exactSentence(slug, CALLED[name] ?? name, value)
  if (exact) return exact
  const key = name === 'hats' ? 'option_hats_each' : `option_${CALLED[name] ?? name}`
  if (!words.has(slug, key)) return `${name.replaceAll('_', ' ')}: ${shown(value)}`
  if (Array.isArray(value)) return words.say(slug, key, { green: value[0] ?? 0, light: value[1] ?? 0, dark: value[2] ?? 0 })
  if (value === 0) return `${t('option_off')}: ${words.say(slug, key, { count: '…', step: '…' })}`
  return words.say(slug, key, { count: Number(value), step: Number(value), value: Number(value) })
}

/** The sentence of one value, where it has its own. */
function exactSentence(slug: string, called: string, value: OptionValue): string {
  for (const ending of ENDINGS[String(value)] ?? [String(value)]) {
    const key = `option_${called}_${ending}`
    if (words.has(slug, key)) return words.say(slug, key)
    if (words.has('shell', key)) return t(key as ShellKey)
  }
  return ''
}

/** What is agreed at a table: a switch that is off is said only where that has a sentence. */
export function agreedSentence(slug: string, name: string, value: OptionValue): string {
  if (value === 0) return ''
  return value === false ? exactSentence(slug, CALLED[name] ?? name, value) : optionSentence(slug, name, value)
}

/** Who has the first turn, whatever a game calls it. */
export function isStarter(name: string): boolean {
  return STARTERS.includes(name)
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
