// Ways to start: against bots at once, a table to share, everyone on one device. Only a shared table needs a server.
import { SLUGS } from '../games/registry'
import { type Level, LEVELS, USUAL_LEVEL } from '../schema/table'
import { loadAhead } from './ahead'
import { api } from './api'
import { keep, secretNumber } from './draw'
import { givenNames, house } from './house.svelte'
import { botNames, words } from './language.svelte'
import type { Help, OptionValue, Pace, SeatWish } from './protocol'
import { router } from './router.svelte'
import { settings } from './settings.svelte'
import { sha256 } from './sha256'

export type Way = 'bots' | 'share' | 'device'

export interface Wish {
  game: string
  players: number
  options: Record<string, OptionValue>
  aid: boolean
  level: string
  /** For me. */
  help?: Help
  hints?: boolean
  chat?: boolean
  /** Minutes for each player; 0: no clock. */
  minutes?: number
  /** Days for each move; only over the network. */
  pace?: Pace | null
}

export { LEVELS, USUAL_LEVEL }

/** Seats for a way to play; mine is the one whose figure I prefer. */
export function seatsFor(way: Way, players: number, level: string, name: string, mine = 0, help?: Help): SeatWish[] {
  const me: SeatWish = { kind: 'me', ...(name && { name }), ...(help && { help }) }
  return Array.from({ length: players }, (_, seat): SeatWish => {
    if (seat === mine) return me
    if (way === 'bots') return { kind: 'bot', level: level as Level }
    return way === 'device' ? { kind: 'me' } : { kind: 'open' }
  })
}

export async function begin(way: Way, wish: Wish): Promise<void> {
  const { game, players, options, aid, level } = wish
  void loadAhead(game)
  const mine = settings.seat < players ? settings.seat : 0
  const named = way !== 'share' || !house.now.lock_names || givenNames().includes(settings.name)
  const seats = seatsFor(way, players, level, named ? settings.name : '', mine, wish.help && { ...wish.help })
  const extras = {
    ...(way === 'share' && wish.pace && { pace: { ...wish.pace } }),
    ...(wish.hints && { hints: true }),
    ...(wish.chat && { chat: true }),
    ...(wish.minutes && { clock: { minutes: wish.minutes, seconds: 0 } }),
  }
  const table = {
    game,
    players,
    options: { ...(await begins(game, mine)), ...options },
    aid,
    seats,
    names: botNames(),
    language: words.language,
    start: way === 'bots',
    ...extras,
  }
  if (way !== 'share' && SLUGS.includes(game)) return router.go(`/t/${(await api.makeHere(table)).code}`)
  const number = secretNumber()
  const { code } = await api.make({ ...table, commitment: sha256(number) })
  keep(code, { number })
  router.go(`/t/${code}`)
}

/** The player who makes a table starts, unless chosen otherwise and if the game has that option. */
async function begins(slug: string, seat: number): Promise<Record<string, number>> {
  const option = seat ? (await api.game(slug))?.options.find((one) => one.seat) : undefined
  return option ? { [option.name]: seat } : {}
}
