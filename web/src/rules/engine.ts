// The rules in the browser: the same code as on the table, compiled from the same source. One engine holds one game.
import { CHANCE, type Description, describe, notesOf, readEvent, readView, type Value } from './description'

export interface Refusal {
  rule: string
  reason: string
  given: Record<string, number | string>
}

/** A move that the search has explored: how often, and its average value for the seat. */
export interface Thought {
  action: number
  visits: number
  value: number
}

/** What a module can do, by addresses in its memory: src/hatbox/wasm/exports.py. */
export interface Exports {
  memory: WebAssembly.Memory
  heap: WebAssembly.Global<'i32'>
  begin(told: number, seed: bigint): void
  play(told: number, action: number): void
  list_legal(told: number, acts: number, room: number): number
  refuse(told: number, action: number): number
  show(told: number, seat: number, aid: number, view: number): void
  worth(told: number, values: number): void
  guess(told: number, values: number): void
  redraw(told: number, seat: number, seed: bigint): void
  play_games(
    root: number,
    seed: bigint,
    lengths: number,
    values: number,
    times: number,
    acts: number,
    room: number,
  ): number
  clear(tree: number, nodes: number, desk: number, seed: bigint): void
  think(
    root: number,
    seat: number,
    tree: number,
    nodes: number,
    desk: number,
    manner: number,
    times: number,
    acts: number,
    room: number,
    marks: number,
    actions: number,
  ): void
  reach(root: number): number
  recall(
    root: number,
    seat: number,
    history: number,
    past: number,
    times: number,
    skipped: number,
    shown: number,
  ): number
  exact_key(root: number): number
  exact_size(root: number): number
  exact_sweep(root: number, table: number, numbers: number): number
  decide(
    root: number,
    seat: number,
    mind: number,
    shown: number,
    count: number,
    seed: bigint,
    salt: bigint,
    table: number,
    numbers: number,
    boards: number,
    acts: number,
    room: number,
    marks: number,
    actions: number,
    moves: number,
    pad: number,
  ): number
  pick(root: number, mind: number, tree: number, nodes: number, moves: number, room: number, pad: number): number
  advise(
    root: number,
    seat: number,
    seed: bigint,
    table: number,
    numbers: number,
    tree: number,
    nodes: number,
    searched: number,
    boards: number,
    acts: number,
    room: number,
    marks: number,
    actions: number,
    moves: number,
    pad: number,
    hints: number,
  ): number
  explain(
    root: number,
    seat: number,
    seed: bigint,
    wanted: number,
    count: number,
    table: number,
    numbers: number,
    tree: number,
    nodes: number,
    boards: number,
    acts: number,
    room: number,
    moves: number,
    pad: number,
    notes: number,
    facts: number,
  ): void
  rank(root: number, tree: number, nodes: number, moves: number, room: number, pad: number, hints: number): number
  appraise(
    root: number,
    action: number,
    seed: bigint,
    ply: number,
    weighing: number,
    table: number,
    numbers: number,
    boards: number,
    acts: number,
    room: number,
    moves: number,
    pad: number,
    sums: number,
    parts: number,
  ): number
  judge(root: number, tree: number, nodes: number, pad: number, values: number, margins: number): void
}

const PAGE = 65_536
const GIVEN = 256 // a refusal is its reason plus this times the given value
export const SEATS = 6
const INT = 4
const DOUBLE = 8

export class Engine {
  readonly about: Description
  readonly x: Exports
  readonly at: Record<'told' | 'view' | 'acts' | 'values' | 'root' | 'desk' | 'manner' | 'marks', number>
  private end: number

  constructor(module: WebAssembly.Module) {
    this.about = describe(module)
    this.x = new WebAssembly.Instance(module).exports as unknown as Exports
    this.end = this.x.heap.value
    const { sizes, widest, actions } = this.about
    const room = (bytes: number) => this.reserve(bytes)
    this.at = {
      told: room(sizes.told),
      view: room(sizes.view),
      acts: room(2 * widest),
      values: room(DOUBLE * SEATS),
      root: room(2 * sizes.state),
      desk: room(sizes.desk),
      manner: room(atob(this.about.manner).length),
      marks: room(INT * actions),
    }
  }

  /** Reserves memory permanently, all zero; the search tree is placed after everything reserved. */
  reserve(bytes: number): number {
    const start = this.end
    this.end = 16 * Math.ceil((start + bytes) / 16)
    this.need(this.end)
    this.bytes(start, bytes).fill(0)
    return start
  }

  /** Where the search tree starts. */
  get tree(): number {
    return this.end
  }

  /** Starts a game; options that are not given have their defaults. */
  begin(players: number, options: Readonly<Record<string, Value>>, seed: bigint): void {
    this.choose(players, options)
    this.x.begin(this.at.told, seed)
  }

  /** Writes players and options into an empty position. */
  private choose(players: number, options: Readonly<Record<string, Value>>): void {
    const { state, ruleset, sizes } = this.about
    this.bytes(this.at.told, sizes.told).fill(0)
    const memory = this.memory()
    memory.setInt8(this.at.told + state.players, players)
    memory.setInt8(this.at.told + state.ruleset, ruleset)
    for (const [name, [at, type, usual, choices]] of Object.entries(this.about.options)) {
      const given = options[name] ?? usual
      const stored = choices.length ? [choices.indexOf(given)] : [given].flat().map(Number)
      stored.forEach((one, k) =>
        memory[`set${type}`](this.at.told + at + k * (Number(/\d+/.exec(type)?.[0]) / 8), one, true),
      )
    }
  }

