// What bots are asked, and what they answer; the thinking happens in a separate worker, or in tests in this thread.
import type { Fact, OptionValue } from '../lib/protocol'
import { sha256 } from '../lib/sha256'
import type { Appraised } from '../rules/bots'
import type { Made } from './journal'
import type { Match } from './match'

/** A decision; a bot only gets the record that was redrawn for its seat. */
export interface Question {
  game: string
  players: number
  options: Readonly<Record<string, OptionValue>>
  seat: number
  level: string
  position: Uint8Array
  moves: readonly number[]
  milliseconds: number
  seed: bigint
  /** Distinguishes games, for bots that forget. */
  salt: bigint
  /** What the seat was shown and when, for bots that forget. */
  sightings: Uint8Array
  /** For a review: what was done here. */
  played?: number
}

export interface Advice {
  /** All moves, best first, some with what they do. */
  moves: { action: number; chance: number; facts: Fact[] }[]
  chances: number[]
  margin: number
}

/** How much less a move wins than the best one; a move that the search never explored counts like the last hint. */
export function lostBy({ moves }: Advice, action: number): number {
  const worst = moves.slice(0, BEST).at(-1)?.chance ?? 0
  return Math.max(0, (moves[0]?.chance ?? 0) - (moves.find((one) => one.action === action)?.chance ?? worst))
}

/** True positions of a finished game and what was played there; empty to ask for the chances at the start. */
export interface Positions {
  game: string
  players: number
  options: Readonly<Record<string, OptionValue>>
  seed: bigint
  /** The number of the first position. */
  ply: number
  positions: readonly Uint8Array[]
  actions: readonly number[]
}

export interface Thinker {
  choose(question: Question): Promise<number>
  advise(question: Question): Promise<Advice>
  appraise(question: Positions): Promise<Appraised[]>
}

export const STRONGEST = '5' // the best there is for every game, with exact play where it is known; gives advice
export const BEST = 3 // moves of a hint
export const TIMES = { pause: [400, 1200], lesson: [1400, 1800], bot: 300, hint: 800, review: 120 } as const // milliseconds, as on a server

/** For tests: a page whose games and bots are predictable and fast. */
export interface Trial {
  seed?: number
  /** Milliseconds that bots pretend to think, and may compute. */
  pause?: number
  budget?: number
}

/** Everything a bot may know for its decision after `ply` moves. */
export function questionOf(
  { game, options }: Made,
  match: Match,
  level: string,
  milliseconds: number,
  trial: Trial,
  ply = match.ply,
): Question {
  const seat = match.seatAt(ply)
  const number = (what: string): bigint =>
    trial.seed === undefined ? randomSeed() : BigInt(`0x${sha256(`${what} ${trial.seed} ${ply}`).slice(0, 15)}`)
  const moves = ply === match.ply ? match.legal : match.legalAt(ply)
  return {
    game,
    players: match.players,
    options,
    seat,
    level,
    position: match.guess(seat, number('world'), ply),
    moves,
    milliseconds: trial.budget ?? milliseconds,
    seed: number('bot'),
    salt: match.salt,
    sightings: match.sightings(ply),
  }
}

/** 63 bits that nobody can guess. */
export function randomSeed(): bigint {
  return (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n) >> 1n
}
