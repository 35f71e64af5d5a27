// An open table in the page: its state, its viewers, and the only way to change it.
import type { Ack, Frame, Nack } from '../lib/protocol'
import { USUAL_LEVEL } from '../schema/table'
import { TableClocks } from './clocks'
import type { Change, Entry } from './journal'
import type { Played } from './match'
import { conflict, Illegal, Refused } from './problems'
import type { TableState } from './state'
import type { Head, Store } from './store'
import { type Advice, questionOf, STRONGEST, type Thinker, TIMES, type Trial } from './thinking'
import { moveFrame, moveInLog, nowFor, tableFor, type Viewer } from './views'

export interface Connection {
  watch: boolean
  push(frame: Frame): void
}

export interface Services {
  store: Store
  thinker: Thinker
  trial: Trial
  /** How long bots pretend to think, in milliseconds. */
  pause: readonly [shortest: number, longest: number]
  /** Moves that are played automatically after those that the table was made with. */
  told?: readonly number[]
  /** Builds the state of a table from its log. */
  wake(code: string): Promise<TableState>
  /** Tells other pages of this browser that a table has changed. */
  tell(code: string): void
}

const RETRY = 2_000 // milliseconds until bots retry what could not be stored
const NOT_SAVED = 'The game could not be saved. Please try again.'

export class OpenTable {
  readonly connections = new Set<Connection>()
  readonly clocks = new TableClocks(this)
  /** The latest advice for a position, so that hints and warnings always agree there. */
  private lastAdvice: { position: string; advice: Promise<Advice> } | null = null
  private last: Promise<unknown> = Promise.resolve()
  private thinkingFor = -1

  constructor(
    public state: TableState,
    readonly services: Services,
  ) {}

  /** One job after the other: nobody sees a change before it is stored. */
  ask<T>(job: () => T | Promise<T>): Promise<T> {
    const done = this.last.then(job)
    this.last = done.catch(() => undefined)
    return done
  }

  /** Changes the table, the only way to do so: fold, store, show. A change that cannot be stored did not happen. */
  async commit(entry: Change, acknowledge?: (v: number) => void): Promise<void> {
    const { state, services } = this
    const played = state.fold(entry)
    try {
      await services.store.append(state.code, state.v, [entry], isInLists(entry, state) ? headOf(state) : undefined)
    } catch {
      await this.startAgain()
      throw new Refused(NOT_SAVED, 'store', 503)
    }
    services.tell(state.code)
    acknowledge?.(state.v)
    this.show(entry, played)
  }

  /** Another page of this browser has changed the table. */
  async catchUp(): Promise<void> {
    for (const entry of await this.services.store.entries(this.state.code, this.state.v))
      this.show(entry, this.state.fold(entry as Change))
  }

  /** Whether the table has no viewers and no bot is thinking about it. */
  get idle(): boolean {
    return !this.connections.size && this.thinkingFor < 0
  }

  connect(connection: Connection): void {
    this.connections.add(connection)
  }

  async leave(connection: Connection): Promise<void> {
    this.connections.delete(connection)
    if (!this.connections.size) await this.clocks.pause()
  }

  viewer(connection: Connection): Viewer {
    return connection.watch ? [] : this.state.people
  }

  /** What a viewer needs who has seen the table up to a version. */
  greet(connection: Connection, lastV: number): void {
    if (lastV !== this.state.v) this.welcome(connection)
    connection.push({
      t: 'presence',
      seats: this.state.seats.map((seat) => seat.kind !== 'open'),
      watching: 0,
      away: this.state.seats.map(() => null),
      last_here: [],
      vacation_until: [],
    })
    this.look()
  }

  /** A person's move: acknowledged once it is stored and before it is shown, or refused with a reason. */
  async act(
    message: { id: string; v_seen: number; seat: number; action: number },
    reply: (answer: Ack | Nack) => void,
  ): Promise<void> {
    const { id, seat, action } = message
    const known = this.state.ids.get(id)
    if (known !== undefined) return reply({ t: 'ack', id, v: known })
    const nack = (code: Nack['code'], sentence: string, why: Partial<Nack> = {}) =>
      reply({ t: 'nack', id, code, rule: '', reason: '', sentence, v: this.state.v, given: {}, ...why })
    const { match, positionV, v } = this.state
    if (!this.state.people.includes(seat)) return nack('not_yours', 'This is not your seat.')
    if (!match) return nack('not_started', 'The game has not started yet.')
    if (match.over) return nack('over', 'The game is over.')
    if (message.v_seen < positionV || message.v_seen > v)
      return nack('stale', 'The table has moved on. Have another look, then choose again.')
    if (match.turn !== seat)
      return nack('not_your_turn', `Not yet: it’s ${this.state.seats[match.turn]?.name ?? ''}’s turn.`)
    if (this.state.flagged.has(seat)) return nack('not_your_turn', 'Your time is up: a bot plays for you.')
    try {
      await this.commit({ k: 'acted', seat, action, id, by: 'person', ms: this.clocks.spent() }, (at) =>
        reply({ t: 'ack', id, v: at }),
      )
    } catch (error) {
      if (error instanceof Illegal)
        nack('illegal', error.message, { rule: error.rule, reason: error.reason, given: error.given })
      else nack('store', NOT_SAVED)
    }
  }

