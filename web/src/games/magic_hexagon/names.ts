// Hats, discs and collections by name, and the whole table for text mode.
import { BLACK_DISC, FACES, HOLE, ROWS } from '../../schema/magic_hexagon'
import type { Context } from '../types'
import { colourOf, COLOURS, kindOf, STONES, symbolOf, SYMBOLS, valueOf } from './discs'
import type { HexagonView } from './model'

const KINDS = ['ingredients', 'kitchen', 'magic'] as const
const KIND_NAMES = ['ingredient', 'kitchen_utensil', 'magic_utensil'] as const

export const hatName = (hat: number, context: Context): string => context.say(`hat_${COLOURS[hat] ?? 'red'}`)
export const hatObject = (hat: number, context: Context): string => context.say(`hat_obj_${COLOURS[hat] ?? 'red'}`)
export const symbolName = (face: number, context: Context): string => context.say(`symbol_${SYMBOLS[symbolOf(face)] ?? 'chili'}`)
export const kindName = (kind: number, context: Context): string => context.say(KIND_NAMES[kind] ?? 'ingredient')
export const colourName = (colour: number, context: Context): string => context.shell(`colour_${COLOURS[colour] ?? 'red'}`)
export const stoneName = (kind: number, context: Context): string => context.say(`stone_${STONES[kind] ?? 'green'}`)

/** “2 ingredients”. */
export function group(value: number, count: number, context: Context): string {
  return context.say(`group_${KINDS[value - 1] ?? 'ingredients'}`, { count })
}

export function discName(face: number, field: number, context: Context): string {
  if (face === HOLE) return context.say('a11y_hole', { field })
  if (face === BLACK_DISC) return context.say('a11y_black_disc', { field })
  return context.say('a11y_disc', { field, symbol: symbolName(face, context), colour: colourName(colourOf(face), context), value: valueOf(face) })
}

export function hatOnField(view: HexagonView, hat: number, context: Context): string {
  return context.say('a11y_hat_on_field', { hat: hatName(hat, context), field: view.hats[hat] ?? 0 })
}

function short(face: number, field: number, context: Context): string {
  if (face === BLACK_DISC) return `${field} ${context.say('black_disc')}`
  return context.say('short_disc', { field, symbol: symbolName(face, context), colour: colourName(colourOf(face), context), value: valueOf(face) })
}

/** Everything that a seat owns, a kind after the other. */
export function collection(view: HexagonView, seat: number, context: Context): string {
  const owned = view.owned[seat] ?? []
  const discs = Array.from({ length: FACES }, (_, face) => face).filter((face) => owned[face])
  const kinds = [0, 1, 2].flatMap((kind) => {
    const named = discs.filter((face) => kindOf(face) === kind).map((face) => {
      const count = owned[face] ?? 0
      return `${symbolName(face, context)} (${colourName(colourOf(face), context)})${count > 1 ? ` × ${count}` : ''}`
    })
    return named.length ? [`${kindName(kind, context)}: ${named.join(', ')}`] : []
  })
  const stones = (view.stones[seat] ?? []).flatMap((count, kind) => (count ? [`${stoneName(kind, context)} × ${count}`] : []))
  return [...(kinds.length ? kinds : [context.say('no_discs')]), ...stones].join('. ')
}

function isHole(view: HexagonView, cell: number): boolean {
  return view.board[cell] === HOLE
}

/** The board row by row, the hats, and what everybody owns. */
export function inWords(view: HexagonView, context: Context): { term: string; text: string }[] {
  const hats = view.hats.map((_, hat) => hatOnField(view, hat, context)).join(' · ')
  const rows = ROWS.flatMap((row) => {
    const discs = row.flatMap((cell) => (isHole(view, cell) ? [] : [short(view.board[cell] ?? HOLE, cell, context)]))
    return discs.length ? [{ term: context.say('fields_row', { from: row[0] ?? 0, to: row.at(-1) ?? 0 }), text: discs.join(' · ') }] : []
  })
  const players = view.owned.map((owned, seat) => {
    const count = owned.reduce((sum, one) => sum + one, 0)
    const points = context.shell('points_count', { count: view.score[seat] ?? 0 })
    const player = context.names[seat] ?? ''
    const card = view.cards[seat] ? ` · ${context.say('a11y_has_hypnosis', { player })}` : ''
    return { term: context.say('a11y_owned', { player, count, points }), text: collection(view, seat, context) + card }
  })
  return [{ term: COLOURS.map((_, hat) => hatName(hat, context)).join(', '), text: hats }, ...rows, ...players]
}
