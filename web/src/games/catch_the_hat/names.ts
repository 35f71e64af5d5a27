// Pieces, fields and ways as words: for buttons, for text mode, for the action card.
import { SEAT_COLOURS } from '../../lib/art'
import { number } from '../../lib/words'
import type { Context } from '../types'
import { type HatView, pieceOf, type PieceView, piecesOn } from './model'
import { homeOf } from './scenes'
import type { Way } from './ways'

const CENTRE = { 4: 76, 6: 66 } as const
const RING = { 4: 52, 6: 36 } as const
const SPOKE = { 4: 6, 6: 5 } as const
const BENCH = 2 // the third field of a spoke
const LIMIT = 3

export const isHome = (view: HatView, field: number): boolean => field > CENTRE[view.homes]

/** Rest fields are three steps from a junction, whatever the way. */
export function isRest(view: HatView, field: number): boolean {
  const ring = RING[view.homes]
  if (field >= CENTRE[view.homes]) return false
  if (field >= ring) return (field - ring) % SPOKE[view.homes] === BENCH
  const quarter = ring / view.homes
  const from = field % quarter
  return from === LIMIT || quarter - from === LIMIT
}

export function colourName(view: HatView, seat: number, context: Context): string {
  return context.shell(`colour_${SEAT_COLOURS[view.colours[seat] ?? 0]}`)
}

/** “2 × green, blue”. */
export function colours(view: HatView, seats: readonly number[], context: Context): string {
  const kinds = [...new Set(seats)].sort((a, b) => a - b)
  const parts = kinds.map((seat) => {
    const count = seats.filter((other) => other === seat).length
    return count > 1 ? `${number(count, context.language)} × ${colourName(view, seat, context)}` : colourName(view, seat, context)
  })
  return context.list(parts)
}

export function pieceName(view: HatView, piece: PieceView, context: Context): string {
  const gold = piece.golden ? ` + ${context.say('golden_hat')}` : ''
  const given = { colour: colourName(view, piece.seat, context), field: piece.field }
  if (isHome(view, piece.field)) return context.say('offer_from_home') + gold
  if (!piece.captives.length) return context.say('a11y_hat_on_field', given) + gold
  const tower = context.say('a11y_tower_on_field', { ...given, count: piece.captives.length })
  return `${tower} (${colours(view, piece.captives, context)})${gold}`
}

export function fieldName(view: HatView, field: number, context: Context): string {
  const here = piecesOn(view, field)
  if (isHome(view, field)) return homeName(view, field, here, context)
  const gold = view.golden_field === field && view.golden_holder < 0 ? [context.say('golden_hat')] : []
  const kind = isRest(view, field) ? context.say('a11y_field_grey', { field, count: here.length }) : field === CENTRE[view.homes] ? context.say('centre') : ''
  const standing = [...here.map((piece) => pieceName(view, piece, context)), ...gold]
  if (kind) return [kind, ...standing].join('. ')
  return standing.join('. ') || context.say('a11y_field_empty', { field })
}

function homeName(view: HatView, field: number, here: readonly PieceView[], context: Context): string {
  const seat = view.colours.findIndex((_, player) => homeOf(view, player) === field)
  if (seat < 0) return context.say('home_field')
  const name = context.say('a11y_home', { player: context.names[seat] ?? '', count: here.length })
  const jail = view.jails[seat] ?? []
  return jail.length ? `${name}. ${context.say('brought_home')}: ${colours(view, jail, context)}` : name
}

/** A move of the piece in hand as a sentence. */
export function goalName(view: HatView, way: Way, context: Context): string {
  const { end } = way
  const parts = [context.say(isHome(view, end) ? 'action_enter_home' : end === view.left ? 'step_turn' : 'to_field', { field: end })]
  if (end === CENTRE[view.homes]) parts.push(context.say('centre'))
  if (!isHome(view, end) && isRest(view, end)) parts.push(context.say('a11y_field_grey', { field: end, count: piecesOn(view, end).length }))
  if (way.catches.length) parts.push(`${context.say('way_catches', { count: way.catches.length })} (${colours(view, way.catches, context)})`)
  if (way.brings.length) parts.push(`${context.say('way_brings', { count: way.brings.length })} (${colours(view, way.brings, context)})`)
  if (way.gold || (isHome(view, end) && pieceOf(view, view.picked)?.golden === 'carried')) parts.push(context.say('golden_hat'))
  return parts.join(' · ')
}

/** The same in short, for a goal that is shown on the board. */
export function hereName(way: Way, context: Context): string {
  const count = way.catches.length
  return count ? `${context.say('go_here')} · ${context.say('way_catches', { count })}` : context.say('go_here')
}
