// The bots in the browser: levels, hints and win chances. Nothing here needs a page: it runs in a worker, in Node and
// in tests.
import { type Engine, SEATS } from './engine'

/** How long to think: exactly this many iterations, or as many as fit into the time. */
export interface Budget {
  milliseconds?: number
  iterations?: number
}

/** What a seat was shown and when, as `Player.sightings` collects it from the past of a game. */
export type Sightings = Uint8Array

/** A position of the past and what was done in it. */
export interface Past {
  position: Uint8Array
  action: number
}

/** Who asks, and what makes the answer reproducible: the same seed and iterations give the same answer everywhere. */
export interface Question {
  seat: number
  seed: bigint
  budget: Budget
}

export interface Decision extends Question {
  level: string
  /**
   * A secret number of the game that distinguishes it, so that a level's random choices and lapses of memory differ in
   * each game.
   */
  salt: bigint
  /** What the seat was shown; without it a level knows no times. */
  sightings?: Sightings
}

/** What a move does: a word list key and the numbers of its sentence; `player` is a seat. */
export interface Fact {
  key: string
  given: Record<string, number>
}

/** A move: the seat's chance of winning with it, and the margin of error. */
export interface Judged {
  action: number
  chance: number
  margin: number
}

/** A good move and what it does. */
export interface Hint extends Judged {
  facts: Fact[]
}

/** Each seat's chance of winning, and the margin of error (95 %); a team's seats win together. */
export interface Odds {
  chances: number[]
  margins: number[]
}

/** What one move of a finished game changed: the action that seemed best to the mover, and rows of numbers per seat (value, decision, hidden, further). */
export interface Appraised {
  best: number
  parts: number[][]
}

export const ONLY_VALUE = -1 // for `appraise`: nothing is played
const SEARCH = -1 // from `decide`: the search must decide
const UNTOLD = -1 // sightings that nobody has supplied
const FIRST_CHUNK = 16 // iterations before the clock is first checked
const CHUNK = 2 // milliseconds between two checks
const PUNCTUAL = 0.95 // fraction of the time for the search itself
const USUAL = 100 // milliseconds
const [SHORT, INT, DOUBLE] = [2, 4, 8]
const ROW = 4 // numbers per fact: its kind, and three for its sentence

/**
 * Thinks about the engine's position, which is the true one: a seat's answers depend only on what it may know, and the
 * position is unchanged.
 */
export class Player {
  private readonly at: Record<
    'mind' | 'shown' | 'boards' | 'acts' | 'moves' | 'pad' | 'hints' | 'margins' | 'wanted' | 'notes' | 'facts',
    number
  >
  /** The table of exact values: what it is for, its address, its length, and whether it is ready. */
  private exact = { key: 0, at: 0, numbers: 0, ready: false }
  private appraising: Record<'weighing' | 'sums' | 'parts', number> | undefined
  private past = { at: 0, room: 0 }

  constructor(private readonly engine: Engine) {
    const { sizes, widest, bots } = engine.about
    const room = (bytes: number) => engine.reserve(bytes)
    this.at = {
      mind: room(sizes.mind),
      shown: room(bots.sightings * sizes.sighting),
      boards: room(bots.boards * sizes.state),
      acts: room(SHORT * bots.boards * widest),
      moves: room(SHORT * widest),
      pad: room(sizes.pad),
      hints: room(Math.max(bots.hints, widest) * sizes.hint),
      margins: room(DOUBLE * SEATS),
      wanted: room(INT * bots.hints),
      notes: room(bots.hints * sizes.notes),
      facts: room(INT * bots.hints * bots.sentences * ROW),
    }
  }

  /** The levels, weakest first. */
  get levels(): readonly string[] {
    return Object.keys(this.engine.about.levels)
  }

  /** How many actions back `sightings` looks from here; callers need not pass more. */
  get reach(): number {
    return Math.min(this.engine.about.bots.longest, this.engine.x.reach(this.engine.at.told))
  }

  /** What a seat was shown, from the last positions and actions of a game that is at ply `ply`. */
  sightings(history: readonly Past[], seat: number, ply = history.length): Sightings {
    const {
      engine,
      at: { shown },
      reach,
    } = this
    const { state, sighting } = engine.about.sizes
    const last = reach ? history.slice(-reach) : []
    const history_ = this.roomForPast(last.length * (state + INT))
    const actions = history_ + last.length * state
    last.forEach(({ position }, k) => engine.bytes(history_ + k * state, state).set(position))
    last.forEach(({ action }, k) => engine.memory().setInt32(actions + k * INT, action, true))
    const count = engine.x.recall(
      engine.at.told,
      seat,
      history_,
      actions,
      last.length,
      reach ? ply - last.length : 0,
      shown,
    )
    return engine.bytes(shown, count * sighting).slice()
  }

