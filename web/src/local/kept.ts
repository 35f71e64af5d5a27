// The games stored on this device, for lists; no table is loaded for that.
import type { Listed } from '../lib/protocol'
import { luckOf } from '../lib/account'
import type { Entry, Seat } from './journal'
import { DatabaseStore, type Head } from './store'

/** Latest first. */
export async function keptGames(): Promise<Listed[]> {
  const store = await DatabaseStore.open()
  const heads = await store.heads().finally(() => store.close())
  return heads.sort((one, other) => other.at - one.at).map(listed)
}

/** What luck and decisions contributed to a person's reviewed games on this device, on average. */
export interface Tally {
  name: string
  games: number
  luck: number
  own: number
}

/** Everyone who played here, most games first. */
export async function keptLuck(): Promise<Tally[]> {
  const store = await DatabaseStore.open()
  try {
    const over = (await store.heads()).filter(({ status }) => status === 'over')
    return tallied(await Promise.all(over.map(({ code }) => store.entries(code))))
  } finally {
    store.close()
  }
}

/** The same from game logs; bots do not count. */
export function tallied(logs: readonly (readonly Entry[])[]): Tally[] {
  const found = new Map<string, Tally>()
  for (const log of logs) {
    const account = log.flatMap((entry) => (entry.k === 'reviewed' && entry.account ? [entry.account] : [])).at(-1)
    seatsAfter(log).forEach(({ kind, name }, number) => {
      const seat = account?.seats[number]
      if (kind !== 'person' || !name || !seat) return
      const { games, luck, own } = found.get(name) ?? { games: 0, luck: 0, own: 0 }
      found.set(name, { name, games: games + 1, luck: luck + luckOf(seat), own: own + seat.own })
    })
  }
  const means = [...found.values()].map(({ name, games, luck, own }) => ({
    name,
    games,
    luck: luck / games,
    own: own / games,
  }))
  return means.sort((one, other) => other.games - one.games)
}

/** Who sat where at the end of a log. */
function seatsAfter(log: readonly Entry[]): Seat[] {
  return log.reduce<Seat[]>((seats, entry) => {
    if (entry.k === 'made' || entry.k === 'agreed') return [...entry.seats]
    return entry.k === 'seated' ? seats.map((seat, number) => entry.seats[number] ?? seat) : seats
  }, [])
}

function listed({ code, game, players, status, names }: Head): Listed {
  const taken = names.filter(Boolean)
  return {
    code,
    game,
    players,
    status,
    open: players - taken.length,
    names: taken,
    days: false,
    waits: false,
    since: 0,
  }
}
