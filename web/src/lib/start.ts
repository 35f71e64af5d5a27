// Ways to begin: against bots at once, a table to share, everybody on one device. Only who shares a table needs a server.
import { type Level, LEVELS, USUAL_LEVEL } from '../schema/table'
import { loadAhead } from './ahead'
import { api } from './api'
import { keep, secretNumber } from './draw'
import type { OptionValue, SeatWish } from './protocol'
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
  hints?: boolean
  chat?: boolean
  /** Minutes for each player; 0: no clock. */
  minutes?: number
}

export { LEVELS, USUAL_LEVEL }

/** Seats for a way to play; the first is always mine. */
export function seatsFor(way: Way, players: number, level: string, name: string): SeatWish[] {
  const me: SeatWish = name ? { kind: 'me', name } : { kind: 'me' }
  const others = Array.from({ length: players - 1 }, (): SeatWish => {
    if (way === 'bots') return { kind: 'bot', level: level as Level }
    return way === 'device' ? { kind: 'me' } : { kind: 'open' }
  })
  return [me, ...others]
}

export async function begin(way: Way, wish: Wish): Promise<void> {
  const { game, players, options, aid, level } = wish
  void loadAhead(game)
  const seats = seatsFor(way, players, level, settings.name)
  const extras = { ...(wish.hints && { hints: true }), ...(wish.chat && { chat: true }), ...(wish.minutes && { clock: { minutes: wish.minutes, seconds: 0 } }) }
  const table = { game, players, options, aid, seats, start: way === 'bots', ...extras }
  if (way !== 'share') return router.go(`/t/${(await api.makeHere(table)).code}`)
  const number = secretNumber()
  const { code } = await api.make({ ...table, commitment: sha256(number) })
  keep(code, { number })
  router.go(`/t/${code}`)
}
