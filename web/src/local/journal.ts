// What the log of a table in the page stores: one entry per change, as in src/hatbox/table/tables/journal.py.
// The state of a table is its log replayed from the start, so it outlives the page.
import type { Account, Clock, Help, OptionValue, ReviewPly, Standing } from '../lib/protocol'
import type { Draw, Fork } from '../lib/record'
import { NO_HELP, NO_LIMIT, SOME_HINTS } from '../schema/table'

export interface Seat {
  kind: 'open' | 'person' | 'bot'
  name: string
  level: string
  help: Help
}

/** A seat as stored in a log, possibly from before help had parts. */
type KeptSeat = Omit<Seat, 'help'> & { help: Help | keyof typeof OLD_HELP }

const OLD_HELP = {
  none: NO_HELP,
  some: { ...NO_HELP, hints: SOME_HINTS },
  always: { ...NO_HELP, hints: NO_LIMIT },
} as const

export function readSeat(seat: Seat): Seat {
  const { help } = seat as KeptSeat
  return typeof help === 'string' ? { ...seat, help: OLD_HELP[help] } : seat
}

export interface Made {
  k: 'made'
  game: string
  ruleset: number
  players: number
  options: Readonly<Record<string, OptionValue>>
  aid: boolean
  seats: readonly Seat[]
  seed: string
  draw: Draw | null
  /** Where the game forked from others, and what was played before it came to this table. */
  forks: readonly Fork[]
  actions: readonly number[]
  /** null: whenever one person plays against bots. */
  hints: boolean | null
  clock: Clock | null
}

export type Entry =
  | Made
  | { k: 'seated'; seats: Readonly<Record<number, Seat>> }
  | ({ k: 'agreed' } & Pick<Made, 'players' | 'options' | 'aid' | 'hints' | 'clock' | 'seats'>)
  | { k: 'started' }
  | {
      k: 'acted'
      seat: number
      action: number
      id: string
      by: 'person' | 'bot' | 'standing'
      ms: number
      at_random?: boolean
    }
  | { k: 'undone'; seat: number; ms: number }
  | { k: 'rematched'; code: string }
  | { k: 'stood'; seat: number; answer: Standing }
  | { k: 'hinted'; seat: number }
  | { k: 'warned'; seat: number }
  | { k: 'ticked'; seat: number; ms: number; flag: boolean }
  | { k: 'reviewed'; plies: readonly ReviewPly[]; account?: Account | null }

export type Change = Exclude<Entry, Made>

/** Whether the position changes. */
export const isOnBoard = ({ k }: Entry): boolean => k === 'started' || k === 'acted' || k === 'undone'

export const OPEN: Seat = { kind: 'open', name: '', level: '', help: NO_HELP }
