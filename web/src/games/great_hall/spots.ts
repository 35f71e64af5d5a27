// Every place on the board that can be pressed, and the choices that a press means now.
import type { Choice } from '../../lib/protocol'
import type { Context } from '../types'
import { chair, type Layout, type Point } from './geometry'
import {
  AS_7, AS_START, AS_SWAP, type Card, CARETAKER, DORMITORY, FIGURE, HALL, type HallView, OTHER, startOf, USE, USES,
} from './model'
import { cost, endName, figureName, houseName } from './names'
import { cardTargets, cardWays, controlled, houseAt, isProtected, type Rules, targetsOf, type Way, waysOf } from './plays'
import { cardAction } from './prompt'

export interface Place extends Point {
  key: string
  name: string
  /** One after the other; the first must be legal for the place to be possible. */
  actions: readonly number[]
  possible: boolean
  kind: 'figure' | 'end' | 'beds'
  field: number
  /** What a look at it shows. */
  ways: readonly Way[]
  /** Why the lifted card does nothing here: reason and rule, as the table would say it. */
  wrong?: Wrong | undefined
}

type Wrong = readonly [reason: string, rule: string]

interface Table {
  board: Layout
  view: HallView
  legal: readonly Choice[]
  lifted: Card | undefined
  context: Context
}

/** All places: whoever stands on the track, the own dormitory, and the ends of what is possible. */
export function placesOf(table: Table): Place[] {
  const { board, view, legal, lifted } = table
  const fields = view.figures.flat().filter((place) => place < DORMITORY)
  const keeper = view.caretaker >= 0 ? [view.caretaker] : []
  // While a move is told two may stand on one field for a moment.
  const figures = [...new Set([...fields, ...keeper])].map((field) => figurePlace(table, field))
  const ends = lifted ? liftedEnds(table, lifted) : targetsOf(view, legal, board).flatMap((target) => {
    const way = waysOf(view, target.actions[0] ?? -1, board).find((one) => one.end === target.field)
    return way && target.actions[0] !== USE + AS_START ? endPlace(table, target.key, way, target.actions) : []
  })
  const beds = bedPlace(table)
  // A figure that can be chosen stays what a press on its field means; two ends on one field are one place.
  const busy = new Set(figures.filter((place) => place.possible).map((place) => place.field))
  const free = ends.filter((end, k) => !busy.has(end.field) && ends.findIndex((one) => one.field === end.field) === k)
  return [...figures, ...(beds ? [beds] : []), ...free]
}

/** Where a lifted card could lead: a press there plays the card and all that follows from it. */
function liftedEnds(table: Table, card: Card): Place[] {
  const first = cardAction(table.view, card)
  if (!table.legal.some((choice) => choice.action === first)) return []
  return cardTargets(table.view, card, table.board).flatMap(({ way, actions }) => endPlace(table, `end-${way.end}-${actions.join('-')}`, way, [first, ...actions]))
}

function endPlace({ board, view, context }: Table, key: string, way: Way, actions: readonly number[]): Place[] {
  const spot = way.end === HALL ? chair(board, way.house, guests(view, way.house)) : board.fields[way.end]
  if (!spot) return []
  const who = way.from < 0 ? context.say('action_start') : figureName(view, way.from, context)
  const name = [`${who}: ${endName(view, way, context)}`, cost(view, way, context)].filter(Boolean).join('. ')
  return [{ ...spot, key, name, actions, possible: true, kind: 'end', field: way.end, ways: [way] }]
}

const guests = (view: HallView, house: number): number => (view.figures[house] ?? []).filter((place) => place === HALL).length

function figurePlace(table: Table, field: number): Place {
  const { board, view, legal, context } = table
  const spot = board.fields[field] ?? board.caretaker
  const actions = figureActions(table, field)
  const first = actions[0] ?? -1
  const ways = table.lifted ? cardWays(view, table.lifted, board).filter((way) => way.from === field) : waysOf(view, first, board)
  const possible = legal.some((choice) => choice.action === first) && (!table.lifted || canUse(table, field, ways))
  return { ...spot, key: `figure-${field}`, name: figureName(view, field, context), actions, possible, kind: 'figure', field, ways, wrong: possible ? undefined : wrongFigure(table, field) }
}

