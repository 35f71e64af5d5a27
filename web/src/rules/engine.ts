// The rules in the browser: the same code as at the table, compiled from the same source. One engine holds one game.
import { CHANCE, type Description, describe, notesOf, readEvent, readView, type Value } from './description'

export interface Refusal {
  rule: string
  reason: string
  given: Record<string, number | string>
}

/** A move that the search has looked at: how often, and what it is worth for the seat on average. */
export interface Thought {
  action: number
  visits: number
  value: number
}

interface Exports {
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
  clear(tree: number, nodes: number, desk: number, seed: bigint): void
  think(root: number, seat: number, tree: number, nodes: number, desk: number, manner: number, times: number, acts: number, room: number, marks: number, actions: number): void
}

const PAGE = 65_536
const GIVEN = 256 // a refusal is its reason plus this times what is given
const SEATS = 6
const INT = 4
const DOUBLE = 8

export class Engine {
  readonly about: Description
  private readonly x: Exports
  private readonly at: Record<'told' | 'view' | 'acts' | 'values' | 'root' | 'desk' | 'manner' | 'marks', number>
  private readonly end: number

  constructor(module: WebAssembly.Module) {
    this.about = describe(module)
    this.x = new WebAssembly.Instance(module).exports as unknown as Exports
    const { sizes, widest, actions } = this.about
    const manner = Uint8Array.from(atob(this.about.manner), (letter) => letter.charCodeAt(0))
    let end = this.x.heap.value
    const room = (bytes: number): number => {
      const start = end
      end = 16 * Math.ceil((start + bytes) / 16)
      return start
    }
    this.at = {
      told: room(sizes.told), view: room(sizes.view), acts: room(2 * widest), values: room(DOUBLE * SEATS),
      root: room(2 * sizes.state), desk: room(sizes.desk), manner: room(manner.length), marks: room(INT * actions),
    }
    this.end = end
    this.need(end)
    this.bytes(this.at.manner, manner.length).set(manner)
  }

  /** Begins a game; options that are not given are as usual. */
  begin(players: number, options: Readonly<Record<string, Value>>, seed: bigint): void {
    const { state, ruleset, sizes } = this.about
    this.bytes(this.at.told, sizes.told).fill(0)
    const memory = this.memory()
    memory.setInt8(this.at.told + state.players, players)
    memory.setInt8(this.at.told + state.ruleset, ruleset)
    for (const [name, [at, type, usual, choices]] of Object.entries(this.about.options)) {
      const given = options[name] ?? usual
      const stored = choices.length ? [choices.indexOf(given)] : [given].flat().map(Number)
      stored.forEach((one, k) => memory[`set${type}`](this.at.told + at + k * (Number(/\d+/.exec(type)?.[0]) / 8), one, true))
    }
    this.x.begin(this.at.told, seed)
  }

  /** The whole position: kept to take a move back, or given by a table. */
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

  /** The numbers that the last action has noted. */
  get tape(): number[] {
    const { said, tape } = this.about.state
    return [...new Int16Array(this.x.memory.buffer, this.at.told + tape, this.memory().getInt32(this.at.told + said, true))]
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

  /** What the last action did until something was drawn, and whether anything was. */
  untilChance(seat: number): { events: { kind: string }[]; chance: boolean } {
    const tape = this.tape
    const end = tape.indexOf(CHANCE)
    return { events: this.events(seat, end < 0 ? tape : tape.slice(0, end)), chance: end >= 0 }
  }

  /** What a finished game is worth for each seat, or what a running one may be worth. */
  worth(players: number): number[] {
    const ask = this.over ? this.x.worth : this.x.guess
    ask(this.at.told, this.at.values)
    return [...new Float64Array(this.x.memory.buffer, this.at.values, players)]
  }

  /** Draws anew all that a seat cannot know. */
  redraw(seat: number, seed: bigint): void {
    this.x.redraw(this.at.told, seat, seed)
  }

  /** Begins to think about the position for a seat, in a tree of so many nodes; the position must be redrawn for it. */
  startThinking(nodes: number, seed: bigint): void {
    const { at, about: { sizes, actions } } = this
    this.need(this.end + nodes * sizes.node)
    this.bytes(at.root, sizes.state).set(this.position)
    this.bytes(at.desk, sizes.desk).fill(0)
    this.bytes(at.marks, INT * actions).fill(0)
    this.x.clear(this.end, nodes, at.desk, seed)
  }

  think(seat: number, nodes: number, iterations: number): void {
    const { at, about: { actions, widest } } = this
    this.x.think(at.root, seat, this.end, nodes, at.desk, at.manner, iterations, at.acts, widest, at.marks, actions)
  }

  /** The moves that were thought of. */
  thoughts(): Thought[] {
    const { about: { sizes, node } } = this
    const memory = this.memory()
    const found: Thought[] = []
    const start = (child: number) => this.end + child * sizes.node
    for (let child = memory.getInt32(this.end + node.child, true); child >= 0; child = memory.getInt32(start(child) + node.sibling, true)) {
      const visits = memory.getInt32(start(child) + node.visits, true)
      found.push({ action: memory.getInt16(start(child) + node.action, true), visits, value: memory.getFloat32(start(child) + node.total, true) / Math.max(1, visits) })
    }
    return found
  }

  private need(bytes: number): void {
    const missing = bytes - this.x.memory.buffer.byteLength
    if (missing > 0) this.x.memory.grow(Math.ceil(missing / PAGE))
  }

  private memory(): DataView {
    return new DataView(this.x.memory.buffer)
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.x.memory.buffer, at, length)
  }
}
