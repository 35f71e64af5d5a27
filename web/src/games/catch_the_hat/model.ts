// What the table tells about the wheel: its view, its events, its numbers.
import type { Choice, GameEvent, OptionValue } from '../../lib/protocol'
import { settings } from '../../lib/settings.svelte'
import { Action, type Event as HatEvent, type Piece as PieceView, SEAT_HOME, type View as SeenView } from '../../schema/catch_the_hat'
import type { Spot } from '../types'


export type { HatEvent, PieceView }

export interface HatView extends SeenView {
  homes: 4 | 6
  /** Only while a move is told: the hat on its way, which needs no place among those it passes. */
  walking?: number
  /** Only while it is told: the die is in the air. */
  rolling?: boolean
}

export const eventOf = (told: GameEvent): HatEvent => told as unknown as HatEvent

/** Washed: where a walk ended, and as dots the fields on its way. */
export const endSpot = (field: number): Spot => `end-${field}`
export const waySpot = (field: number): Spot => `way-${field}`

export type Options = Readonly<Record<string, OptionValue>>

/** CH-04: the colour of a seat is its home's; for where no view is at hand, in the story and in panels. */
export function colourOfSeat(seat: number, players: number, options: Options = {}): number {
  const home = SEAT_HOME[options.board === 6 || players > 4 ? 1 : 0]?.[players]?.[seat] ?? -1
  return home < 0 ? seat : home
}

export function isMine(view: HatView, piece: PieceView): boolean {
  return view.teams[piece.seat] === view.teams[view.turn]
}

export function piecesOn(view: HatView, field: number): PieceView[] {
  return view.pieces.filter((piece) => piece.field === field)
}

export function pieceOf(view: HatView, hat: number): PieceView | undefined {
  return view.pieces.find((piece) => piece.hat === hat)
}

/** What makes two pieces on one field the same choice (CH-R03). */
function likeness(piece: PieceView): string {
  return [piece.field, piece.seat, piece.golden, ...[...piece.captives].sort()].join(' ')
}

/** The legal pick that takes this piece or one just like it. */
export function pickOf(view: HatView, piece: PieceView, legal: readonly Choice[]): number | undefined {
  const picks = new Set(legal.map((choice) => choice.action))
  const like = view.pieces.find((other) => likeness(other) === likeness(piece) && picks.has(Action.PICK + other.hat))
  return like && Action.PICK + like.hat
}

/** Foreign hats caught below a hat of this seat (CH-34, CH-45). */
export function foreign(view: HatView, seat: number, captives: readonly number[]): number {
  return captives.filter((other) => view.teams[other] !== view.teams[seat]).length
}

export function scored(view: HatView): HatView {
  const scores = view.jails.map((jail, seat) => {
    const towers = view.pieces.filter((piece) => piece.seat === seat)
    return towers.reduce((sum, piece) => sum + foreign(view, seat, piece.captives), jail.length)
  })
  return { ...view, scores }
}

/** Whether this device rolls again after a six without asking. */
export function rollsAgain(): boolean {
  return settings.rollAgain
}

/** The only hat that can move is chosen already; after a six the device may roll by itself. */
export function always(view: HatView, legal: readonly Choice[]): number | null {
  const first = legal[0]?.action
  if (first === undefined) return null
  if (view.choosing === 'six') return rollsAgain() ? Action.ROLL_AGAIN : null
  return view.choosing === 'hat' && legal.length === 1 && first !== Action.PASS ? first : null
}
