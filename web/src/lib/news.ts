// What everyone at a table should know about its players: who is away, or for whom a bot plays.
import type { Context, GameModule } from '../games/types'
import type { ShellKey } from '../generated/keys'
import { t, words } from './language.svelte'
import type { Link } from './socket'
import type { TableStore } from './table.svelte'
import { clock } from './ticking.svelte'
import { dateOf, dayOf } from './words'

export function newsOf(store: TableStore, over: boolean): string {
  if (over) return ''
  const gone = store.deadlines.findIndex((deadline) => deadline !== null)
  const deadline = store.deadlines[gone]
  if (deadline)
    return t('player_away', {
      player: store.names[gone] ?? '',
      count: Math.max(0, Math.ceil((deadline - clock.now) / 1000)),
    })
  return store.table?.seats.some((seat) => seat.mine && seat.warm) ? t('bot_plays_for_you') : ''
}

/** “Your turn” as a label: without the exclamation mark. */
export function yourTurn(): string {
  return t('your_turn')
    .replace(/[!¡\s]+/g, ' ')
    .trim()
}

/** Over days: until when a player is on vacation, or on which day an absent one was last here, to follow a sentence. */
export function lastHere(
  { vacationUntil, lastHere }: Pick<TableStore, 'vacationUntil' | 'lastHere'>,
  seat: number,
): string {
  const until = vacationUntil[seat] ?? null
  if (until !== null) return ` ${t('away_until', { day: lastDay(until) })}`
  const at = lastHere[seat] ?? null
  return at === null ? '' : ` ${t('last_here', { when: dayOf(at * 1000, clock.now, words.language) })}`
}

/** The last day before a midnight; vacation days are in UTC. */
const lastDay = (midnight: number) => dateOf(midnight * 1000 - 1, words.language)

/** The prompt for players who choose before their turn, because all choose at the same time. */
export function earlyText(store: TableStore, game: GameModule, context: Context): string {
  if (!store.isEarly) return ''
  const taken = store.legal.find((choice) => choice.action === store.chosenAhead)
  return taken && store.shown ? t('ahead_chosen', { move: game.describe(taken, store.shown, context) }) : t('ahead_may')
}

/** The state of the connection. */
export function linkText(link: Link): string {
  return link === 'online' ? t('conn_online') : link === 'lost' ? t('conn_lost') : t('conn_connecting')
}

/** What a player said: a key of the word list, or free text. */
export function spoken(said: string): string {
  return /^(emote|phrase)_/.test(said) ? t(said as ShellKey) : said
}
