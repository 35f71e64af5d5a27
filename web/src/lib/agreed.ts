// What a table plays, for people who read its rules: each option as a sentence, with its rule.
import { t } from './language.svelte'
import { agreedSentence, optionSentence, valuesOf } from './options'
import type { GameInfo, GameOption, OptionValue, Pace } from './protocol'

export type Chosen = Readonly<Record<string, OptionValue>>

/** What people choose before a game. */
export interface Agreement {
  players: number
  options: Record<string, OptionValue>
  aid: boolean
  hints: boolean
  chat: boolean
  /** Per player; 0: no clock. */
  minutes: number
  /** Per move; null: in one sitting. */
  pace: Pace | null
}

const CLOCKS = [5, 10, 15, 30] as const
const DAYS = [1, 3, 7, 14] as const
export const LATE = ['move', 'bot', 'wait'] as const

/** A time limit: its sentence, and what it changes. */
export interface Time {
  sentence: string
  minutes: number
  pace: Pace | null
}

/** Without a clock, with clocks, and over days where people play over the network. */
export function timesFor(networked: boolean): Time[] {
  return [
    { sentence: t('option_clock_none'), minutes: 0, pace: null },
    ...CLOCKS.map((minutes): Time => ({ sentence: t('option_clock', { count: minutes }), minutes, pace: null })),
    ...(networked ? DAYS : []).map((days): Time => ({
      sentence: t('option_days', { count: days }),
      minutes: 0,
      pace: { days, late: 'move' },
    })),
  ]
}

export const timeSentence = (minutes: number, pace: Pace | null): string =>
  pace
    ? `${t('option_days', { count: pace.days })} ${t(`late_${pace.late ?? 'move'}`)}`
    : minutes
      ? t('option_clock', { count: minutes })
      : ''

export interface Agreed {
  name: string
  sentence: string
  rule: string
  house: boolean
  /** Different from the rules page. */
  changed: boolean
}

/** Every option that has a sentence, changed ones first. */
export function agreedOf(info: GameInfo, chosen: Chosen, players: readonly string[] = []): Agreed[] {
  const all = info.options.map((option) => agreedOn(info.slug, option, chosen[option.name] ?? option.default, players))
  return all.filter((one) => one.sentence).sort((a, b) => Number(b.changed) - Number(a.changed))
}

function agreedOn(slug: string, option: GameOption, value: OptionValue, players: readonly string[]): Agreed {
  const changed = String(value) !== String(option.default)
  const off = changed && value === false ? `${t('option_off')}: ${optionSentence(slug, option.name, true)}` : ''
  const sentence =
    agreedSentence(slug, option.name, value, players) ||
    (changed && !off ? optionSentence(slug, option.name, value, players) : off)
  return { name: option.name, sentence, rule: option.rule, house: option.house_rule, changed }
}

/** Options of an address, `?steps=10`, as far as the game has them. */
export function asked(info: GameInfo, address: URLSearchParams): Chosen {
  const found: Record<string, OptionValue> = {}
  for (const option of info.options) {
    const text = address.get(option.name)
    const value = text === null ? undefined : valueOf(option, text)
    if (value !== undefined) found[option.name] = value
  }
  return found
}

export function valueOf(option: GameOption, text: string): OptionValue | undefined {
  const listed = valuesOf(option).find((one) => String(one) === text)
  if (listed !== undefined || option.values || option.count !== 1) return listed
  const number = Number(text)
  return Number.isInteger(number) && number >= (option.from ?? 0) && number <= (option.to ?? 0) ? number : undefined
}

/** The address of a game's page with these options; options as printed are left out. */
export function withOptions(
  path: string,
  chosen: Chosen,
  info: GameInfo | null,
  more: Readonly<Record<string, string>> = {},
): string {
  const told = (info?.options ?? []).filter(
    ({ name, default: usual }) => name in chosen && String(chosen[name]) !== String(usual),
  )
  const address = new URLSearchParams([
    ...Object.entries(more),
    ...told.map(({ name }): [string, string] => [name, String(chosen[name])]),
  ])
  return address.size ? `${path}?${address.toString()}` : path
}
