// What the table sends about the hexagon, and how an event changes the picture, scene by scene.
import type { GameEvent } from '../../lib/protocol'
import {
  Action,
  CELLS,
  type Event as HexagonEvent,
  EVENTS,
  HOLE,
  type View as SeenView,
} from '../../schema/magic_hexagon'
import { sceneOf, walkScenes } from '../events'
import type { Scene, Spot } from '../types'
import { COLOURS, STONES, valueOf } from './discs'

export interface HexagonView extends SeenView {
  /** Only while it is shown: discs on their way to a player. */
  flying?: Flight
  /** Only while it is shown: an area that is about to fall. */
  falling?: readonly number[]
}

export interface Flight {
  seat: number
  fields: readonly number[]
  faces: readonly number[]
}

type Discs = Pick<Extract<HexagonEvent, { kind: 'area_claimed' }>, 'seat' | 'count' | 'fields' | 'faces'>
export type { HexagonEvent }

export interface Move {
  hat: number
  cell: number
  value: number
}

export const cellSpot = (cell: number): Spot => `cell-${cell}`
export const hatNumber = (name: string): number => COLOURS.findIndex((colour) => colour === name)
export const stoneNumber = (name: string): number => STONES.findIndex((colour) => colour === name)
export const actionOf = ({ hat, cell, value }: Move): number => (hat * CELLS + cell) * 3 + value - 1

/** Hat, cell and value of a move; null for any other kind of action. */
export function moveOf(action: number): Move | null {
  if (action < 0 || action >= Action.PICK) return null
  const place = Math.floor(action / 3)
  return { hat: Math.floor(place / CELLS), cell: place % CELLS, value: (action % 3) + 1 }
}

function withHat(view: HexagonView, hat: number, cell: number): HexagonView {
  return { ...view, hats: view.hats.map((old, k) => (k === hat ? cell : old)) }
}

/** The discs leave the board and are counted at once. */
function withDiscs(view: HexagonView, { seat, fields, faces }: Discs): HexagonView {
  const gone = new Set(fields)
  const points = faces.reduce((sum, face) => sum + valueOf(face), 0)
  const owned = view.owned.map((row, k) =>
    k === seat ? row.map((count, face) => count + faces.filter((one) => one === face).length) : row,
  )
  return {
    ...plus(view, seat, points),
    board: view.board.map((face, cell) => (gone.has(cell) ? HOLE : face)),
    owned,
    discs: raised(view.discs, seat, points),
  }
}

function plus(view: HexagonView, seat: number, points: number): HexagonView {
  return { ...view, score: raised(view.score, seat, points) }
}

function raised(row: readonly number[], seat: number, by: number): number[] {
  return row.map((old, k) => (k === seat ? old + by : old))
}

function withStone(view: HexagonView, seat: number, kind: number): HexagonView {
  const stones = view.stones.map((row, k) => (k === seat ? raised(row, kind, 1) : row))
  return { ...plus(view, seat, view.stone_values[kind] ?? 0), stones }
}

function collect(view: HexagonView, event: Discs): Scene<HexagonView>[] {
  const after = withDiscs(view, event)
  const flying = { seat: event.seat, fields: event.fields, faces: event.faces }
  return [
    { view: { ...after, flying }, rest: 'fly', part: 1.7, sound: 'pop', pitch: event.count },
    { view: after, rest: 'none' },
  ]
}

/** The scenes of one event, starting from the picture before it. */
export function scenes(view: HexagonView, told: GameEvent): Scene<HexagonView>[] {
  const event = told as unknown as HexagonEvent
  const after = (picture: HexagonView, part = 1) => sceneOf(EVENTS[event.kind], picture, part)
  switch (event.kind) {
    case 'hat_runs':
      return walkScenes(event.path, (cell) => withHat(view, hatNumber(event.hat_obj), cell))
    case 'hat_jumps':
      return [after(withHat(view, hatNumber(event.hat_obj), event.field), 1.6)]
    case 'collected_ingredients':
    case 'collected_kitchen':
    case 'collected_magic':
      return collect(view, event)
    case 'area_claimed':
      return [{ view: { ...view, falling: event.fields }, rest: 'flip', sound: 'mix' }, ...collect(view, event)]
    case 'set_colours':
    case 'set_symbols':
      return [after(withStone(view, event.seat, stoneNumber(event.colour)), 0.6)]
    case 'hypnotised': {
      const cards = view.cards.map((has, seat) => has && seat !== event.seat)
      return [after({ ...view, cards, named: hatNumber(event.hat_obj) })]
    }
    case 'protected':
      return [after({ ...view, protected: event.seat })]
    case 'end_nothing_left':
    case 'end_first_stuck':
      return [after({ ...view, over: true, choosing: 'nothing' })]
    default:
      return [after(view)]
  }
}
