// One game being played in the page: moves, undo, forks, fingerprints; the counterpart of src/hatbox/match/match.py
// with the same rules.
import { blake2b } from '../lib/blake2b'
import { Player } from '../rules/bots'
import { everyEvent, laterOn, reveals, type Value } from '../rules/description'
import type { Engine } from '../rules/engine'
import type { GameEvent, View } from '../lib/protocol'
import type { Fork } from '../lib/record'
import { conflict, Illegal } from './problems'

export const SPECTATOR = -1
const [LINK, SALT] = [16, 6] // bytes

/** A move that was made, and what it caused. */
export interface Played {
  ply: number
  seat: number
  action: number
  tape: readonly number[]
}

interface Kept extends Played {
  before: Uint8Array
  /** Why it cannot be taken back, or empty. */
  fixed: string
}

export interface Beginning {
  players: number
  options: Readonly<Record<string, Value>>
  seed: bigint
  forks?: readonly Fork[]
  actions?: readonly number[]
}

export class Match {
  readonly players: number
  readonly seed: bigint
  readonly forks: Fork[] = []
  /** Seats that decline every offer in advance. */
  notNow: ReadonlySet<number> = new Set()
  legal: readonly number[] = []
  turn = 0
  over = false
  private readonly plies: Kept[] = []
  /** For every ply, what its fingerprint is computed from; more than one entry where a fork started. */
  private readonly marks: Uint8Array[][] = []
  private links: Uint8Array[] = []
  private now: Uint8Array
  private player: Player | undefined

  /** Starts after the given actions; the engine belongs to this match alone. */
  constructor(
    readonly engine: Engine,
    { players, options, seed, forks = [], actions = [] }: Beginning,
  ) {
    this.players = players
    this.seed = seed
    engine.begin(players, options, seed)
    this.now = engine.position
    this.look()
    this.marks.push([this.mark()])
    this.forkAt(0, forks)
    actions.forEach((action, k) => {
      this.play(action)
      this.forkAt(k + 1, forks)
    })
  }

  get ply(): number {
    return this.plies.length
  }

  get actions(): number[] {
    return this.plies.map((ply) => ply.action)
  }

  get winners(): number[] {
    this.engine.position = this.now
    return this.over ? this.engine.worth(this.players).flatMap((value, seat) => (value > 0 ? [seat] : [])) : []
  }

  get phase(): number {
    const { phase } = this.engine.about.state
    return phase < 0 ? -1 : ((this.now[phase] ?? 0) << 24) >> 24
  }

  /** Whether the seat to act has declined this offer in advance. */
  get declined(): boolean {
    return this.isOffer && this.notNow.has(this.turn)
  }

  /** Whether the seat to act may decline something. */
  get isOffer(): boolean {
    return !this.over && this.legal.includes(this.engine.about.decline)
  }

  /** Whether this offer is worth asking about for a player who wants to be asked only once. */
  get isWorthAsking(): boolean {
    const { matters } = this.engine.about
    return this.isOffer && matters !== '' && Boolean(this.forEverybody[matters])
  }

  /** What everyone may see. */
  get forEverybody(): Readonly<Record<string, unknown>> {
    this.engine.position = this.now
    return this.engine.view(SPECTATOR)
  }

  play(action: number): Played {
    if (!this.legal.includes(action)) throw this.refusal(action)
    const [seat, before, generator] = [this.turn, this.now, this.generator()]
    this.engine.position = before
    this.engine.play(action)
    const tape = this.engine.tape
    this.now = this.engine.position
    this.look()
    const fixed =
      generator !== this.generator()
        ? 'chance has spoken'
        : reveals(this.engine.about.events, tape)
          ? 'something was revealed'
          : ''
    const kept = { ply: this.plies.length + 1, seat, action, tape, before, fixed }
    this.plies.push(kept)
    this.marks.push([this.mark()])
    return kept
  }

  /** Takes back the last move: the seat must have made it and still be the one to act. */
  undo(seat: number): void {
    const last = this.plies.at(-1)
    if (!last || this.ply <= this.forkedAt) throw conflict('There is no move to take back.', 'cannot_undo')
    if (last.fixed) throw conflict(`This move cannot be taken back: ${last.fixed}.`, 'cannot_undo')
    if (this.over || seat !== last.seat || seat !== this.turn)
      throw conflict('This move cannot be taken back: it is no longer your turn.', 'cannot_undo')
    this.plies.pop()
    this.marks.pop()
    this.links.length = Math.min(this.links.length, this.marks.length)
    this.now = last.before
    this.look()
  }

  /** The seat that may take back the last move now. */
  get undoSeat(): number {
    const last = this.plies.at(-1)
    return last && !this.over && this.ply > this.forkedAt && last.seat === this.turn && !last.fixed
      ? this.turn
      : SPECTATOR
  }

  /** The whole position after `ply` moves. */
  position(ply = this.ply): Uint8Array {
    return this.plies[ply]?.before ?? this.now
  }

  played(ply: number): Played | undefined {
    return this.plies[ply - 1]
  }

