// Puzzles: the files that ship with the games, and one puzzle being solved. Every choice is judged by earlier measurements.
import type { Fact, Now } from './protocol'
import { during } from './ready'
import { set, settings } from './settings.svelte'
import type { Theme } from './themes'

/** A fact: its number in the file's list, and the numbers of its sentence. */
type Row = readonly number[]

/** As src/hatbox/lab/puzzles/__init__.py writes them. */
interface Filed {
  ply: number
  /** Who must act. */
  seat: number
  shown: number
  theme: Theme
  difficulty: number
  margin: number
  exact?: boolean
  steps: readonly (readonly number[])[]
  why: readonly (readonly Row[])[]
}

interface File {
  made: { seed: number }
  facts: readonly (readonly string[])[]
  sources: readonly { number: number; players: number; actions: readonly number[]; puzzles: readonly Filed[] }[]
}

export interface Puzzle extends Omit<Filed, 'why'> {
  /** Counted from 1. */
  number: number
  players: number
  seed: number
  /** The moves played before. */
  actions: readonly number[]
  /** What every legal move of the first choice does. */
  why: readonly (readonly Fact[])[]
}

const SEEDS = 1_000_003 // as in `game_seed`
const EQUAL = 2 // wins in 100: a move that gives away no more counts as best
const FOLLOWING = 5 // the same for later choices of a turn
export const DIFFICULTIES = [1, 2, 3, 4, 5] as const

const files = import.meta.glob<{ default: File }>('../generated/puzzles/*.json')

/** All puzzles of a game. */
export async function puzzlesOf(slug: string): Promise<readonly Puzzle[]> {
  const file = (await during(files[`../generated/puzzles/${slug}.json`]?.()))?.default
  return file ? unfolded(file) : []
}

export function unfolded({ made, facts, sources }: File): Puzzle[] {
  const fact = ([kind = 0, ...numbers]: Row): Fact => {
    const [key = '', ...names] = facts[kind] ?? []
    return { key, given: Object.fromEntries(names.map((name, k) => [name, numbers[k] ?? 0])) }
  }
  const all = sources.flatMap(({ number, players, actions, puzzles }) =>
    puzzles.map((one) => ({
      ...one,
      players,
      seed: made.seed * SEEDS + number,
      actions: actions.slice(0, one.ply),
      why: one.why.map((rows) => rows.map(fact)),
    })),
  )
  return all.map((one, k) => ({ ...one, number: k + 1 }))
}

export function isSolved(slug: string, number: number): boolean {
  return settings.solved[slug]?.includes(number) ?? false
}

function noteSolved(slug: string, number: number): void {
  if (!isSolved(slug, number)) set('solved', { ...settings.solved, [slug]: [...(settings.solved[slug] ?? []), number] })
}

/** An attempt that was not the best. */
export interface Miss {
  action: number
  /** Wins in 100 that it gives away. */
  loss: number
  facts: readonly Fact[]
}

export class PuzzleRun {
  miss = $state.raw<Miss | null>(null)
  /** The right move was made, by the player or as the solution. */
  ended = $state(false)
  /** The player asked for the solution. */
  revealed = $state(false)
  /** Days in a row, once the puzzle of the day is solved. */
  days = $state(0)

  constructor(
    readonly slug: string,
    readonly puzzle: Puzzle,
    /** With the memory aid. */
    readonly helped: boolean = false,
    /** Sets up the position again, with or without the aid. */
    readonly again: (helped: boolean) => void = () => undefined,
    /** Of the puzzle that comes after it. */
    readonly next = 1,
    /** Records that it was solved; returns the days in a row if it is the puzzle of the day. */
    private readonly solved: () => number = () => 0,
  ) {}

  /** Earlier moves are still being shown. */
  isTold(now: Now): boolean {
    return now.ply < this.puzzle.ply
  }

  /** Whether a move may be chosen now. */
  asks(now: Now): boolean {
    return !this.ended && now.turn === this.puzzle.seat && this.lossesAt(now) !== undefined
  }

  /** What the best move of this puzzle does. */
  get reasons(): readonly Fact[] {
    return this.puzzle.why[bestOf(this.puzzle.steps[0] ?? [])] ?? []
  }

  /** The action of the solution in this position. */
  best(now: Now): number | undefined {
    const losses = this.lossesAt(now)
    return losses && legalOf(now)[bestOf(losses)]
  }

  /** Judges a move before it is made: whether it goes to the table. Illegal moves do, to be refused there. */
  judge(now: Now, action: number): boolean {
    const [losses, place] = [this.lossesAt(now), legalOf(now).indexOf(action)]
    if (!losses || place < 0) return true
    const [loss, first] = [losses[place] ?? 0, now.ply === this.puzzle.ply]
    if (loss > (first ? EQUAL : FOLLOWING)) {
      this.miss = { action, loss, facts: first ? (this.puzzle.why[place] ?? []) : [] }
      return false
    }
    this.miss = null
    const last = now.ply + 1 === this.puzzle.ply + this.puzzle.steps.length
    if (last || action !== this.best(now)) this.end()
    return true
  }

  reveal(): void {
    this.revealed = true
    this.miss = null
  }

  private end(): void {
    this.ended = true
    if (this.revealed) return
    noteSolved(this.slug, this.puzzle.number)
    this.days = this.solved()
  }

  private lossesAt(now: Now): readonly number[] | undefined {
    return this.puzzle.steps[now.ply - this.puzzle.ply]
  }
}

const legalOf = (now: Now): number[] => (now.legal[String(now.turn)] ?? []).map((choice) => choice.action)
const bestOf = (losses: readonly number[]): number => losses.indexOf(Math.min(...losses))
