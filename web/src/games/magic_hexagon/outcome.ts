// What a move of mine would bring, as the rules foresee it.
import type { Foresee } from '../../rules/foresight'
import { Action, NEXT } from '../../schema/magic_hexagon'
import { actionOf, type HexagonEvent, type HexagonView, type Move } from './model'

export interface Outcome {
  /** The cells that the hat runs over; empty for a jump. */
  path: readonly number[]
  /** Cells whose discs the hat takes. */
  taken: readonly number[]
  /** Only one of them, which is chosen afterwards (MH-21). */
  one: boolean
  /** Cells that would be cut off and fall to me (MH-41). */
  area: readonly number[]
  /** New power stones (MH-50). */
  stones: number
  points: number
}

/** Null where nothing can be foreseen. */
export function outcome(view: HexagonView, move: Move, foresee: Foresee): Outcome | null {
  const seen = foresee(actionOf(move))
  if (!seen) return null
  const found = { path: [] as number[], taken: [] as number[], area: [] as number[], stones: 0 }
  for (const event of seen.events as unknown as readonly HexagonEvent[]) {
    if (event.kind === 'hat_runs') found.path.push(...event.path)
    if (event.kind.startsWith('collected') && 'fields' in event) found.taken.push(...event.fields)
    if (event.kind === 'area_claimed') found.area.push(...event.fields)
    if (event.kind === 'set_colours' || event.kind === 'set_symbols') found.stones += 1
  }
  const after = seen.view as HexagonView | null
  const picks = after?.choosing === 'pick' ? seen.legal.map((action) => NEXT[move.cell]?.[action - Action.PICK] ?? -1) : []
  if (picks.length) return { ...found, taken: picks, one: true, points: move.value }
  const points = (after?.score[view.on_turn] ?? 0) - (view.score[view.on_turn] ?? 0)
  return { ...found, one: false, points }
}
