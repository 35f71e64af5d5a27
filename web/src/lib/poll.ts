// Where sockets are blocked: the same frames by long poll, behind the same interface.
import { api } from './api'
import type { Frame } from './protocol'
import type { Plug } from './socket'

const OPEN = 1
const CLOSED = 3

export class PollPlug implements Plug {
  readyState = OPEN
  onopen: Plug['onopen'] = null
  onmessage: Plug['onmessage'] = null
  onclose: Plug['onclose'] = null
  onerror: Plug['onerror'] = null
  private since = 0
  private asking = false

  constructor(
    private readonly code: string,
    private readonly watch = false,
    private readonly ask: Pick<typeof api, 'events' | 'act'> = api,
  ) {
    queueMicrotask(() => this.onopen?.())
  }

  send(text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>
    if (message.t === 'ping') queueMicrotask(() => this.say({ t: 'pong' }))
    else if (message.t === 'act') void this.act(message)
    else if (message.t === 'hello') {
      this.since = Number(message.last_v ?? 0)
      if (!this.asking) void this.listen()
    }
  }

  close(): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    this.onclose?.()
  }

  private say(frame: Frame): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: JSON.stringify(frame) })
  }

  private async act({ id, v_seen, seat, action }: Record<string, unknown>): Promise<void> {
    try {
      this.say(await this.ask.act(this.code, { id, v_seen, seat, action }))
    } catch {
      // the socket's own timer sends the move again
    }
  }

  private async listen(): Promise<void> {
    this.asking = true
    while (this.readyState === OPEN) {
      try {
        for (const frame of await this.ask.events(this.code, this.since, this.watch)) {
          if ('v' in frame) this.since = Math.max(this.since, frame.v)
          this.say(frame)
        }
      } catch {
        this.close()
      }
    }
    this.asking = false
  }
}
