// What I am about to do: a hat, then a cell, then a value. Board and action card share it; a new position clears it.
import type { Choice } from '../../lib/protocol'
import type { Foresee } from '../../rules/foresight'
import { Action, NEXT } from '../../schema/magic_hexagon'
import { actionOf, type HexagonEvent, type HexagonView, type Move, moveOf } from './model'

export interface Outcome {
  /** The cells that the hat runs over; empty for a jump. */
  path: readonly number[]
  /** Cells whose discs the hat takes. */
  taken: readonly number[]
  /** Only one of them, which is chosen afterwards (MH-21). */
  one: boolean
  /** Cells that would be cut off and go to me (MH-41). */
  area: readonly number[]
  /** New power stones (MH-50). */
  stones: number
  points: number
}

/** Null if nothing can be predicted. */
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
  const picks =
    after?.choosing === 'pick' ? seen.legal.map((action) => NEXT[move.cell]?.[action - Action.PICK] ?? -1) : []
  if (picks.length) return { ...found, taken: picks, one: true, points: move.value }
  const points = (after?.score[view.on_turn] ?? 0) - (view.score[view.on_turn] ?? 0)
  return { ...found, one: false, points }
}

interface Choosing {
  position: string
  hat: number
  cell: number
  value: number
}

const NOTHING: Choosing = { position: '', hat: -1, cell: -1, value: 0 }

class Plan {
  private chosen = $state.raw<Choosing>(NOTHING)
  /** Whose collection is open, or -1. */
  seat = $state(-1)

  forget(): void {
    this.chosen = NOTHING
  }

  close(): void {
    this.seat = -1
  }

  /** The chosen hat, or the only one that can move. */
  hat(view: HexagonView, legal: readonly Choice[]): number {
    const chosen = this.here(view).hat
    if (chosen >= 0 || view.choosing !== 'move') return chosen
    const movable = hatsOf(legal)
    return movable.length === 1 ? (movable[0] ?? -1) : -1
  }

  /** The chosen move, once cell and value are known. */
  move(view: HexagonView, legal: readonly Choice[], foresee: Foresee): Move | null {
    const { cell, value } = this.here(view)
    const hat = this.hat(view, legal)
    if (hat < 0 || cell < 0) return null
    const values = valuesAt(legal, hat, cell)
    if (!values.length) return null
    return { hat, cell, value: values.includes(value) ? value : this.best(view, { hat, cell }, values, foresee) }
  }

  choose(view: HexagonView, hat: number, cell = -1, value = 0): void {
    this.chosen = { position: positionOf(view), hat, cell, value }
  }

  /** The value that earns most; the greater one if they earn the same. */
  best(view: HexagonView, place: Omit<Move, 'value'>, values: readonly number[], foresee: Foresee): number {
    const points = (value: number) => outcome(view, { ...place, value }, foresee)?.points ?? 0
    return [...values].sort((a, b) => points(b) - points(a) || b - a)[0] ?? 1
  }

  private here(view: HexagonView): Choosing {
    return this.chosen.position === positionOf(view) ? this.chosen : NOTHING
  }
}

export const plan = new Plan()

function positionOf(view: HexagonView): string {
  return `${view.turn_index} ${view.choosing} ${view.named} ${view.turn}`
}

/** Hats that can collect something. */
export function hatsOf(legal: readonly Choice[]): number[] {
  return [...new Set(legal.flatMap(({ action }) => moveOf(action)?.hat ?? []))]
}

/** Where a hat can go. */
export function cellsOf(legal: readonly Choice[], hat: number): number[] {
  return [
    ...new Set(
      legal.flatMap(({ action }) => {
        const move = moveOf(action)
        return move?.hat === hat ? [move.cell] : []
      }),
    ),
  ]
}

export function valuesAt(legal: readonly Choice[], hat: number, cell: number): number[] {
  return legal.flatMap(({ action }) => {
    const move = moveOf(action)
    return move?.hat === hat && move.cell === cell ? [move.value] : []
  })
}
