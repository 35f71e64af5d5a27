// The story beside a board: line by line; in a memory game without aid, only what the log may keep.
import { movedAtRandom } from '../games/table_events'
import type { Forgets } from '../games/types'
import type { MoveFrame } from './protocol'
import { type Line, linesKept } from './sitting'

/** All lines of a move; first, if so, that a bot could not choose it itself. */
export function linesOf({ ply, seat, events, at_random }: MoveFrame): Line[] {
  return [...(at_random ? [movedAtRandom(seat)] : []), ...events].map((event) => ({ ply, seat, event }))
}

export class Told {
  lines = $state.raw<readonly Line[]>([])

  /** `forgets`: what the log leaves out of older moves, if anything. */
  constructor(private readonly forgets: () => Forgets | undefined) {}

  begin(moves: readonly MoveFrame[]): void {
    this.lines = moves.flatMap(linesOf)
  }

  add(line: Line): void {
    this.lines = [...this.before(line.ply), line]
  }

  /** Skipped beats must not cost lines of the story. */
  keep(frame: MoveFrame): void {
    const rest = linesOf(frame).slice(this.lines.filter((line) => line.ply === frame.ply).length)
    if (rest.length) this.lines = [...this.before(frame.ply), ...rest]
  }

  backTo(ply: number): void {
    this.lines = this.lines.filter((line) => line.ply <= ply)
  }

  private before(ply: number): readonly Line[] {
    const forgets = this.forgets()
    return forgets ? linesKept(this.lines, ply, forgets) : this.lines
  }
}
