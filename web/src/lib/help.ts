// Help for one seat: hints, openly, and what they were worth in measured games.
import { t } from './language.svelte'
import { type Measured, ofHundred } from './measured'
import type { Help, SeatInfo, TableInfo } from './protocol'
import { SOME_HINTS } from '../schema/table'

export const HELPS: readonly Help[] = ['none', 'some', 'always']
export { SOME_HINTS }
const AT_EVERY_MOVE = -1 // how measured games name a hint at every move

/** What help was measured to be worth in a game. */
export type MeasuredHelp = Pick<Measured, 'help'>

export function helpName(help: Help): string {
  return help === 'some' ? t('help_some', { count: SOME_HINTS }) : t(`help_${help}`)
}

/** What a help is, and what it was worth where that was measured; never more than the figures say. */
export function helpSentence(given: readonly Help[], measured: MeasuredHelp | null): string {
  const worth = HELPS.filter((help) => help !== 'none' && given.includes(help)).map((help) => worthOf(help, measured)).filter(Boolean)
  return [worth.length ? [...new Set(worth)].join(' ') : t('help_what'), t('help_same')].join(' ')
}

function worthOf(help: Help, measured: MeasuredHelp | null): string {
  const without = measured?.help.find((one) => one.hints === 0)
  const helped = measured?.help.find((one) => one.hints === (help === 'some' ? SOME_HINTS : AT_EVERY_MOVE))
  if (!without || !helped) return ''
  if (helped.share[1] <= without.share[2]) return t('help_worth_unclear')
  const figures = { won: ofHundred(helped.share), before: ofHundred(without.share) }
  return help === 'some' ? t('help_worth_some', { count: SOME_HINTS, ...figures }) : t('help_worth_always', figures)
}


/** Whether a seat may ask for hints. */
export function mayAsk(table: TableInfo | null, seat: number): boolean {
  return table?.hints === true || (table?.seats[seat]?.help ?? 'none') !== 'none'
}

/** What stands beside the name of a seat with help while it can be used: a few words, and all of them for those who cannot see it. */
export function helpBadge(table: TableInfo | null, seat: SeatInfo): { text: string; short: string; name: string } | null {
  const help = seat.help ?? 'none'
  if (help === 'none' || table?.hints || table?.status === 'over') return null
  const left = seat.hints_left ?? null
  const name = `${t('help_of', { player: seat.name })}: ${left === null ? t('help_always') : t('hints_left', { count: left })}`
  return left === null ? { text: t('hints_any'), short: '', name } : { text: t('hints_count', { count: left }), short: String(left), name }
}

/** Who had help, for the end of the game. */
export function helpTaken(seats: readonly SeatInfo[]): string[] {
  const helped = seats.filter((seat) => (seat.help ?? 'none') !== 'none' || (seat.hints_taken ?? 0) > 0)
  return helped.map((seat) => t('help_taken', { player: seat.name, count: seat.hints_taken ?? 0 }))
}
