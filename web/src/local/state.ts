// The state of a table in the page, derived from its log: the same fold for a new change and for a table that is
// loaded.
import type { Review, Standing, Status } from '../lib/protocol'
import type { Engine } from '../rules/engine'
import { type Boards, boardOf } from './catalogue'
import { type Change, isOnBoard, type Made, readSeat, type Seat } from './journal'
import { Match, type Played } from './match'
import { conflict } from './problems'

const TAIL = 12 // moves that a newcomer is sent
const [SECOND, MINUTE] = [1000, 60_000]

export class TableState {
  seats: Seat[]
  v = 1
  /** The version of the last change on the board. */
  positionV = 0
  match: Match | null = null
  rematch: string | null = null
  /** What the review of the finished game found. */
  review: Review | null = null
  /** Moves by the page's own IDs, so that sending one again does not play it again. */
  readonly ids = new Map<string, number>()
  tail: { v: number; played: Played }[] = []
  /** Versions of moves that a bot could not choose itself. */
  readonly atRandom = new Set<number>()
  readonly standing = new Map<number, Standing>()
  /** By seat: the positions where its help gave a hint. */
  readonly hinted = new Map<number, Set<string>>()
  /** By seat: the positions where it was warned. */
  readonly warned = new Map<number, Set<string>>()
  /** Milliseconds by seat; empty: no clocks. */
  left: number[] = []
  /** Seats whose time is up: a bot plays on. */
  readonly flagged = new Set<number>()

  constructor(
    readonly code: string,
    public made: Made,
    private readonly engine: Engine,
    private readonly boards: Boards,
  ) {
    if (engine.about.ruleset !== made.ruleset)
      throw conflict(`This game follows ruleset ${made.ruleset}; this page has ${engine.about.ruleset}.`, 'old_rules')
    this.seats = made.seats.map(readSeat)
  }

  get layout(): unknown {
    return boardOf(this.boards, this.made.players, this.made.options)
  }

  get status(): Status {
    return !this.match ? 'waiting' : this.match.over ? 'over' : 'playing'
  }

  get secrets(): boolean {
    return this.engine.about.secrets
  }

  /** The commitment that binds the table to its dice. */
  get promise(): string {
    return this.made.draw?.promise ?? ''
  }

  get people(): number[] {
    return this.seats.flatMap((seat, number) => (seat.kind === 'person' ? [number] : []))
  }

  get openSeats(): number[] {
    return this.seats.flatMap((seat, number) => (seat.kind === 'open' ? [number] : []))
  }

  /** Whether people may ask for hints; unless someone chose, whenever one person plays against bots. */
  get hints(): boolean {
    return this.made.hints ?? (!this.openSeats.length && this.people.length <= 1)
  }

  hintsTaken(seat: number): number {
    return this.hinted.get(seat)?.size ?? 0
  }

  /** How many hints are left, if they are counted. */
  hintsLeft(seat: number): number | null {
    const given = this.seats[seat]?.help.hints ?? 0
    return given > 0 && !this.hints ? Math.max(0, given - this.hintsTaken(seat)) : null
  }

  warningsTaken(seat: number): number {
    return this.warned.get(seat)?.size ?? 0
  }

  /** Whether a viewer with these seats gets the memory aid; all of the seats must have it. */
  hasAid(viewer: readonly number[]): boolean {
    return this.made.aid || (viewer.length > 0 && viewer.every((seat) => this.seats[seat]?.help.aid === true))
  }

  get hasOffers(): boolean {
    return this.engine.about.decline >= 0
  }

  answer(seat: number): Standing {
    return this.standing.get(seat) ?? 'once'
  }

  /** Whether a bot acts now: one in this seat, or one for a person whose time is up. */
  get isBotsTurn(): boolean {
    const { match } = this
    return match !== null && !match.over && (this.seats[match.turn]?.kind === 'bot' || this.flagged.has(match.turn))
  }