  /**
   * Works on what exact play needs here, for about this many milliseconds; true: it is ready, or there is no exact
   * play.
   */
  solve(milliseconds: number): boolean {
    const { engine } = this
    const until = performance.now() + milliseconds
    const key = engine.x.exact_key(engine.at.told)
    if (key && key !== this.exact.key) {
      const numbers = engine.x.exact_size(engine.at.told)
      this.exact = {
        key,
        at: numbers <= this.exact.numbers ? this.exact.at : engine.reserve(numbers * INT),
        numbers,
        ready: false,
      }
      engine.bytes(this.exact.at, numbers * INT).fill(0)
    }
    while (key && !this.exact.ready && performance.now() < until) {
      this.exact.ready = !engine.x.exact_sweep(engine.at.told, this.exact.at, this.exact.numbers)
    }
    return !key || this.exact.ready
  }

  /** A move for the seat that must act. */
  choose({ level, seat, seed, salt, sightings, budget }: Decision): number {
    const { engine, at } = this
    const {
      x,
      about: { widest, actions, sizes, bots },
    } = engine
    const how = engine.about.levels[level]
    if (!how) throw new Error(`There is no level ${level}; the levels are ${this.levels.join(', ')}.`)
    const started = performance.now()
    engine.lookAs(seat, seed)
    engine.write(at.mind, how.mind)
    if (sightings) engine.bytes(at.shown, sightings.length).set(sightings)
    const told = sightings?.length ? sightings.length / sizes.sighting : UNTOLD
    const table = this.table()
    const { root, marks } = engine.at
    engine.bytes(marks, INT * actions).fill(0)
    const action = x.decide(
      root,
      seat,
      at.mind,
      at.shown,
      told,
      seed,
      salt,
      table.at,
      table.numbers,
      at.boards,
      at.acts,
      widest,
      marks,
      actions,
      at.moves,
      at.pad,
    )
    if (action !== SEARCH) return action
    engine.emptyTree(bots.nodes, seed, how.manner)
    this.think(seat, budget, started, how.iterations)
    return x.pick(root, at.mind, engine.tree, bots.nodes, at.moves, widest, at.pad)
  }

  /** The best moves of the seat that must act, best first, with what they do. */
  hints(question: Question): Hint[] {
    return this.advised(question).best
  }

  /** The best moves and what they do; if a played move is given, what it and the best one do, compared. */
  advised(question: Question, played?: number): { best: Hint[]; facts: Map<number, Fact[]> } {
    const moves = this.bestMoves(question)
    const actions = moves.map(({ action }) => action)
    const asked = played === undefined ? actions : [...new Set([...actions.slice(0, 1), played])]
    const told = this.told(asked, question.seat, question.seed)
    const facts = new Map(asked.map((action, k) => [action, told[k] ?? []]))
    return { best: moves.map((move) => ({ ...move, facts: facts.get(move.action) ?? [] })), facts }
  }

  /** The best moves; the root and the tree are left as the search used them. */
  private bestMoves(question: Question): Judged[] {
    const { seat, seed, budget } = question
    const { engine } = this
    const started = performance.now()
    const [only, ...others] = engine.legal()
    const alone = only !== undefined && !others.length
    const { chances, margins } = alone ? this.odds(question) : { chances: [], margins: [] }
    engine.lookAs(seat, seed)
    engine.emptyTree(engine.about.bots.nodes, seed, engine.about.manner)
    if (alone) return [{ action: only, chance: chances[seat] ?? 0, margin: margins[seat] ?? 1 }]
    let count = this.advise(seat, seed, false)
    if (!count) {
      this.think(seat, budget, started)
      count = this.advise(seat, seed, true)
    }
    return this.written(count)
  }

  /** What some moves do at first sight, at most as many as there are hints. */
  facts(actions: readonly number[], { seat, seed }: Question): Fact[][] {
    this.engine.lookAs(seat, seed)
    this.engine.emptyTree(this.engine.about.bots.nodes, seed, this.engine.about.manner)
    return this.told(actions, seat, seed)
  }

  /** What moves do in the position being thought about. */
  private told(actions: readonly number[], seat: number, seed: bigint): Fact[][] {
    const { engine, at } = this
    const {
      x,
      about: {
        widest,
        facts,
        bots: { sentences, nodes },
      },
    } = engine
    const table = this.table()
    actions.forEach((action, k) => engine.memory().setInt32(at.wanted + INT * k, action, true))
    x.explain(
      engine.at.root,
      seat,
      seed,
      at.wanted,
      actions.length,
      table.at,
      table.numbers,
      engine.tree,
      nodes,
      at.boards,
      at.acts,
      widest,
      at.moves,
      at.pad,
      at.notes,
      at.facts,
    )
    const rows = new Int32Array(x.memory.buffer, at.facts, actions.length * sentences * ROW)
    return actions.map((_, k) =>
      Array.from({ length: sentences }, (_, row) => (k * sentences + row) * ROW).flatMap((start) => {
        const found = facts[rows[start] ?? -1]
        return found
          ? [{ key: found[0], given: Object.fromEntries(found[1].map((name, n) => [name, rows[start + 1 + n] ?? 0])) }]
          : []
      }),
    )
  }

