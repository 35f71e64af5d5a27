// Tables in the page for tests: the real rules, bots that hardly think, everything in this process.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Boards, Offered } from '../src/local/catalogue'
import { PlayersThinker } from '../src/local/players'
import { MemoryStore, type Store } from '../src/local/store'
import { LocalTables } from '../src/local/tables'
import type { Thinker, Trial } from '../src/local/thinking'
import type { Frame, MoveFrame, Now, TableInfo } from '../src/lib/protocol'
import { Engine } from '../src/rules/engine'

const GENERATED = join(import.meta.dirname, '..', 'src', 'generated')
const modules = new Map<string, WebAssembly.Module>()

export function engineOf(slug: string): Promise<Engine> {
  const file = join(GENERATED, `${slug}.wasm`)
  if (!existsSync(file)) throw new Error('run make web: the rules are not compiled yet')
  const module = modules.get(slug) ?? new WebAssembly.Module(readFileSync(file))
  modules.set(slug, module)
  return Promise.resolve(new Engine(module))
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(GENERATED, name), 'utf8'))
export const GAMES = read('games.json') as Offered[]
const supplies = {
  engine: engineOf,
  games: () => Promise.resolve(GAMES),
  boards: (slug: string) => Promise.resolve(read(`boards/${slug}.json`) as Boards),
}

export const TRIAL: Trial = { seed: 7, pause: 0, budget: 0 }

/** Chooses without thinking, always the same. */
export const quick: Thinker = {
  choose: ({ moves, seed }) => Promise.resolve(moves[Number(seed % BigInt(moves.length))] ?? -1),
  advise: ({ moves, players }) =>
    Promise.resolve({
      moves: moves.map((action, k) => ({ action, chance: 1 / (k + 2), facts: [] })),
      chances: Array.from({ length: players }, () => 1 / players),
      margin: 0.1,
    }),
  appraise: ({ players, actions }) =>
    Promise.resolve(
      Array.from({ length: actions.length || 1 }, () => ({
        best: -1,
        parts: [Array<number>(players).fill(1 / players)],
      })),
    ),
}

export function tables(store: Store = new MemoryStore(), thinker: Thinker = quick, trial: Trial = TRIAL): LocalTables {
  return new LocalTables(store, thinker, supplies, trial)
}
export const searching = (): Thinker => new PlayersThinker(engineOf)

export async function asked<T>(here: LocalTables, path: string, body?: unknown): Promise<T> {
  const { status, text } = await here.answer(path, body)
  if (status >= 400) throw Object.assign(new Error(text), JSON.parse(text) as { code: string })
  return JSON.parse(text) as T
}

/** Somebody at a table, who keeps everything that the table says. */
export class Guest {
  readonly frames: Frame[] = []
  table: TableInfo | null = null
  now: Now | null = null
  v = 0
  private line: { send(text: string): void; close(): void } | null = null
  private waiting: (() => void)[] = []

  static async at(here: LocalTables, code: string, watch = false): Promise<Guest> {
    const guest = new Guest()
    guest.line = await here.connect(code, watch, (frame) => guest.hear(JSON.parse(JSON.stringify(frame)) as Frame))
    guest.line.send(JSON.stringify({ t: 'hello', last_v: 0 }))
    await guest.until(() => guest.table !== null)
    return guest
  }

  leave(): void {
    this.line?.close()
  }

  get moves(): MoveFrame[] {
    return this.frames.filter((frame) => frame.t === 'move')
  }

  /** The moves that are open to this device now. */
  get legal(): number[] {
    return Object.values(this.now?.legal ?? {})
      .flat()
      .map((choice) => choice.action)
  }

  act(action: number, id = `m${this.v}`, seen = this.v): void {
    this.line?.send(JSON.stringify({ t: 'act', id, v_seen: seen, seat: this.now?.turn, action }))
  }

  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  /** Plays the first legal moves until the game is over, or `stop` says so. */
  async playOn(stop: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.until(() => stop() || this.now?.over === true || this.legal.length > 0)
      if (stop() || this.now?.over) return
      const [v, choices] = [this.v, this.legal]
      this.act(choices[(7 * v) % choices.length] ?? -1)
      await this.until(() => this.v > v)
    }
  }

  private hear(frame: Frame): void {
    this.frames.push(frame)
    if ('v' in frame && frame.t !== 'ack' && frame.t !== 'nack') this.v = Math.max(this.v, frame.v)
    if ('table' in frame) this.table = frame.table
    if ('now' in frame) this.now = frame.now
    for (const wake of this.waiting.splice(0)) wake()
  }
}
