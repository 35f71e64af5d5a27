// Help for one seat, visible to everyone: hints, warnings, the memory aid, and what was measured about them.
import { t, words } from './language.svelte'
import { type Balanced, type Measured, ofHundred } from './measured'
import type { Help, SeatInfo, TableInfo } from './protocol'
import { NO_HELP, NO_LIMIT, SOME_HINTS } from '../schema/table'
import { decimal } from './words'

export { NO_HELP, NO_LIMIT, SOME_HINTS }
const UNMEASURED = [150, 50, 20] // wins in 1,000 that trigger a warning in games without measurements

/** What help was measured to be worth in a game. */
export type MeasuredHelp = Pick<Measured, 'help' | 'balanced'>

export const hasHelp = ({ hints, warned, aid }: Help): boolean => hints !== 0 || warned > 0 || aid

/** How much hints and warnings help together, to sort a list: a warning before a smaller mistake helps more. */
const weight = ({ hints, warned }: Help): number => (hints === NO_LIMIT ? 2000 : hints ? 1 : warned ? 1001 - warned : 0)

/** The help a seat can get, the least first: what makes some game even, and hints unless everyone has them; without the memory aid. */
export function stepsOf(measured: MeasuredHelp | null, hintsForAll: boolean, given: Help): Help[] {
  const found = (measured?.balanced ?? []).map(({ warned }) => warned).filter((warned) => warned > 0)
  const hints = [SOME_HINTS, NO_LIMIT].filter((count) => !hintsForAll || given.hints === count)
  const all = [
    NO_HELP,
    ...hints.map((count) => ({ ...NO_HELP, hints: count })),
    ...[...(found.length ? found : UNMEASURED), given.warned].map((warned) => ({ ...NO_HELP, warned })),
  ]
  return [...new Map(all.map((one) => [stepKey(one), one])).values()].sort((one, other) => weight(one) - weight(other))
}

/** The key of a step; the memory aid does not count. */
export const stepKey = ({ hints, warned }: Help): string => `${hints} ${warned}`

export function helpName(help: Help): string {
  const { hints, warned, aid } = help
  const parts = [
    hints === NO_LIMIT ? t('help_always') : hints ? t('help_some', { count: hints }) : '',
    warned ? t('help_warned', { wins: inHundred(warned) }) : '',
    aid ? t('memory_aid') : '',
  ]
  return hasHelp(help) ? parts.filter(Boolean).join(' · ') : t('help_none')
}

/** Wins in 1,000 as wins in 100, as text. */
function inHundred(wins: number): string {
  return decimal(wins / 10, words.language)
}

/** What a help is, and its measured value if there is one; never more than the figures say. */
export function helpSentence(given: readonly Help[], measured: MeasuredHelp | null): string {
  const hints = [SOME_HINTS, NO_LIMIT].filter((count) => given.some((help) => help.hints === count))
  const said = [
    ...new Set(hints.map((count) => worthOf(count, measured)).filter(Boolean)),
    ...(given.some((help) => help.warned > 0) ? [t('help_warned_what')] : []),
  ]
  return [...(said.length ? said : [t('help_what')]), t('help_same')].join(' ')
}

function worthOf(hints: number, measured: MeasuredHelp | null): string {
  const without = measured?.help.find((one) => one.hints === 0)
  const helped = measured?.help.find((one) => one.hints === hints)
  if (!without || !helped) return ''
  if (helped.share[1] <= without.share[2]) return t('help_worth_unclear')
  const figures = { won: ofHundred(helped.share), before: ofHundred(without.share) }
  return hints === NO_LIMIT ? t('help_worth_always', figures) : t('help_worth_some', { count: hints, ...figures })
}

const [LOW, HIGH] = [0.45, 0.55] // what counts as even, as in benchmarks/even.py
const ENOUGH = 200 // games below which nothing is claimed

/** Which help makes a game against this level even, for each weaker level with figures; the weakest first. */
export function evenAgainst(measured: MeasuredHelp | null, strong: string): { weak: Balanced['weak']; help: Help }[] {
  const rows = (measured?.balanced ?? []).filter(
    (row) => row.strong === strong && row.games >= ENOUGH && LOW <= row.share[0] && row.share[0] <= HIGH,
  )
  return rows.map(({ weak, hints, warned }) => ({ weak, help: { ...NO_HELP, hints, warned } }))
}

/** Whether a seat may ask for hints. */
export function mayAsk(table: TableInfo | null, seat: number): boolean {
  return table?.hints === true || (table?.seats[seat]?.help.hints ?? 0) !== 0
}

/** Whether a seat is shown what others must remember. */
export function hasAid(table: TableInfo | null, ...seats: readonly number[]): boolean {
  return table?.aid === true || (seats.length > 0 && seats.every((seat) => table?.seats[seat]?.help.aid === true))
}

/** What is shown next to the name of a seat with help that it can still use: a few words, and all of them for screen readers. */
export function helpBadge(
  table: TableInfo | null,
  seat: SeatInfo,
): { text: string; short: string; name: string } | null {
  const help = table?.hints ? { ...seat.help, hints: 0 } : seat.help
  if (!hasHelp(help) || table?.status === 'over') return null
  const left = help.hints ? seat.hints_left : null
  const rest = { ...help, hints: 0 }
  const name =
    left === null
      ? helpName(help)
      : [t('hints_left', { count: left }), ...(hasHelp(rest) ? [helpName(rest)] : [])].join(' · ')
  const text = [
    left !== null ? t('hints_count', { count: left }) : help.hints ? t('hints_any') : '',
    help.warned ? t('warnings_any') : '',
    help.aid ? t('memory_aid') : '',
  ]
  return {
    text: text.filter(Boolean).join(' · '),
    short: left === null ? '' : String(left),
    name: `${t('help_of', { player: seat.name })}: ${name}`,
  }
}

/** Who had help, for the end of the game. */
export function helpTaken(seats: readonly SeatInfo[]): string[] {
  return seats.flatMap(({ name: player, help, hints_taken, warnings_taken }) => [
    ...(help.hints || hints_taken ? [t('help_taken', { player, count: hints_taken })] : []),
    ...(help.warned || warnings_taken ? [t('help_warnings_taken', { player, count: warnings_taken })] : []),
  ])
}