  /** The chances of all seats, as far as one seat (-1: a spectator) can know. */
  odds({ seat, seed, budget }: Question): Odds {
    const { engine, at } = this
    const players = engine.memory().getInt8(engine.at.told + engine.about.state.players)
    if (engine.over)
      return {
        chances: engine.worth(players).map((value) => Number(value > 0)),
        margins: Array<number>(players).fill(0),
      }
    const started = performance.now()
    engine.lookAs(seat, seed)
    engine.emptyTree(engine.about.bots.nodes, seed, engine.about.bots.oddsManner)
    this.think(seat, budget, started)
    engine.x.judge(engine.at.root, engine.tree, engine.about.bots.nodes, at.pad, engine.at.values, at.margins)
    const numbers = (start: number) => [...new Float64Array(engine.x.memory.buffer, start, players)]
    return { chances: numbers(engine.at.values), margins: numbers(at.margins) }
  }

  /** All moves of the seat that must act with their chances, most explored first, as far as the search knows. */
  ranked({ seat, seed, budget }: Question): Judged[] {
    const { engine, at } = this
    const {
      x,
      about: { bots, widest, manner },
    } = engine
    const started = performance.now()
    engine.lookAs(seat, seed)
    engine.emptyTree(bots.nodes, seed, manner)
    this.think(seat, budget, started)
    return this.written(x.rank(engine.at.root, engine.tree, bots.nodes, at.moves, widest, at.pad, at.hints))
  }

  /** What an action changes in the engine's position, which is the true one: only for games that are over. */
  appraise(action: number, seed: bigint, ply: number): Appraised {
    const { engine, at } = this
    const {
      x,
      about: { bots, sizes, widest },
    } = engine
    const players = engine.memory().getInt8(engine.at.told + engine.about.state.players)
    const room = (this.appraising ??= {
      weighing: engine.reserve(atob(bots.weighing).length),
      sums: engine.reserve(DOUBLE * bots.sums * widest * SEATS),
      parts: engine.reserve(DOUBLE * bots.parts * SEATS),
    })
    const table = players === 2 ? this.table() : { at: 0, numbers: 0 } // with more players the table does not give every seat's chance
    engine.write(room.weighing, bots.weighing)
    engine.bytes(engine.at.root, sizes.state).set(engine.position)
    const best = x.appraise(
      engine.at.root,
      action,
      seed,
      ply,
      room.weighing,
      table.at,
      table.numbers,
      at.boards,
      at.acts,
      widest,
      at.moves,
      at.pad,
      room.sums,
      room.parts,
    )
    const parts = Array.from({ length: bots.parts }, (_, row) => [
      ...new Float64Array(x.memory.buffer, room.parts + DOUBLE * SEATS * row, players),
    ])
    return { best, parts }
  }

  private advise(seat: number, seed: bigint, searched: boolean): number {
    const { engine, at } = this
    const {
      x,
      about: { widest, actions, bots },
    } = engine
    const { root, marks } = engine.at
    const table = this.table()
    engine.bytes(marks, INT * actions).fill(0)
    return x.advise(
      root,
      seat,
      seed,
      table.at,
      table.numbers,
      engine.tree,
      bots.nodes,
      Number(searched),
      at.boards,
      at.acts,
      widest,
      marks,
      actions,
      at.moves,
      at.pad,
      at.hints,
    )
  }

  /** The moves written by the last call. */
  private written(count: number): Judged[] {
    const {
      about: { hint, sizes },
    } = this.engine
    const memory = this.engine.memory()
    return Array.from({ length: count }, (_, k) => {
      const start = this.at.hints + k * sizes.hint
      return {
        action: memory.getInt32(start + hint.action, true),
        chance: memory.getFloat64(start + hint.chance, true),
        margin: memory.getFloat64(start + hint.margin, true),
      }
    })
  }

  /** The table of exact values, with length 0 if it is not ready. */
  private table(): { at: number; numbers: number } {
    const { at, numbers, key, ready } = this.exact
    return ready && key === this.engine.x.exact_key(this.engine.at.told) ? { at, numbers } : { at, numbers: 0 }
  }

  private roomForPast(bytes: number): number {
    if (bytes > this.past.room) this.past = { at: this.engine.reserve(bytes), room: bytes }
    return this.past.at
  }

  /** Runs this many iterations, or as many as fit into the time, checking the clock every few milliseconds. */
  private think(seat: number, { milliseconds = USUAL, iterations = 0 }: Budget, begun: number, most = 0): void {
    const { nodes } = this.engine.about.bots
    if (iterations) return this.engine.think(seat, nodes, most ? Math.min(most, iterations) : iterations)
    const deadline = begun + PUNCTUAL * milliseconds
    let left = most || Infinity
    let chunk = Math.min(left, FIRST_CHUNK)
    for (let started = performance.now(); left > 0;) {
      this.engine.think(seat, nodes, chunk)
      left -= chunk
      const now = performance.now()
      const pace = Math.max(now - started, 1e-3) / chunk
      if (now + pace > deadline) return
      chunk = Math.min(left, Math.max(1, Math.floor(Math.min(CHUNK, deadline - now) / pace)))
      started = now
    }
  }
}
