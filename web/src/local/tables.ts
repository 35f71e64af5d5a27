// All tables of this page: makes them, loads them, and answers the same requests as a server, with the same errors.
import type { Agreed, Frame, NewTable, Standing } from '../lib/protocol'
import type { Draw } from '../lib/record'
import { sha256 } from '../lib/sha256'
import type { Engine } from '../rules/engine'
import { type Boards, checkedOptions, nextToBegin, type Offered } from './catalogue'
import { LOCAL } from './code'
import { COMMANDS, hint, object, warning } from './commands'
import { forked, replay, Reviews } from './finished'
import type { Change, Made } from './journal'
import { conflict, notFound, Refused } from './problems'
import { gameOf, madeFrom, recordText } from './records'
import { firstSeats, mustWait, reseated } from './seating'
import { TableState } from './state'
import { MemoryStore, type Store } from './store'
import { headOf, OpenTable, type Services } from './table'
import { randomSeed, type Thinker, TIMES, type Trial } from './thinking'
import { tableFor } from './views'

/** What tables need that the page loads: rules, the list of games, boards. */
export interface Supplies {
  engine(slug: string): Promise<Engine>
  games(): Promise<readonly Offered[]>
  boards(slug: string): Promise<Boards>
}

export interface Answer {
  status: number
  text: string
}

/** A connection to a table. */
export interface Line {
  send(text: string): void
  close(): void
}

/** A table whose first moves are given. */
export interface NewLesson extends NewTable {
  played: readonly number[]
  /** Moves that are played automatically, no matter whose turn it is: what happens before the player is asked. */
  told?: readonly number[]
}

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ' // no I, L, O: they look like digits
const CODE_LENGTH = 4
const LESSONS = 4 // open at once: a table without a log cannot be loaded again

export class LocalTables {
  private readonly open = new Map<string, Promise<OpenTable>>()
  private readonly lessons: string[] = []
  private readonly services: Services
  private readonly reviews: Reviews

  constructor(
    private readonly store: Store,
    thinker: Thinker,
    private readonly supplies: Supplies,
    private readonly trial: Trial = {},
    tell: (code: string) => void = () => undefined,
  ) {
    this.services = { store, thinker, trial, pause: TIMES.pause, tell, wake: (code) => this.wake(code) }
    this.reviews = new Reviews(thinker, trial, async (code, { plies, account }) => {
      const table = await this.find(code) // may have been unloaded since the review started
      await table.ask(() => table.commit({ k: 'reviewed', plies, account }))
    })
  }

  /** Answers a request; without a body it only reads. */
  async answer(path: string, body?: unknown): Promise<Answer> {
    try {
      const [address = '', query = ''] = path.split('?')
      const answer = await this.answered(address.split('/').map(decodeURIComponent), new URLSearchParams(query), body)
      return { status: 200, text: typeof answer === 'string' ? answer : JSON.stringify(answer ?? null) }
    } catch (error) {
      const { status, code } = error instanceof Refused ? error : { status: 500, code: 'server' }
      return {
        status,
        text: JSON.stringify({ code, sentence: error instanceof Error ? error.message : String(error) }),
      }
    }
  }

  /** Opens a connection to a table; messages are handled one after the other. */
  async connect(code: string, watch: boolean, push: (frame: Frame) => void): Promise<Line> {
    const table = await this.find(code)
    const connection = { watch, push }
    table.connect(connection)
    this.letSleep(code)
    return {
      send: (text) => void table.ask(() => this.heard(table, connection, JSON.parse(text) as Record<string, unknown>)),
      close: () => void table.ask(() => table.leave(connection)),
    }
  }

  /** Another page of this browser has changed a table. */
  async changedElsewhere(code: string): Promise<void> {
    const table = await this.open.get(code)
    await table?.ask(() => table.catchUp())
  }

  private async heard(
    table: OpenTable,
    connection: { watch: boolean; push(frame: Frame): void },
    message: Record<string, unknown>,
  ): Promise<void> {
    if (message.t === 'ping') connection.push({ t: 'pong' })
    else if (message.t === 'hello') table.greet(connection, Number(message.last_v))
    else if (message.t === 'act') await table.act(message as never, (answer) => connection.push(answer))
    else if (message.t === 'emote')
      for (const one of table.connections)
        one.push({ t: 'emote', seat: Number(message.seat), key: String(message.key) })
  }

