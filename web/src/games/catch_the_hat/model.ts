// What the table sends about the wheel, and how an event changes the picture, scene by scene.
import type { Choice, GameEvent, OptionValue } from '../../lib/protocol'
import { settings } from '../../lib/settings.svelte'
import {
  Action,
  type Event as HatEvent,
  EVENTS,
  type Piece as PieceView,
  SEAT_HOME,
  type View as SeenView,
} from '../../schema/catch_the_hat'
import { sceneOf, walkScenes } from '../events'
import type { Scene, Spot } from '../types'

export type { HatEvent, PieceView }

export interface HatView extends SeenView {
  homes: 4 | 6
  /** Only while a move is shown: the moving hat, which needs no space among those it passes. */
  walking?: number
  /** Only while it is shown: the die is in the air. */
  rolling?: boolean
}

export const eventOf = (told: GameEvent): HatEvent => told as unknown as HatEvent

/** Highlights: where a walk ended, and as dots the fields on its way. */
export const endSpot = (field: number): Spot => `end-${field}`
export const waySpot = (field: number): Spot => `way-${field}`

export type Options = Readonly<Record<string, OptionValue>>

/** CH-04: a seat has the colour of its home; used where there is no view, in the log and in panels. */
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

/** Hats of other colours or teams caught below a hat of this seat (CH-34, CH-45). */
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

/** The only hat that can move is already chosen; after a six the device may roll by itself. */
export function always(view: HatView, legal: readonly Choice[]): number | null {
  const first = legal[0]?.action
  if (first === undefined) return null
  if (view.choosing === 'six') return rollsAgain() ? Action.ROLL_AGAIN : null
  return view.choosing === 'hat' && legal.length === 1 && first !== Action.PASS ? first : null
}

type Change = (piece: PieceView) => PieceView

function withPiece(view: HatView, hat: number, change: Change): HatView {
  return { ...view, pieces: view.pieces.map((piece) => (piece.hat === hat ? change(piece) : piece)) }
}

export const ownerOf = (view: HatView, hat: number): number => Math.floor(hat / view.hats_each)

function walk(view: HatView, hat: number, path: readonly number[]): Scene<HatView>[] {
  const holds = view.golden_holder === hat
  return walkScenes(path, (field, last) => {
    const there = withPiece(view, hat, (piece) => ({ ...piece, field }))
    return { ...there, golden_field: holds ? field : view.golden_field, ...(last ? {} : { walking: hat }) }
  })
}

/** The caught pieces go below the catcher, with everything they carry (CH-15, CH-18). */
function caught(view: HatView, hat: number, hats: readonly number[]): HatView {
  const owners = hats.map((other) => ownerOf(view, other))
  const free = view.pieces.filter((piece) => piece.hat === hat || !hats.includes(piece.hat))
  return scored(
    withPiece({ ...view, pieces: free }, hat, (piece) => ({ ...piece, captives: [...piece.captives, ...owners] })),
  )
}

/** One captive of each of these owners leaves the tower that has come home. */
function unloaded(view: HatView, owners: readonly number[]): HatView {
  const carrier = view.pieces.find(
    (piece) => owners.every((owner) => piece.captives.includes(owner)) && piece.captives.length >= owners.length,
  )
  if (!carrier) return view
  const left = [...carrier.captives]
  for (const owner of owners) left.splice(left.indexOf(owner), 1)
  return withPiece(view, carrier.hat, (piece) => ({ ...piece, captives: left }))
}

function jailed(view: HatView, owner: number, hats: readonly number[]): HatView {
  const owners = hats.map((hat) => ownerOf(view, hat))
  const jails = view.jails.map((jail, seat) => (seat === owner ? [...jail, ...owners] : jail))
  return scored({ ...unloaded(view, owners), jails })
}

/** The field of a home: homes come last, in colour order. */
export function homeOf(view: HatView, seat: number): number {
  return (view.homes === 4 ? 77 : 67) + (view.colours[seat] ?? 0)
}

function freed(view: HatView, hats: readonly number[]): HatView {
  const owners = hats.map((hat) => ownerOf(view, hat))
  const home = hats
    .filter((hat) => !pieceOf(view, hat))
    .map((hat): PieceView => {
      const seat = ownerOf(view, hat)
      return { hat, seat, field: homeOf(view, seat), captives: [], golden: '' }
    })
  const without = unloaded(view, owners)
  return scored({ ...without, pieces: [...without.pieces, ...home].sort((a, b) => a.hat - b.hat) })
}

function golden(view: HatView, hat: number, how: 'carried' | 'worn'): HatView {
  const pieces = view.pieces.map((piece) => ({ ...piece, golden: piece.hat === hat ? how : ('' as const) }))
  return { ...view, pieces, golden_holder: hat }
}

/** The scenes of one event, starting from the picture before it. */
export function scenes(view: HatView, told: GameEvent): Scene<HatView>[] {
  const event = eventOf(told)
  const after = (picture: HatView, part = 1) => sceneOf(EVENTS[event.kind], picture, part)
  switch (event.kind) {
    case 'rolled': {
      const next: HatView = { ...view, turn: event.seat, die: event.value, picked: -1, pips: 0, left: -1 }
      return [
        { view: { ...next, rolling: true }, rest: 'fly', part: 1.6, sound: 'mix' },
        { view: next, rest: 'pause', part: 2, sound: 'stone' },
      ]
    }
    case 'hat_leaves_home':
    case 'hat_moves':
    case 'tower_moves':
    case 'walks_on_from_home':
      return walk({ ...view, picked: -1 }, event.hat, event.path)
    case 'caught':
    case 'caught_from':
      return [after(caught(view, event.hat, event.hats), 1.7)]
    case 'brought_home':
      return [after(jailed(view, event.owner, event.hats), 1.5)]
    case 'freed':
      return [after(freed(view, event.hats), 1.5)]
    case 'golden_caught':
      return [after(golden(view, event.hat, 'carried'), 0.6)]
    case 'golden_worn':
      return [after(golden(view, event.hat, 'worn'), 0.8)]
    case 'end_score_line':
    case 'end_free_line':
      return []
    default: // exactly one end event with a sound occurs in every game: it says what decided the game
      return [after(EVENTS[event.kind]?.sound === 'win' ? { ...view, over: true, picked: -1 } : view)]
  }
}