  seatAt(ply: number): number {
    return this.plies[ply]?.seat ?? this.turn
  }

  view(seat: number, aid: boolean, ply = this.ply): View {
    this.engine.position = this.position(ply)
    return this.engine.view(seat, aid) as unknown as View
  }

  /** What a move showed a seat. */
  events(tape: readonly number[], seat: number): GameEvent[] {
    return this.engine.events(seat, tape) as GameEvent[]
  }

  /** Everything a move caused, including secrets. */
  allEvents(tape: readonly number[]): GameEvent[] {
    return everyEvent(this.engine.about.events, tape) as GameEvent[]
  }

  /** The same as a log keeps it for viewers without the memory aid. */
  later(events: readonly GameEvent[]): GameEvent[] {
    return events.map((event) => laterOn(this.engine.about.events, event) as GameEvent)
  }

  /** A position in which everything a seat cannot know is redrawn: what a bot may get. */
  guess(seat: number, seed: bigint, ply = this.ply): Uint8Array {
    this.engine.position = this.position(ply)
    this.engine.redraw(seat, seed)
    return this.engine.position
  }

  /** What the seat to act after `ply` moves had been shown by then. */
  sightings(ply: number): Uint8Array {
    this.player ??= new Player(this.engine)
    this.engine.position = this.position(ply)
    const past = this.plies.slice(Math.max(0, ply - this.engine.about.bots.longest), ply)
    return this.player.sightings(
      past.map(({ before, action }) => ({ position: before, action })),
      this.seatAt(ply),
      ply,
    )
  }

  /** A number that is unique to every game and does not reveal its seed. */
  get salt(): bigint {
    return blake2b(new TextEncoder().encode(`salt ${this.seed}`), SALT).reduce(
      (sum, byte) => (sum << 8n) | BigInt(byte),
      0n,
    )
  }

  /** The record as a seat sees it, always redrawn in the same way; null: moves cannot be previewed. */
  known(seat: number): Uint8Array | null {
    const { previews } = this.engine.about
    if (!previews) return null
    const [leftOut, unless] = previews
    const record = this.now.slice()
    if (unless < 0 || !record[unless]) for (const [at, length] of leftOut) record.fill(0, at, at + length)
    this.engine.position = record
    this.engine.redraw(seat, 0n)
    return this.engine.position
  }

  legalAt(ply: number): number[] {
    this.engine.position = this.position(ply)
    return this.engine.legal()
  }

  /** A fingerprint of the whole game so far. */
  get hash(): string {
    return [...(this.chain().at(-1) ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  /** Two characters per ply, the setup first. */
  get checks(): string {
    return this.chain()
      .map((link) =>
        btoa(String.fromCharCode(...link.subarray(0, 3)))
          .slice(0, 2)
          .replaceAll('+', '-')
          .replaceAll('/', '_'),
      )
      .join('')
  }

  private get forkedAt(): number {
    return this.forks.at(-1)?.ply ?? 0
  }

  private refusal(action: number): Illegal {
    if (this.over) return new Illegal('The game is over.', '', 'over', {})
    const { actions } = this.engine.about
    if (!Number.isInteger(action) || action < 0 || action >= actions)
      return new Illegal(`Actions are 0 to ${actions - 1}, not ${action}.`, '', 'unknown', {})
    this.engine.position = this.now
    const { rule, reason, given } = this.engine.refusal(action)
    return new Illegal('This is not allowed now.', rule, reason, given)
  }

  private look(): void {
    this.engine.position = this.now
    this.turn = this.engine.turn
    this.over = this.engine.over
    this.legal = this.engine.legal()
  }

  private generator(): bigint {
    return new DataView(this.now.buffer).getBigUint64(this.engine.about.state.rng, true)
  }

  /** What the fingerprint of a ply is computed from: generator, turn, legal list, outcome. */
  private mark(): Uint8Array {
    const turn = this.now[this.engine.about.state.turn]
    const legal = new Uint8Array(Int16Array.from(this.legal).buffer)
    const worth = this.over ? new Uint8Array(Float64Array.from(this.engine.worth(this.players)).buffer) : []
    return Uint8Array.from([...new TextEncoder().encode(`${this.generator()} ${turn} `), ...legal, 32, ...worth])
  }

  /** Forks from the other game: new dice and new hidden information, because the record of the other game is public. */
  private forkAt(ply: number, forks: readonly Fork[]): void {
    for (const fork of forks.filter((one) => one.ply === ply)) {
      this.engine.position = this.now
      this.engine.redraw(SPECTATOR, BigInt(fork.seed))
      this.now = this.engine.position
      this.look()
      this.marks.at(-1)?.push(this.mark())
      this.forks.push(fork)
    }
  }

  /** The fingerprints, computed on first use. */
  private chain(): readonly Uint8Array[] {
    for (let ply = this.links.length; ply < this.marks.length; ply++) {
      let link = this.links[ply - 1] ?? new Uint8Array()
      for (const mark of this.marks[ply] ?? []) link = blake2b(Uint8Array.from([...link, ...mark]), LINK)
      this.links.push(link)
    }
    return this.links
  }
}
