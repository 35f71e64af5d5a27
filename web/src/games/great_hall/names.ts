// The names of cards, houses and places in the language of the table, and their drawings.
import type { Drawing } from '../../generated/boxes'
import { colourOf } from '../../lib/art'
import { number } from '../../lib/words'
import type { Context } from '../types'
import { type Card, HALL, HOUSES, POINTS, Use } from '../../schema/great_hall'
import { type HallView, houseAt, isProtected } from './model'
import type { Way } from './ways'

const DRAWINGS: Readonly<Record<Card, Drawing>> = {
  '2': 'gh-2',
  '3': 'gh-3',
  '5': 'gh-5',
  '6': 'gh-6',
  '4_back': 'gh-pm4',
  '7': 'gh-7',
  start_9: 'gh-s9',
  start_1_8: 'gh-s18',
  swap: 'gh-swap',
  joker: 'gh-joker',
}
const PLAIN: readonly Card[] = ['2', '3', '5', '6']

export const drawingOf = (card: Card): Drawing => DRAWINGS[card]
export const sleeper = (house: number): Drawing => (house < 0 ? 'caretaker' : `sleeper-${colourOf(house) as 'red'}`)
export const cardName = (card: Card, context: Context): string => context.say(`card_${card}`)
export const houseName = (house: number, context: Context): string => context.say(`house_${HOUSES[house] ?? 'ember'}`)
export const houseOf = (view: HallView, seat: number): number => view.houses[seat] ?? seat
export const fieldName = (field: number, context: Context): string => context.say('field_number', { field })

export function cardText(card: Card, context: Context): string {
  return PLAIN.includes(card) ? context.say('card_text_number', { count: Number(card) }) : context.say(`card_text_${card}`)
}

/** A use of a card as a button says it. */
export function useName(mode: number, context: Context): string {
  if (mode === Use.START) return context.say('action_start')
  if (mode === Use.SWAP) return context.say('action_swap')
  if (mode === Use.NULL) return context.say('action_no_effect')
  if (mode === Use.SEVEN) return context.say('action_split_seven')
  const points = POINTS[mode] ?? 0
  return points < 0 ? context.say('action_backward', { count: -points }) : context.say('action_forward', { count: points })
}

/** The same in a small grid: the figure alone where it says enough. */
export function useSign(mode: number, context: Context): string {
  const points = POINTS[mode] ?? 0
  if (points) return points < 0 ? `−${number(-points, context.language)}` : number(points, context.language)
  return useName(mode, context)
}

export function figureName(view: HallView, field: number, context: Context): string {
  if (field === view.caretaker) return context.say('a11y_caretaker', { field })
  const house = houseAt(view, field)
  if (house < 0) return fieldName(field, context)
  const key = isProtected(view, field) ? 'a11y_figure_protected' : 'a11y_figure_on_field'
  return context.say(key, { house: houseName(house, context), field })
}

/** Where a way leads: a field, or the hall. */
export function endName(view: HallView, way: Way, context: Context): string {
  if (way.end === HALL) return context.say('action_enter_hall')
  const back = way.house < 0 || (way.path[0] !== undefined && way.path[0] === (way.from - 1 + view.track) % view.track)
  return context.say(back ? 'back_to_field' : 'to_field', { field: way.end })
}

/** What else happens on a way, empty when nothing does. */
export function cost(way: Way, context: Context): string {
  if (way.caught) return context.say('caught_by_caretaker')
  if (way.banishes) return context.say('banishes_caretaker')
  if (way.victims.length === 0) return ''
  return context.say('sends_to_bed', { houses: context.list(way.victims.map(({ house }) => houseName(house, context))) })
}
