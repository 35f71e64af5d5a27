// Where the piece in hand may go, and what a press on a field means.
import type { Choice } from '../../lib/protocol'
import { type Layout, wayTo } from './geometry'
import { foreign, type HatView, type Options, PICK_HAT, type PieceView, pieceOf, piecesOn, pickOf, victims } from './model'
import { homeOf } from './scenes'

export interface Way {
  end: number
  path: readonly number[]
  byHome: boolean
  /** Pieces that it would catch. */
  caught: readonly PieceView[]
  /** The golden hat would be caught. */
  gold: boolean
  /** Owners of the hats that would be brought home. */
  brings: readonly number[]
  /** The golden wearer goes back to where it came from. */
  turns: boolean
}

/** All ways that are open now, by their ends. */
export function waysOf(board: Layout, view: HatView, legal: readonly Choice[], options: Options = {}): Map<number, Way> {
  const piece = pieceOf(view, view.picked)
  const ways = new Map<number, Way>()
  if (!piece || (view.choosing !== 'field' && view.choosing !== 'step')) return ways
  const make = view.choosing === 'step' ? goldenStep : move
  for (const { action } of legal) if (action < PICK_HAT) ways.set(action, make(board, view, piece, action, options))
  return ways
}

function move(board: Layout, view: HatView, piece: PieceView, end: number): Way {
  const home = homeOf(view, piece.seat)
  const path = wayTo(board, piece.field, view.die, end, home)
  const byHome = path.includes(home)
  const open = isOpen(board, end)
  return {
    end,
    path,
    byHome,
    caught: open ? victims(view, piece.seat, end) : [],
    gold: open && isGoldFree(view, end),
    brings: byHome ? piece.captives.filter((seat) => view.teams[seat] !== view.teams[piece.seat]) : [],
    turns: false,
  }
}

/** CH-51, CH-52: it catches where it turns and where it stops, on rest fields too; or on every field that it enters. */
function goldenStep(_: Layout, view: HatView, piece: PieceView, end: number, options: Options): Way {
  const home = homeOf(view, piece.seat)
  const every = options.gold_capture === 'every_field'
  const turns = end === view.left && piece.field !== home && !every
  const stops = end !== home && (every || view.pips === 1)
  const here = turns ? victims(view, piece.seat, piece.field) : []
  const there = stops ? victims(view, piece.seat, end) : []
  const load = [...piece.captives, ...here.flatMap((other) => [other.seat, ...other.captives])]
  return {
    end,
    path: [end],
    byHome: end === home,
    caught: [...here, ...there],
    gold: false,
    brings: end === home ? load.filter((seat) => view.teams[seat] !== view.teams[piece.seat]) : [],
    turns,
  }
}

/** A field on which hats can be caught: neither a rest field nor a home. */
function isOpen(board: Layout, field: number): boolean {
  const found = board.fields[field]
  return found !== undefined && !found.grey && found.kind !== 'home'
}

function isGoldFree(view: HatView, field: number): boolean {
  return view.golden_field === field && view.golden_holder < 0
}

/** How many hats a way would add to the score. */
export function gain(view: HatView, way: Way): number {
  const seat = pieceOf(view, view.picked)?.seat ?? view.turn
  return foreign(view, seat, way.caught.flatMap((piece) => [piece.seat, ...piece.captives]))
}

export type Meaning = { kind: 'play'; action: number } | { kind: 'lens' } | { kind: 'back' }

/** What a press on a field means now; what is not allowed is sent too, and the table says why. */
export function meaning(view: HatView, legal: readonly Choice[], field: number, canTakeBack: boolean): Meaning {
  const here = piecesOn(view, field)
  const play = (action: number): Meaning => ({ kind: 'play', action })
  const atHome = field >= (view.homes === 4 ? 77 : 67)
  if (legal.length === 0) return here.length > 1 && !atHome ? { kind: 'lens' } : play(field)
  if (view.choosing === 'hat') {
    const picks = [...new Set(here.flatMap((piece) => pickOf(view, piece, legal) ?? []))]
    if (picks.length === 1) return play(picks[0] ?? 0)
    if (picks.length > 1 || (here.length > 1 && !atHome)) return { kind: 'lens' }
    return play(here[0] ? PICK_HAT + here[0].hat : field)
  }
  if (legal.some((choice) => choice.action === field)) return play(field)
  const own = here.some((piece) => piece.seat === view.turn || piece.hat === view.picked)
  return view.choosing === 'field' && own && canTakeBack ? { kind: 'back' } : play(field)
}
