// The clocks of one table: the one of the person who must decide runs while somebody looks at the table.
import type { OpenTable } from './table'
import type { Clocks } from './views'

export class TableClocks {
  private since: number | null = null // when the running clock was last read; null: none runs
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: OpenTable) {}

  /** What everybody is told. */
  now(): Clocks {
    const { left } = this.table.state
    if (!left.length) return { clocks: null, clock_runs: -1 }
    const [runs, spent] = [this.runs(), this.spent()]
    return { clocks: left.map((ms, seat) => (seat === runs ? Math.max(0, ms - spent) : ms)), clock_runs: runs }
  }

  /** Milliseconds since the running clock was read. */
  spent(): number {
    return this.since === null ? 0 : Math.round(performance.now() - this.since)
  }

  /** Sees what is new: reads the clock anew, and waits for the moment when the time is up. */
  look(): void {
    clearTimeout(this.timer)
    const seat = this.runs()
    this.since = seat < 0 ? null : performance.now()
    if (seat >= 0)
      this.timer = setTimeout(() => void this.table.ask(() => this.tick(seat, true)), this.table.state.left[seat])
  }

  /** The last one left: what ran until now is kept. */
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
