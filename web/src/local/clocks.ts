// The clocks of one table: the clock of the person to decide runs while someone is looking at the table.
import type { OpenTable } from './table'
import type { Clocks } from './views'

export class TableClocks {
  private since: number | null = null // when the running clock was last read; null: none is running
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: OpenTable) {}

  /** What everyone is sent. */
  now(): Clocks {
    const { left } = this.table.state
    if (!left.length) return { clocks: null, clock_runs: -1 }
    const [runs, spent] = [this.runs(), this.spent()]
    return { clocks: left.map((ms, seat) => (seat === runs ? Math.max(0, ms - spent) : ms)), clock_runs: runs }
  }

  /** Milliseconds since the running clock was last read. */
  spent(): number {
    return this.since === null ? 0 : Math.round(performance.now() - this.since)
  }

  /** React to changes: read the clock again, and wait until the time is up. */
  look(): void {
    clearTimeout(this.timer)
    const seat = this.runs()
    this.since = seat < 0 ? null : performance.now()
    if (seat >= 0)
      this.timer = setTimeout(() => void this.table.ask(() => this.tick(seat, true)), this.table.state.left[seat])
  }

  /** The last viewer left: save what has run so far. */
  async pause(): Promise<void> {
    clearTimeout(this.timer)
    const seat = this.runs()
    if (seat >= 0 && this.since !== null) await this.tick(seat, false)
    this.since = null
  }

  private async tick(seat: number, flag: boolean): Promise<void> {
    if (this.runs() === seat) await this.table.commit({ k: 'ticked', seat, ms: this.spent(), flag })
  }

  private runs(): number {
    const { match, left, isBotsTurn } = this.table.state
    return left.length && match && !match.over && !isBotsTurn ? match.turn : -1
  }
}