  /** Whether nobody sees what is being chosen: a bot that pretends to think then only makes people wait. */
  get isUnseen(): boolean {
    return this.match !== null && this.engine.about.unnoticed.includes(this.match.phase)
  }

  /** Whether no person takes part until the next round: nobody wants to watch bots think. */
  get areOut(): boolean {
    const { sits_out } = this.engine.about
    if (!sits_out || !this.match || !this.people.length) return false
    const out = this.match.forEverybody[sits_out] as readonly number[]
    return this.people.every((seat) => out.includes(seat))
  }

  /**
   * Applies one change and raises the version; for a move, returns what it did. Changes that the rules refuse have no
   * effect.
   */
  fold(entry: Change): Played | null {
    const played = this.changed(entry)
    this.v++
    if (isOnBoard(entry)) this.positionV = this.v
    if (played) this.tail = [...this.tail, { v: this.v, played }].slice(-TAIL)
    if (entry.k === 'acted' && entry.id) this.ids.set(entry.id, this.v)
    if (entry.k === 'acted' && entry.at_random) this.atRandom.add(this.v)
    if (this.match && this.hasOffers) this.match.notNow = this.notNow(this.match)
    return played
  }

  /** The seats of people who do not want to be asked now. */
  private notNow(match: Match): Set<number> {
    const asked: readonly Standing[] = match.isWorthAsking ? ['once', 'ask'] : ['ask']
    return new Set(this.people.filter((seat) => !asked.includes(this.answer(seat))))
  }

  private changed(entry: Change): Played | null {
    switch (entry.k) {
      case 'seated':
        for (const [number, seat] of Object.entries(entry.seats)) this.seats[Number(number)] = readSeat(seat)
        return null
      case 'agreed': {
        const { k: _, ...agreed } = entry
        this.made = { ...this.made, ...agreed }
        this.seats = entry.seats.map(readSeat)
        this.standing.clear() // keyed by seats that may have moved
        return null
      }
      case 'started':
        this.match = this.firstPosition()
        if (this.made.clock) this.left = this.seats.map(() => (this.made.clock?.minutes ?? 0) * MINUTE)
        return null
      case 'acted':
        return this.acted(entry)
      case 'undone':
        this.match?.undo(entry.seat)
        this.spend(entry.seat, entry.ms)
        this.tail = this.tail.slice(0, -1)
        return null
      case 'rematched':
        this.rematch = entry.code
        return null
      case 'stood':
        this.standing.set(entry.seat, entry.answer)
        return null
      case 'hinted':
        this.noteHere(this.hinted, entry.seat)
        return null
      case 'warned':
        this.noteHere(this.warned, entry.seat)
        return null
      case 'ticked':
        this.spend(entry.seat, entry.ms)
        if (entry.flag) this.flagged.add(entry.seat)
        return null
      case 'reviewed':
        this.review = { plies: [...entry.plies], account: entry.account ?? null }
        return null
    }
  }

  private noteHere(where: Map<number, Set<string>>, seat: number): void {
    where.set(seat, new Set([...(where.get(seat) ?? []), this.match?.hash ?? '']))
  }

  private acted({ seat, action, ms, by }: Extract<Change, { k: 'acted' }>): Played | null {
    if (by === 'person' && this.match?.isOffer && this.answer(seat) === 'once') this.standing.set(seat, 'not_now')
    const played = this.match?.play(action) ?? null
    this.spend(seat, ms)
    if (this.left.length && this.match?.turn !== seat)
      this.left[seat] = (this.left[seat] ?? 0) + (this.made.clock?.seconds ?? 0) * SECOND
    return played
  }

  private spend(seat: number, ms: number): void {
    if (this.left.length) this.left[seat] = Math.max(0, (this.left[seat] ?? 0) - ms)
  }

  /** The match before its first move at this table. */
  private firstPosition(): Match {
    const { players, options, seed, actions, forks } = this.made
    return new Match(this.engine, { players, options, seed: BigInt(seed), actions, forks })
  }
}