  private async answered(
    [what, code = '', part = '']: string[],
    query: URLSearchParams,
    body: unknown,
  ): Promise<unknown> {
    if (what === 'games') return this.supplies.games()
    if (what === 'tables' && !code) return this.make(object(body) as unknown as NewTable)
    if (what === 'lessons') return this.teach(object(body) as unknown as NewLesson)
    if (what === 'records' && !code) return this.read(String(object(body).record))
    if (what === 'records') return part ? { ok: true } : recordText((await this.find(code)).state)
    if (what !== 'tables') throw notFound('There is nothing at this address.', 'not_found')
    const table = await this.find(code)
    return body === undefined ? this.shown(table, part, query) : this.done(table, part, object(body))
  }

  private shown(table: OpenTable, part: string, query: URLSearchParams): unknown {
    if (!part) return tableFor(table.state)
    if (part === 'replay') return replay(table.state, query.get('seat') ?? '-1')
    if (part === 'review') return this.reviews.of(table.state)
    throw notFound('There is nothing at this address.', 'not_found')
  }

  private async done(table: OpenTable, part: string, body: Record<string, unknown>): Promise<unknown> {
    if (part === 'hint') return hint(table, body as never)
    if (part === 'warning') return warning(table, body as never)
    if (part === 'rematch') return table.ask(() => this.rematch(table))
    if (part === 'fork') return this.begun(forked(table.state, Number(body.ply), this.seed(), drawnAlone))
    if (part === 'delete') return this.drop(table)
    if (part === 'agree') return this.agree(table, body as never)
    const command = COMMANDS[part]
    if (!command) throw notFound('There is nothing at this address.', 'not_found')
    return (await table.ask(() => command(table, body as never))) ?? tableFor(table.state)
  }

  private async make(wish: NewTable): Promise<{ code: string }> {
    return this.begun(await this.agreedOn(wish), wish.start)
  }

  /** A game for learning: it starts where much is about to happen, with slow bots, and is not stored. */
  private async teach(wish: NewLesson): Promise<{ code: string }> {
    const made = { ...(await this.agreedOn(wish)), actions: wish.played }
    const services = { ...this.services, store: new MemoryStore(), pause: TIMES.lesson, told: wish.told ?? [] }
    const begun = await this.begun(made, true, services, wish.told ? 'ask' : null)
    if (this.lessons.push(begun.code) > LESSONS) this.open.delete(this.lessons.shift() ?? '')
    return begun
  }

  private async agreedOn(wish: NewTable): Promise<Made> {
    const game = await this.offered(wish.game)
    const { players, aid = false, clock = null } = wish
    const options = checkedOptions(game, players, wish.options ?? {})
    const seed = BigInt(wish.seed ?? this.seed())
    const seats = firstSeats(wish.seats ?? [], players, wish.names?.length ? wish.names : undefined)
    return {
      k: 'made',
      game: wish.game,
      ruleset: game.ruleset,
      players,
      options,
      aid,
      seats,
      seed: String(seed),
      draw: drawnAlone(seed),
      forks: [],
      actions: [],
      hints: wish.hints ?? null,
      clock,
    }
  }

  /** Changes what a table plays, before the game. */
  private async agree(table: OpenTable, wish: Agreed): Promise<unknown> {
    const game = await this.offered(table.state.made.game)
    const options = checkedOptions(game, wish.players, wish.options ?? {})
    await table.ask(() => {
      mustWait(table)
      const { made, people } = table.state
      if (made.actions.length)
        throw conflict('A game that continues another one keeps its players and options.', 'started')
      if (people.length > wish.players)
        throw conflict(`${people.length} people are seated here: choose at least as many seats.`, 'too_many_people')
      return table.commit({
        k: 'agreed',
        players: wish.players,
        options,
        aid: wish.aid ?? false,
        hints: wish.hints ?? null,
        clock: wish.clock ?? null,
        seats: reseated(table.state.seats, wish.players),
      })
    })
    return tableFor(table.state)
  }

