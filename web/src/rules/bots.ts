// The bots in the browser: levels, hints and win chances. Nothing here needs a page: it runs in a worker, in node and in tests.
import type { Engine, Thought } from './engine'

/** How long to think: exactly so many iterations, or as many as fit into the time. */
export interface Budget {
  milliseconds?: number
  iterations?: number
}

/** What a seat was shown and when, as `Player.sightings` gathers it from the past of a game. */
export type Sightings = Uint8Array

/** A position of the past and what was done in it. */
export interface Past {
  position: Uint8Array
  action: number
}

/** Who asks, and what makes the answer repeatable: the same seed and iterations give the same answer everywhere. */
export interface Question {
  seat: number
  seed: bigint
  budget: Budget
}

export interface Decision extends Question {
  level: string
  /** Tells games apart, so that a level has other whims and forgets other things in each: a secret number of the game. */
  salt: bigint
  /** What the seat was shown; without it a level knows no times. */
  sightings?: Sightings
}

/** A good move: how likely it wins for the seat, within which margin, and why (a key of the word list). */
export interface Hint {
  action: number
  chance: number
  margin: number
  reason: string
}

/** How likely each seat wins, and within which margin (95 %); a team's seats win together. */
export interface Odds {
  chances: number[]
  margins: number[]
}

const NODES = 100_000
const BEST = 3 // moves of a hint
const FIRST_CHUNK = 16 // iterations before the first look at the clock
const CHUNK = 2 // milliseconds between two looks
const PUNCTUAL = 0.95 // part of the time for the search itself
const USUAL = 100 // milliseconds

/** Thinks about the engine's position, which is the true one: a seat's answers depend only on what it may know, and the position stays as it is. */
export class Player {
  constructor(private readonly engine: Engine) {}

  /** The levels, the weakest first. */
  get levels(): readonly string[] {
    return Object.keys(this.engine.about.levels)
  }

  /** How many actions back `sightings` looks from here; whoever has more need not give them. */
  get reach(): number {
    return 0
  }

  /** What a seat was shown, from the last positions and actions of a game that has come to its ply `ply`. */
  sightings(history: readonly Past[], seat: number, ply = history.length): Sightings {
    void [history, seat, ply]
    return new Uint8Array()
  }

  /** Works on what exact play needs here, for about so many milliseconds; true: it is ready, or there is no exact play. */
  solve(milliseconds: number): boolean {
    void milliseconds
    return true
  }

  /** A move for the seat that must act. */
  choose({ level, seat, seed, budget }: Decision): number {
    const most = this.engine.about.levels[level]?.iterations
    if (most === undefined) throw new Error(`There is no level ${level}; the levels are ${this.levels.join(', ')}.`)
    const legal = this.engine.legal()
    const [best = legal[0] ?? -1] = legal.length > 1 ? this.ranked({ seat, seed, budget }, most).map(({ action }) => action) : []
    return best
  }

  /** The best moves of the seat that must act, the best first. */
  hints(question: Question): Hint[] {
    const found = this.ranked(question)
    return found.slice(0, BEST).map(({ action, value }) => ({ action, chance: chanceOf(value, 2), margin: 0.1, reason: 'reason_best_chance' }))
  }

  /** The chances of all seats, as far as one seat (-1: a spectator) can know. */
  odds(question: Question): Odds {
    const players = this.engine.about.state.players
    const seats = this.engine.position[players] ?? 2
    const worth = this.engine.worth(seats)
    void question
    return { chances: worth.map((value) => chanceOf(value, seats)), margins: worth.map(() => 0.1) }
  }

  /** All moves that the search has looked at, the most looked-at first; `most` iterations at most. */
  ranked({ seat, seed, budget }: Question, most = 0): Thought[] {
    const kept = this.engine.position
    this.engine.redraw(seat, seed)
    this.engine.startThinking(NODES, seed)
    this.think(seat, budget, most)
    this.engine.position = kept
    return this.engine.thoughts().sort((one, other) => other.visits - one.visits)
  }

  /** So many iterations, or as many as fit into the time, looking at the clock every few milliseconds. */
  private think(seat: number, { milliseconds = USUAL, iterations = 0 }: Budget, most: number): void {
    if (iterations) return this.engine.think(seat, NODES, most ? Math.min(most, iterations) : iterations)
    const deadline = performance.now() + PUNCTUAL * milliseconds
    let left = most || Infinity
    let chunk = Math.min(left, FIRST_CHUNK)
    for (let started = performance.now(); left > 0; ) {
      this.engine.think(seat, NODES, chunk)
      left -= chunk
      const now = performance.now()
      const pace = Math.max(now - started, 1e-3) / chunk
      if (now + pace > deadline) return
      chunk = Math.min(left, Math.max(1, Math.floor(Math.min(CHUNK, deadline - now) / pace)))
      started = now
    }
  }
}

/** A value (a lone winner gets 1, all together 0) as the chance to win. */
function chanceOf(value: number, sides: number): number {
  return Math.min(1, Math.max(0, (value * (sides - 1) + 1) / sides))
}