  /** Plays random games, the first with that seed, and returns how many actions each took. */
  playGames(players: number, options: Readonly<Record<string, Value>>, seed: bigint, games: number): Int32Array {
    this.choose(players, options)
    const { root, acts } = this.at
    this.bytes(root, this.about.sizes.state).set(this.position)
    const lengths = this.tree
    const values = 16 * Math.ceil((lengths + INT * games) / 16)
    this.need(values + DOUBLE * SEATS * games)
    this.x.play_games(root, seed, lengths, values, games, acts, this.about.widest)
    return new Int32Array(this.x.memory.buffer, lengths, games).slice()
  }

  /** The whole position: saved to take back a move, or sent by a table. */
  get position(): Uint8Array {
    return this.bytes(this.at.told, this.about.sizes.state).slice()
  }
  set position(kept: Uint8Array) {
    this.bytes(this.at.told, this.about.sizes.state).set(kept)
  }

  get turn(): number {
    return this.memory().getInt8(this.at.told + this.about.state.turn)
  }

  get over(): boolean {
    return this.memory().getInt8(this.at.told + this.about.state.over) !== 0
  }

  /** The numbers that the last action noted. */
  get tape(): number[] {
    const { said, tape } = this.about.state
    return [
      ...new Int16Array(this.x.memory.buffer, this.at.told + tape, this.memory().getInt32(this.at.told + said, true)),
    ]
  }

  legal(): number[] {
    const count = this.x.list_legal(this.at.told, this.at.acts, this.about.widest)
    return [...new Int16Array(this.x.memory.buffer, this.at.acts, count)]
  }

  play(action: number): void {
    this.x.play(this.at.told, action)
  }

  /** What a seat (-1: a spectator) may see; `aid` is the memory aid. */
  view(seat: number, aid = false): Record<string, unknown> {
    const { at, about } = this
    this.x.show(at.told, seat, aid ? 1 : 0, at.view)
    return readView(about.view, new Int32Array(this.x.memory.buffer, at.view, about.sizes.view / INT))
  }

  refusal(action: number): Refusal {
    const answer = this.x.refuse(this.at.told, action)
    const [rule, reason, given, words] = this.about.reasons[answer % GIVEN] ?? ['', '', '', []]
    const value = Math.floor(answer / GIVEN)
    return { rule, reason, given: given ? { [given]: words.length ? (words[value] ?? '') : value } : {} }
  }

  /** What the last action did, as a seat (-1: a spectator) may see it. */
  events(seat: number, tape: readonly number[] = this.tape): { kind: string }[] {
    return notesOf(tape).flatMap((note) => readEvent(this.about.events, note, seat) ?? [])
  }

  /** What the last action did before anything was drawn at random, and whether anything was. */
  untilChance(seat: number): { events: { kind: string }[]; chance: boolean } {
    const tape = this.tape
    const end = tape.indexOf(CHANCE)
    return { events: this.events(seat, end < 0 ? tape : tape.slice(0, end)), chance: end >= 0 }
  }

  /** The value of a finished game for each seat, or an estimate for a running one. */
  worth(players: number): number[] {
    const ask = this.over ? this.x.worth : this.x.guess
    ask(this.at.told, this.at.values)
    return [...new Float64Array(this.x.memory.buffer, this.at.values, players)]
  }

  /** Redraws everything that a seat cannot know. */
  redraw(seat: number, seed: bigint): void {
    this.x.redraw(this.at.told, seat, seed)
  }

  /**
   * Starts thinking about the position for a seat, in a tree of this many nodes; the position must be redrawn for it
   * first.
   */
  startThinking(nodes: number, seed: bigint): void {
    this.bytes(this.at.root, this.about.sizes.state).set(this.position)
    this.emptyTree(nodes, seed, this.about.manner)
  }

  /** Makes the position, as a seat (-1: a spectator) may know it, the root of all thinking. */
  lookAs(seat: number, seed: bigint): void {
    this.bytes(this.at.root, this.about.sizes.state).set(this.position)
    this.x.redraw(this.at.root, seat, seed)
  }

  /** Clears the tree for thinking about the root in some manner, given as base64. */
  emptyTree(nodes: number, seed: bigint, manner: string): void {
    const {
      at,
      about: { sizes, actions },
    } = this
    this.need(this.end + nodes * sizes.node)
    this.write(at.manner, manner)
    this.bytes(at.desk, sizes.desk).fill(0)
    this.bytes(at.marks, INT * actions).fill(0)
    this.x.clear(this.end, nodes, at.desk, seed)
  }

  think(seat: number, nodes: number, iterations: number): void {
    const {
      at,
      about: { actions, widest },
    } = this
    this.x.think(at.root, seat, this.end, nodes, at.desk, at.manner, iterations, at.acts, widest, at.marks, actions)
  }

  /** The moves that the search explored. */
  thoughts(): Thought[] {
    const {
      about: { sizes, node },
    } = this
    const memory = this.memory()
    const found: Thought[] = []
    const start = (child: number) => this.end + child * sizes.node
    for (
      let child = memory.getInt32(this.end + node.child, true);
      child >= 0;
      child = memory.getInt32(start(child) + node.sibling, true)
    ) {
      const visits = memory.getInt32(start(child) + node.visits, true)
      found.push({
        action: memory.getInt16(start(child) + node.action, true),
        visits,
        value: memory.getFloat32(start(child) + node.total, true) / Math.max(1, visits),
      })
    }
    return found
  }

  /** Writes bytes given as base64. */
  write(at: number, base64: string): void {
    new Uint8Array(this.x.memory.buffer, at).set(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
  }

  private need(bytes: number): void {
    const missing = bytes - this.x.memory.buffer.byteLength
    if (missing > 0) this.x.memory.grow(Math.ceil(missing / PAGE))
  }

  memory(): DataView {
    return new DataView(this.x.memory.buffer)
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.x.memory.buffer, at, length)
  }
}
