// The connection to a table: hello with the last version, resending of moves, pings, reconnecting.
// Transport only: what a frame means is decided in table.svelte.ts.
import type { Frame } from './protocol'
import { begin } from './ready'

export type Link = 'connecting' | 'online' | 'lost'

export interface Plug {
  readonly readyState: number
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((message: { data: unknown }) => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
}

export interface Hooks {
  frame(frame: Frame): void
  link(state: Link): void
  version(): number
  /** When the last chat line we have was said; 0: none yet. */
  heard?(): number
  /** The page is open, but nobody can see it. */
  hidden?(): boolean
}

export const TIMES = {
  ping: 2_500,
  pong: 9_000,
  again: 3_500,
  firstAgain: 400,
  resend: 2_500,
  resendNext: 1_200,
} as const
const CONNECTING = 0
const OPEN = 1

interface Waiting {
  text: string
  timer: ReturnType<typeof setTimeout>
}

/** A connection that is not open yet is closed once it is: browsers complain about anything earlier. */
function hangUp(plug: Plug): void {
  if (plug.readyState !== CONNECTING) return plug.close()
  plug.onmessage = null
  plug.onopen = () => plug.close()
}

export class TableSocket {
  private plug: Plug | null = null
  private readonly waiting = new Map<string, Waiting>()
  private pingTimer: ReturnType<typeof setTimeout> | undefined
  private pongTimer: ReturnType<typeof setTimeout> | undefined
  private againTimer: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private closed = false
  private greeted: () => void = () => undefined // the table has answered

  constructor(
    private readonly open: (failures: number) => Plug,
    private readonly hooks: Hooks,
  ) {}

  connect(): void {
    clearTimeout(this.againTimer)
    if (this.closed) return
    this.greeted()
    this.greeted = begin()
    const plug = this.open(this.failures)
    this.plug = plug
    plug.onopen = () => this.greet(plug)
    plug.onmessage = (message) => this.receive(String(message.data))
    plug.onclose = () => this.lost(plug)
    plug.onerror = () => plug.close()
    this.expectPong()
  }

  /** Close for good. */
  close(): void {
    this.closed = true
    this.greeted()
    for (const { timer } of this.waiting.values()) clearTimeout(timer)
    this.waiting.clear()
    this.quiet()
    clearTimeout(this.againTimer)
    if (this.plug) hangUp(this.plug)
  }

  /** A move: repeated with the same id until the table answers, so it counts once. */
  act(id: string, seat: number, action: number): void {
    const text = JSON.stringify({ t: 'act', id, v_seen: this.hooks.version(), seat, action })
    this.send(text)
    this.resendLater(id, text, TIMES.resend)
  }

  emote(key: string, seat: number): void {
    this.send(JSON.stringify({ t: 'emote', key, seat }))
  }

  chat(text: string, seat: number): void {
    this.send(JSON.stringify({ t: 'chat', text, seat }))
  }

  /** Tell the table at once whether the page is visible: players who look at it need no notice. */
  tellSight(): void {
    this.send(this.ping())
  }

  private ping(): string {
    return JSON.stringify({ t: 'ping', ...this.sight() })
  }

  private sight(): { hidden?: true } {
    return this.hooks.hidden?.() ? { hidden: true } : {}
  }

  /** Start again as another person: a guest who sits down gets the seat's cookie only then. */
  restart(): void {
    const old = this.plug
    this.plug = null
    if (old) hangUp(old)
    this.connect()
  }

  /** The device woke up or came online: do not wait for timers. */
  hurry(): void {
    if (!this.closed && this.plug?.readyState !== OPEN) this.connect()
  }

  /** The connection seems dead: a browser may take half a minute to report it. */
  drop(): void {
    const { plug } = this
    if (!plug || this.closed) return
    this.lost(plug)
    this.plug = null
    hangUp(plug)
  }

  private resendLater(id: string, text: string, wait: number): void {
    clearTimeout(this.waiting.get(id)?.timer)
    const timer = setTimeout(() => {
      this.send(text)
      this.resendLater(id, text, TIMES.resendNext)
    }, wait)
    this.waiting.set(id, { text, timer })
  }

  private send(text: string): void {
    if (this.plug?.readyState === OPEN) this.plug.send(text)
  }

  private receive(text: string): void {
    const frame = JSON.parse(text) as Frame
    this.failures = 0
    this.expectPong()
    this.hooks.link('online')
    if (frame.t === 'pong') {
      this.greeted()
      return this.pingLater()
    }
    if (frame.t === 'ack' || frame.t === 'nack') this.answered(frame.id)
    this.hooks.frame(frame)
    this.greeted()
  }

  /** A client that missed nothing gets no frame, so a ping asks whether the table is there. */
  private greet(plug: Plug): void {
    plug.send(
      JSON.stringify({
        t: 'hello',
        last_v: this.hooks.version(),
        ...(this.hooks.heard && { heard: this.hooks.heard() }),
        ...this.sight(),
      }),
    )
    plug.send(this.ping())
    for (const { text } of this.waiting.values()) plug.send(text)
  }

  private answered(id: string): void {
    clearTimeout(this.waiting.get(id)?.timer)
    this.waiting.delete(id)
  }

  private pingLater(): void {
    clearTimeout(this.pingTimer)
    this.pingTimer = setTimeout(() => this.send(this.ping()), TIMES.ping)
  }

  private expectPong(): void {
    clearTimeout(this.pongTimer)
    this.pongTimer = setTimeout(() => this.drop(), TIMES.pong)
    if (this.pingTimer === undefined) this.pingLater()
  }

  private quiet(): void {
    clearTimeout(this.pingTimer)
    clearTimeout(this.pongTimer)
    this.pingTimer = undefined
  }

  private lost(plug: Plug): void {
    if (plug !== this.plug || this.closed) return
    this.quiet()
    this.greeted()
    this.hooks.link('lost')
    const wait = this.failures++ === 0 ? TIMES.firstAgain : TIMES.again
    this.againTimer = setTimeout(() => this.connect(), wait)
  }
}

/** `watch`: as a spectator, whoever I am. */
export function socketTo(code: string, watch = false): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(
    `${scheme}://${location.host}/api/tables/${encodeURIComponent(code)}/socket${watch ? '?watch=1' : ''}`,
  )
}
