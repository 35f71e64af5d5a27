// How an event changes the picture, moment by moment. Pure; the last picture is always the table's own.
import { walkPart } from '../../lib/animate'
import type { GameEvent } from '../../lib/protocol'
import { EVENTS } from '../../schema/catch_the_hat'
import { sceneOf } from '../events'
import type { Scene } from '../types'
import { eventOf, type HatView, type PieceView, pieceOf, scored } from './model'

type Change = (piece: PieceView) => PieceView

function withPiece(view: HatView, hat: number, change: Change): HatView {
  return { ...view, pieces: view.pieces.map((piece) => (piece.hat === hat ? change(piece) : piece)) }
}

export const ownerOf = (view: HatView, hat: number): number => Math.floor(hat / view.hats_each)

function walk(view: HatView, hat: number, path: readonly number[]): Scene<HatView>[] {
  const part = walkPart(path.length)
  const holds = view.golden_holder === hat
  return path.map((field, k) => {
    const there = withPiece(view, hat, (piece) => ({ ...piece, field }))
    const last = k === path.length - 1
    const shown: HatView = { ...there, golden_field: holds ? field : view.golden_field, ...(last ? {} : { walking: hat }) }
    return { view: shown, rest: 'step', part, sound: last ? 'land' : 'step', pitch: k }
  })
}

/** The caught pieces go below the catcher, with all that they carry (CH-15, CH-18). */
function caught(view: HatView, hat: number, hats: readonly number[]): HatView {
  const owners = hats.map((other) => ownerOf(view, other))
  const free = view.pieces.filter((piece) => piece.hat === hat || !hats.includes(piece.hat))
  return scored(withPiece({ ...view, pieces: free }, hat, (piece) => ({ ...piece, captives: [...piece.captives, ...owners] })))
}

/** One captive of each of these owners leaves the tower that has come home. */
function unloaded(view: HatView, owners: readonly number[]): HatView {
  const carrier = view.pieces.find((piece) => owners.every((owner) => piece.captives.includes(owner)) && piece.captives.length >= owners.length)
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

/** The field of a home: homes come last, in the order of their colours. */
export function homeOf(view: HatView, seat: number): number {
  return (view.homes === 4 ? 77 : 67) + (view.colours[seat] ?? 0)
}

function freed(view: HatView, hats: readonly number[]): HatView {
  const owners = hats.map((hat) => ownerOf(view, hat))
  const home = hats.filter((hat) => !pieceOf(view, hat)).map((hat): PieceView => {
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

/** The moments of one event, from the picture before it. */
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
    default: // of the ends that sound there is exactly one in every game: it says what has decided
      return [after(EVENTS[event.kind]?.sound === 'win' ? { ...view, over: true, picked: -1 } : view)]
  }
}