  private async offered(slug: string): Promise<Offered> {
    const game = (await this.supplies.games()).find((one) => one.slug === slug)
    if (!game) throw new Refused(`There is no game ${slug} here.`, 'bad_game')
    return game
  }

  /** A game from a record continues here, or can be viewed again if it is over. */
  private async read(text: string): Promise<{ code: string }> {
    const slug = gameOf(text)
    const game = (await this.supplies.games()).find((one) => one.slug === slug)
    if (!game) throw new Refused(`There is no game ${slug} here.`, 'bad_record')
    const { made, over } = madeFrom(text, await this.supplies.engine(slug), game)
    return this.begun(made, over)
  }

  /** The next game with the same people: everyone keeps seat and colour, the next seat starts. */
  private async rematch(table: OpenTable): Promise<{ code: string }> {
    const { state } = table
    if (state.status !== 'over') throw conflict('The game is not over yet.', 'not_over')
    if (state.rematch && (await this.store.entries(state.rematch)).length) return { code: state.rematch }
    const { options: known } = await this.offered(state.made.game)
    const options = { ...state.made.options, ...nextToBegin(known, state.made) }
    const seed = this.seed()
    const made: Made = {
      ...state.made,
      options,
      seats: state.seats,
      seed: String(seed),
      draw: drawnAlone(seed),
      forks: [],
      actions: [],
    }
    const { code } = await this.begun(made, true)
    await table.commit({ k: 'rematched', code })
    return { code }
  }

  /**
   * Stores the first entries of a new table under a free code; `answer`: what all people answer to offers until they
   * say otherwise.
   */
  private async begun(
    made: Made,
    start = false,
    services = this.services,
    answer: Standing | null = null,
  ): Promise<{ code: string }> {
    for (;;) {
      const code =
        LOCAL +
        Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => LETTERS[byte % LETTERS.length]).join(
          '',
        )
      const state = await this.stateOf(code, made)
      const first: Change[] = answer ? state.people.map((seat) => ({ k: 'stood', seat, answer })) : []
      if (start && !state.openSeats.length) first.push({ k: 'started' })
      for (const change of first) state.fold(change)
      try {
        await services.store.append(code, 1, [made, ...first], headOf(state))
      } catch (error) {
        if ((await this.store.entries(code)).length) continue
        throw error
      }
      this.open.set(code, Promise.resolve(new OpenTable(state, services)))
      return { code }
    }
  }

  private async drop(table: OpenTable): Promise<null> {
    await table.ask(() => this.store.drop(table.state.code))
    this.open.delete(table.state.code)
    return null
  }

  /**
   * Unloads tables without viewers; their logs stay. Lessons have no log and may be about to be viewed, so they are
   * kept.
   */
  private letSleep(besides: string): void {
    for (const [code, table] of this.open) {
      if (code !== besides && !this.lessons.includes(code))
        void table.then(
          ({ idle }) => idle && this.open.delete(code),
          () => undefined,
        )
    }
  }

  private find(code: string): Promise<OpenTable> {
    let table = this.open.get(code)
    if (!table) {
      table = this.wake(code).then((state) => new OpenTable(state, this.services))
      this.open.set(code, table)
      table.catch(() => this.open.delete(code))
    }
    return table
  }

  /** Loads a table from its log. */
  private async wake(code: string): Promise<TableState> {
    const [made, ...changes] = await this.store.entries(code)
    if (made?.k !== 'made') throw notFound(`There is no table ${code} on this device.`, 'no_table')
    const state = await this.stateOf(code, made)
    for (const change of changes) state.fold(change as Change)
    return state
  }

  private async stateOf(code: string, made: Made): Promise<TableState> {
    const [engine, boards] = await Promise.all([this.supplies.engine(made.game), this.supplies.boards(made.game)])
    return new TableState(code, made, engine, boards)
  }

  private seed(): bigint {
    return this.trial.seed === undefined ? randomSeed() : BigInt(this.trial.seed)
  }
}

/** A draw in which the page's own number is the seed. */
function drawnAlone(seed: bigint): Draw {
  const salt = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return { promise: sha256(`${salt}:${seed}`), salt, number: String(seed), shares: null }
}
