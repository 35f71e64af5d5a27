// How a table is reached: inside this page, by socket, or by long poll where sockets are blocked.
import { isLocal } from '../local/code'
import { PollPlug } from './poll'
import { type Plug, socketTo } from './socket'

const SOCKET_TRIES = 2 // then sockets are blocked, and HTTP is used

export class Plugs {
  private here: typeof import('../local/link') | null = null
  private socketsWork = false

  constructor(
    private readonly code: string,
    private readonly watch: boolean,
  ) {}

  /** Loads what is needed before the first connection. */
  async prepare(): Promise<void> {
    if (isLocal(this.code)) this.here = await import('../local/link')
  }

  next(failures: number): Plug {
    if (this.here) return new this.here.LocalPlug(this.code, this.watch)
    if (!this.socketsWork && failures >= SOCKET_TRIES) return new PollPlug(this.code, this.watch)
    const socket = socketTo(this.code, this.watch)
    socket.addEventListener('open', () => (this.socketsWork = true))
    return socket as unknown as Plug
  }
}
