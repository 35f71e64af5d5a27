// Earlier positions of a running game, as this browser saw them. Players look back while the game continues.
import type { View } from './protocol'

interface Moment {
  ply: number
  view: View
}

const KEPT = 400 // positions

export class Past {
  private moments = $state.raw<readonly Moment[]>([])
  /** Index of the shown position; -1: none, the board shows the game. */
  private place = $state(-1)

  /** The shown earlier position; null: the game itself. */
  get view(): View | null {
    return this.moments[this.place]?.view ?? null
  }

  /** The move that led to it. */
  get ply(): number | undefined {
    return this.moments[this.place]?.ply
  }

  /** Whether there is anything to look back at. */
  get any(): boolean {
    return this.moments.length > 1
  }

  get first(): boolean {
    return this.place <= 0
  }

  /** Add a position that was fully shown; positions after it, from before an undo, are dropped. */
  keep(ply: number, view: View | null): void {
    if (!view) return
    const before = this.moments.filter((moment) => moment.ply < ply)
    const dropped = Math.max(0, before.length + 1 - KEPT)
    this.moments = [...before, { ply, view }].slice(dropped)
    if (this.place >= 0) this.place = this.unlessNow(Math.max(0, this.place - dropped))
  }

  /** The whole table was sent again. */
  clear(): void {
    this.moments = []
    this.place = -1
  }

  /** One position back or forward; after the last one comes the game. */
  step(way: -1 | 1): void {
    const from = this.place < 0 ? this.moments.length - 1 : this.place
    this.place = this.unlessNow(Math.max(0, from + way))
  }

  /** The position after a move, or the earliest one stored. */
  go(ply: number): void {
    this.place = this.unlessNow(
      Math.max(
        0,
        this.moments.findLastIndex((moment) => moment.ply <= ply),
      ),
    )
  }

  live(): void {
    this.place = -1
  }

  /** The last position is the game's own. */
  private unlessNow(place: number): number {
    return place < this.moments.length - 1 ? place : -1
  }
}