/** What a press on a figure means: with a lifted card, first the card. */
function figureActions({ view, lifted }: Table, field: number): number[] {
  if (view.choosing === 'target') return [OTHER + field]
  const who = field === view.caretaker ? CARETAKER : FIGURE + field
  if (!lifted) return [who]
  return USES[lifted].length === 1 || lifted === 'swap' ? [cardAction(view, lifted), who] : [cardAction(view, lifted)]
}

/** Whether a lifted card has something to do with a figure; the table has the last word. */
function canUse({ view, lifted }: Table, field: number, ways: readonly Way[]): boolean {
  const own = view.figures[controlled(view, view.turn)]?.includes(field) ?? false
  if (lifted === 'swap') return own && !isProtected(view, field)
  if (lifted === '7' || lifted === 'joker') return own || field === view.caretaker
  return ways.length > 0
}

/** A figure that the lifted card cannot lead, in the order in which a person would wonder. */
function wrongFigure({ view, lifted }: Table, field: number): Wrong | undefined {
  if (!lifted) return undefined
  if (field === view.caretaker) return lifted === 'swap' ? ['caretaker_not_swapped', 'GH-75'] : ['protected', 'GH-23']
  const [own, house] = [controlled(view, view.turn), houseAt(view, field)]
  if (house !== own) return view.players === 4 && house === (own ^ 2) ? ['partner_figure', 'GH-60'] : ['not_yours', 'GH-30']
  return lifted === 'swap' ? ['swap_protected', 'GH-53'] : ['protected', 'GH-23']
}

/** GH-20, GH-21, GH-75: nobody gets up with this card, or the start field is taken. */
function wrongBeds({ view, board, lifted }: Table, house: number): Wrong | undefined {
  if (!lifted) return undefined
  if (!USES[lifted].includes(AS_START)) return ['start_card_needed', 'GH-20']
  const start = startOf(view, house)
  if (start === view.caretaker && board.landing !== 'banish') return ['caretaker_blocks_start', 'GH-75']
  return view.figures[house]?.includes(start) ? ['start_occupied', 'GH-21'] : undefined
}

function bedPlace(table: Table): Place | null {
  const { board, view, legal, lifted, context } = table
  const house = controlled(view, Math.max(0, view.seat))
  const asleep = (view.figures[house] ?? []).filter((place) => place === DORMITORY).length
  const bed = board.dormitories[house]?.[Math.max(0, asleep - 1)]
  if (!bed || !asleep) return null
  const starts = lifted && USES[lifted].includes(AS_START)
  const actions = starts ? [cardAction(view, lifted), USE + AS_START] : [USE + AS_START]
  const wrong = wrongBeds(table, house)
  const possible = legal.some((choice) => choice.action === actions[0]) && !wrong
  const ways = possible ? waysOf(view, USE + AS_START, board) : []
  const name = context.say('a11y_dormitory', { house: houseName(house, context), count: asleep })
  return { ...bed, key: 'beds', name, actions, possible, kind: 'beds', field: DORMITORY, ways, wrong }
}

/** Fields whose figures have nothing to do with a swap that is being chosen. */
export function fadedIn(view: HallView, places: readonly Place[], mine: boolean): number[] {
  if (!mine || view.mode !== AS_SWAP) return []
  const busy = new Set(places.filter((place) => place.possible).map((place) => place.field))
  return places.filter((place) => place.kind === 'figure' && !busy.has(place.field) && place.field !== view.piece).map((place) => place.field)
}

/** Fields that a seven has walked to already: done, but not final. */
export function provisional(view: HallView): number[] {
  return view.mode === AS_7 && view.seven_left > 0 ? view.moved.filter((place) => place < DORMITORY) : []
}

export type { Rules }
