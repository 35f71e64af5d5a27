// Earlier positions of a game that is being played, as this browser saw them. One looks back, and the game goes on meanwhile.
import type { View } from './protocol'

interface Moment {
  ply: number
  view: View
}

const KEPT = 400 // positions

export class Past {
  private moments = $state.raw<readonly Moment[]>([])
  /** Which of them is looked at; -1: none, the board shows the game. */
  private place = $state(-1)

  /** The position that is looked at; null: the game itself. */
  get view(): View | null {
    return this.moments[this.place]?.view ?? null
  }

  /** The move after which it stood. */
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

  /** A position was told to its end; what comes after it, as it was before a move was taken back, is gone. */
  keep(ply: number, view: View | null): void {
    if (!view) return
    const before = this.moments.filter((moment) => moment.ply < ply)
    const dropped = Math.max(0, before.length + 1 - KEPT)
    this.moments = [...before, { ply, view }].slice(dropped)
    if (this.place >= 0) this.place = this.unlessNow(Math.max(0, this.place - dropped))
  }

  /** The whole table came anew. */
  clear(): void {
    this.moments = []
    this.place = -1
  }

  /** One position back or on; beyond the last one is the game. */
  step(way: -1 | 1): void {
    const from = this.place < 0 ? this.moments.length - 1 : this.place
    this.place = this.unlessNow(Math.max(0, from + way))
  }

  /** The position after a move, or the earliest one that is kept. */
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