  /** The best bot's view of the current position, from what the seat to act may know. */
  async advice(position: string): Promise<Advice> {
    const { match, made } = this.state
    if (match?.hash !== position) throw conflict('The table has moved on.', 'stale')
    if (this.lastAdvice?.position !== position) {
      const advice = this.services.thinker.advise(questionOf(made, match, STRONGEST, TIMES.hint, this.services.trial))
      this.lastAdvice = { position, advice }
      advice.catch(() => (this.lastAdvice = null))
    }
    return this.lastAdvice.advice.catch(() => {
      throw conflict('No hint is available right now. Please try again.', 'no_hint')
    })
  }

  /** Lets clocks, standing answers and bots react to changes. */
  look(): void {
    const { state } = this
    if (![...this.connections].some((connection) => !connection.watch)) return // a big screen leaves it to the players' page
    this.clocks.look()
    if (state.match?.declined) void this.ask(() => this.decline()).catch(() => undefined)
    else if ((state.isBotsTurn || this.told !== undefined) && this.thinkingFor !== state.positionV) void this.think()
  }

  /** The move to be played automatically now. */
  private get told(): number | undefined {
    const { match, made } = this.state
    return match && !match.over ? this.services.told?.[match.ply - made.actions.length] : undefined
  }

  private async decline(): Promise<void> {
    const { match } = this.state
    if (match?.declined)
      await this.commit({
        k: 'acted',
        seat: match.turn,
        action: match.engine.about.decline,
        id: '',
        by: 'standing',
        ms: 0,
      })
  }

  /** Decides, waits long enough to look like thinking, then acts if the position is the same. */
  private async think(): Promise<void> {
    const {
      state,
      services: {
        thinker,
        trial,
        pause: [shortest, longest],
      },
    } = this
    const { match, positionV, made } = state
    if (!match) return
    this.thinkingFor = positionV
    const seat = match.turn
    const told = this.told
    const question = questionOf(made, match, state.seats[seat]?.level || USUAL_LEVEL, TIMES.bot, trial)
    const pause = state.isUnseen || state.areOut ? 0 : (trial.pause ?? shortest + Math.random() * (longest - shortest))
    const anyMove = question.moves[Number(question.seed % BigInt(question.moves.length))] ?? 0
    const [thought] = await Promise.all([
      told ?? thinker.choose(question).catch(() => -1),
      new Promise((resolve) => setTimeout(resolve, pause)),
    ])
    const atRandom = !question.moves.includes(thought)
    const action = atRandom ? anyMove : thought
    await this.ask(async () => {
      this.thinkingFor = -1
      if (this.state.positionV === positionV && (this.state.isBotsTurn || told !== undefined))
        await this.commit({ k: 'acted', seat, action, id: '', by: 'bot', ms: 0, ...(atRandom && { at_random: true }) })
      else this.look()
    }).catch(() => undefined)
  }

  private show(entry: Entry, played: Played | null): void {
    const moved = entry.k === 'acted' || entry.k === 'undone'
    for (const connection of this.connections) {
      if (moved) this.showBoard(connection, played)
      if (!moved || this.state.match?.over) this.showTable(connection)
    }
    this.look()
  }

  private showBoard(connection: Connection, played: Played | null): void {
    const { state } = this
    const now = nowFor(state, this.viewer(connection), this.clocks.now())
    if (!now) return
    connection.push(
      played
        ? moveFrame(state, state.v, played, this.viewer(connection), now)
        : { t: 'undone', v: state.v, ply: now.ply, now },
    )
  }

  private showTable(connection: Connection): void {
    const { state } = this
    connection.push({
      t: 'table',
      v: state.v,
      table: tableFor(state, connection.watch),
      now: nowFor(state, this.viewer(connection), this.clocks.now()),
    })
  }

  private welcome(connection: Connection): void {
    const { state } = this
    const viewer = this.viewer(connection)
    const moves = state.tail.map(({ v, played }) => moveInLog(state, v, played, viewer))
    connection.push({
      t: 'welcome',
      v: state.v,
      table: tableFor(state, connection.watch),
      moves,
      now: nowFor(state, viewer, this.clocks.now()),
    })
  }

  /** The state differs from what is stored: the log counts. */
  private async startAgain(): Promise<void> {
    this.state = await this.services.wake(this.state.code)
    for (const connection of this.connections) this.welcome(connection)
    this.thinkingFor = -1
    setTimeout(() => this.look(), RETRY)
  }
}

/** Whether a change affects lists of tables. */
function isInLists(entry: Change, state: TableState): boolean {
  return entry.k === 'seated' || entry.k === 'started' || (entry.k === 'acted' && (state.match?.over ?? false))
}

export function headOf(state: TableState): Head {
  const { code, made, status, seats } = state
  return { code, game: made.game, players: made.players, status, names: seats.map((seat) => seat.name), at: Date.now() }
}
