// Every place on the board that can be pressed, and the choices that a press means now.
import type { Choice } from '../../lib/protocol'
import type { Refusal } from '../../rules/engine'
import type { Context } from '../types'
import { chair, type Layout, type Point } from './geometry'
import { Action, type Card, DORMITORY, HALL, Use } from '../../schema/great_hall'
import { type HallView, usesOf } from './model'
import { cost, endInWords, figureName, houseName } from './words'
import { cardAction } from './prompt'
import { isWalk, type Play, playsFrom, type Way, waysOf } from './ways'

export interface Place extends Point {
  key: string
  name: string
  /** In sequence; the first must be legal for the place to be possible. */
  actions: readonly number[]
  possible: boolean
  kind: 'figure' | 'end' | 'beds'
  field: number
  /** What focusing it shows. */
  ways: readonly Way[]
  /** Why the lifted card does nothing here. */
  wrong?: Refusal | undefined
}

interface Table {
  board: Layout
  view: HallView
  legal: readonly Choice[]
  lifted: Card | undefined
  context: Context
}

/** All places: figures on the track, the player's own dormitory, and the ends of what is possible. */
export function placesOf(table: Table): Place[] {
  const { view } = table
  const fields = view.figures.flat().filter((place) => place < DORMITORY)
  const keeper = view.caretaker >= 0 ? [view.caretaker] : []
  // While a move is shown, two figures may be on one field for a moment.
  const figures = [...new Set([...fields, ...keeper])].map((field) => figurePlace(table, field))
  const ends = playsNow(table).flatMap((play) => endPlace(table, play))
  const beds = bedPlace(table)
  // A press on the field of a figure that can be chosen means the figure; two ends on one field are one place.
  const busy = new Set(figures.filter((place) => place.possible).map((place) => place.field))
  const free = ends.filter((end, k) => !busy.has(end.field) && ends.findIndex((one) => one.field === end.field) === k)
  return [...figures, ...(beds ? [beds] : []), ...free]
}

/** Where a lifted card could lead, or else the current choices: a press there plays everything that follows. */
function playsNow({ view, legal, lifted, context }: Table): Play[] {
  if (lifted) return playsFrom(context.foresee, [cardAction(view, lifted)])
  return legal.flatMap(({ action }) => (isWalk(action) ? playsFrom(context.foresee, [action]) : []))
}

function endPlace({ board, view, context }: Table, { actions, way }: Play): Place[] {
  const spot = way.end === HALL ? chair(board, way.house, guests(view, way.house)) : board.fields[way.end]
  if (!spot) return []
  const who = way.from < 0 ? context.say('action_start') : figureName(view, way.from, context)
  const name = [`${who}: ${endInWords(view, way, context)}`, cost(way, context)].filter(Boolean).join('. ')
  return [
    {
      ...spot,
      key: `end-${way.end}-${actions.join('-')}`,
      name,
      actions,
      possible: true,
      kind: 'end',
      field: way.end,
      ways: [way],
    },
  ]
}

const guests = (view: HallView, house: number): number =>
  (view.figures[house] ?? []).filter((place) => place === HALL).length

function figurePlace(table: Table, field: number): Place {
  const { board, view, legal, context } = table
  const spot = board.fields[field] ?? board.caretaker
  const actions = figureActions(table, field)
  const first = actions[0] ?? -1
  const ways = table.lifted
    ? playsNow(table)
        .map(({ way }) => way)
        .filter((way) => way.from === field)
    : waysOf(context.foresee, first)
  const wrong = table.lifted && wrongWith(table, table.lifted, whoIs(view, field))
  const possible = legal.some((choice) => choice.action === first) && !wrong
  return {
    ...spot,
    key: `figure-${field}`,
    name: figureName(view, field, context),
    actions,
    possible,
    kind: 'figure',
    field,
    ways,
    wrong: possible ? undefined : wrong,
  }
}

const whoIs = (view: HallView, field: number): number =>
  field === view.caretaker ? Action.CARETAKER : Action.FIGURE + field

/** What a press on a figure means: with a lifted card, first the card. */
function figureActions({ view, lifted }: Table, field: number): number[] {
  if (view.choosing === 'target') return [Action.OTHER + field]
  const who = whoIs(view, field)
  if (!lifted) return [who]
  return usesOf(lifted).length === 1 || lifted === 'swap' ? [cardAction(view, lifted), who] : [cardAction(view, lifted)]
}

/** Why a lifted card cannot do something, however it is used; undefined if it can, or if that is unknown. */
function wrongWith({ view, context }: Table, card: Card, action: number): Refusal | undefined {
  const first = cardAction(view, card)
  const seen = context.foresee(first)
  if (!seen) return undefined
  const uses = seen.legal
    .filter((use) => use >= Action.USE && use < Action.STEP && use !== action)
    .map((use) => context.foresee(first, use))
  const moments = [seen, ...uses.flatMap((use) => use ?? [])]
  return moments.some((moment) => moment.legal.includes(action)) ? undefined : moments.at(-1)?.refusal(action)
}

/** GH-20: no figure gets up with this card, or the rules say what is in the way. */
function wrongBeds(table: Table, card: Card): Refusal | undefined {
  if (!usesOf(card).includes(Use.START)) return { rule: 'GH-20', reason: 'start_card_needed', given: {} }
  return wrongWith(table, card, Action.USE + Use.START)
}

function bedPlace(table: Table): Place | null {
  const { board, view, legal, lifted, context } = table
  const house = view.leads[Math.max(0, view.seat)] ?? 0
  const asleep = (view.figures[house] ?? []).filter((place) => place === DORMITORY).length
  const bed = board.dormitories[house]?.[Math.max(0, asleep - 1)]
  if (!bed || !asleep) return null
  const starts = lifted && usesOf(lifted).includes(Use.START)
  const actions = starts ? [cardAction(view, lifted), Action.USE + Use.START] : [Action.USE + Use.START]
  const wrong = lifted && wrongBeds(table, lifted)
  const possible = legal.some((choice) => choice.action === actions[0]) && !wrong
  const ways = possible ? playsFrom(context.foresee, actions).map(({ way }) => way) : []
  const name = context.say('a11y_dormitory', { house: houseName(house, context), count: asleep })
  return { ...bed, key: 'beds', name, actions, possible, kind: 'beds', field: DORMITORY, ways, wrong }
}

/** Fields whose figures have nothing to do with a swap that is being chosen. */
export function fadedIn(view: HallView, places: readonly Place[], mine: boolean): number[] {
  if (!mine || view.mode !== Use.SWAP) return []
  const busy = new Set(places.filter((place) => place.possible).map((place) => place.field))
  return places
    .filter((place) => place.kind === 'figure' && !busy.has(place.field) && place.field !== view.piece)
    .map((place) => place.field)
}

/** Fields that a seven has already moved to: done, but not final. */
export function provisional(view: HallView): number[] {
  return view.mode === Use.SEVEN && view.seven_left > 0 ? view.moved.filter((place) => place < DORMITORY) : []
}
