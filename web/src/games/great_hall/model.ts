// What the table sends about the Great Hall, and how an event changes the picture, scene by scene.
import type { GameEvent } from '../../lib/protocol'
import {
  type Card,
  CARDS,
  DORMITORY,
  type Event as HallEvent,
  EVENTS,
  HALL,
  type House,
  HOUSES,
  USES,
  type View as SeenView,
} from '../../schema/great_hall'
import { sceneOf, walkScenes } from '../events'
import type { Scene } from '../types'

export const IN_HALL = -1 // the caretaker before he wakes

export type { HallEvent }

/** What a card can be used for, in action order. */
export const usesOf = (card: Card): readonly number[] => USES[CARDS.indexOf(card)] ?? []

export type Choosing = SeenView['choosing']

export interface HallView extends SeenView {
  /** Only in scenes: who laid the card on top of the pile. */
  laidBy?: number
}

export const houseNumber = (house: House): number => HOUSES.indexOf(house)
export const startOf = (view: HallView, house: number): number => (house * view.track) / 4
/** The house of the figure on a field, or -1. */
export const houseAt = (view: HallView, field: number): number => view.figures.findIndex((row) => row.includes(field))
/** GH-23: whether it is on the start field of its own house. */
export const isProtected = (view: HallView, field: number): boolean =>
  houseAt(view, field) >= 0 && startOf(view, houseAt(view, field)) === field
/** GH-11, GH-82: who gets a seat's gift: the partner, or the left neighbour. */
export const receiverOf = (view: HallView, seat: number): number =>
  view.players === 4 ? (seat + 2) % 4 : (seat + 1) % view.players
export const fieldSpot = (field: number): string => `field-${field}`
export const bedSpot = (house: number): string => `bed-${house}`
export const hallSpot = (house: number): string => `hall-${house}`
export const PILE = 'pile'

type Told = Scene<HallView>[]

/** Move one figure of a house from one place to another; nothing happens if there is none. */
export function put(view: HallView, house: number, from: number, to: number): HallView {
  const places = view.figures[house] ?? []
  const which = places.indexOf(from)
  if (which < 0) return view
  return {
    ...view,
    figures: view.figures.map((row, k) => (k === house ? places.map((place, i) => (i === which ? to : place)) : row)),
  }
}

function figureWalks(view: HallView, house: number, from: number, path: readonly number[]): Told {
  return walkScenes(path, (place) => put(view, house, from, place))
}

/** Cards leave a hand: the viewer's by name, those of others by count. */
export function withoutCards(view: HallView, seat: number, cards: readonly Card[]): HallView {
  const hand = [...view.hand]
  if (seat === view.seat) for (const card of cards) if (hand.includes(card)) hand.splice(hand.indexOf(card), 1)
  const sizes = view.hand_sizes.map((size, k) => (k === seat ? Math.max(0, size - cards.length) : size))
  return { ...view, hand, hand_sizes: sizes }
}

function layDown(view: HallView, seat: number, cards: readonly Card[]): HallView {
  const laid = view.laid.map((heap, k) => (k === seat ? [...heap, ...cards] : heap))
  const left = withoutCards(view, seat, cards)
  return { ...left, laid, discard: left.discard + cards.length, top: cards.at(-1) ?? left.top, laidBy: seat }
}

function deal(view: HallView, dealer: number, count: number): HallView {
  const nothing = view.laid.map(() => [])
  const sizes = view.hand_sizes.map(() => count)
  const stock = Math.max(0, view.stock - count * view.players)
  return {
    ...view,
    dealer,
    hand_size: count,
    hand_sizes: sizes,
    laid: nothing,
    stock,
    folded: [],
    chosen: [],
    hand: [],
    card: '',
    given: '',
    received: '',
  }
}

function draw(view: HallView, seat: number, card: Card | ''): HallView {
  const sizes = view.hand_sizes.map((size, k) => (k === seat ? size + 1 : size))
  const hand = card && seat === view.seat ? [...view.hand, card] : view.hand
  return { ...view, hand, hand_sizes: sizes, stock: Math.max(0, view.stock - 1) }
}

/** The scenes of one event, starting from the picture before it. */
export function scenes(view: HallView, told: GameEvent): Told {
  const event = told as unknown as HallEvent
  const one = (picture: HallView, part = 1): Told => [sceneOf(EVENTS[event.kind], picture, part)]
  switch (event.kind) {
    case 'dealt':
      return one(deal(view, event.seat, event.count), 1.6)
    case 'reshuffled':
      return one({ ...view, stock: view.stock + view.discard, discard: 0, top: '' }, 0.6)
    case 'cards_exchanged':
      return one({ ...view, chosen: [] })
    case 'private_card_received':
      return event.receiver === view.seat
        ? one(
            draw(
              { ...withoutCards(view, view.seat, view.given ? [view.given] : []), stock: view.stock + 1 },
              view.seat,
              event.card,
            ),
          )
        : [{ view, rest: 'none' }]
    case 'card_played':
      return one({ ...layDown(view, event.seat, [event.card]), card: event.card }, 1.6)
    case 'discarded':
      return one(layDown(view, event.seat, [event.card]), 1.6)
    case 'dropped_out':
      return one({ ...layDown(view, event.seat, event.cards), folded: [...view.folded, event.seat] })
    case 'drew':
      return one(draw(view, event.seat, event.card))
    case 'figure_started':
      return one(put(view, houseNumber(event.house), DORMITORY, event.field), 1.3)
    case 'figure_forward':
    case 'figure_back':
      return figureWalks(view, houseNumber(event.house), event.field, event.path)
    case 'hall_entered': {
      const steps = figureWalks(view, houseNumber(event.house), event.field, event.path)
      const last = event.path.at(-1) ?? event.field
      return [
        ...steps,
        {
          view: put(steps.at(-1)?.view ?? view, houseNumber(event.house), last, HALL),
          rest: 'fly',
          part: 1.6,
          sound: 'hat',
        },
      ]
    }
    case 'sent_to_bed':
    case 'caretaker_catches':
      return one(put(view, houseNumber(event.house), event.field, DORMITORY), 1.3)
    case 'swapped':
      return one(swap(view, event.first, event.second), 1.6)
    case 'caretaker_wakes':
      return one({ ...view, caretaker: event.field }, 1.6)
    case 'caretaker_banished':
      return one({ ...view, caretaker: IN_HALL }, 1.3)
    case 'caretaker_moves':
      return walkScenes(event.path, (caretaker) => ({ ...view, caretaker }))
    case 'helps_partner':
      return one(view)
    case 'end_team':
    case 'end_solo':
      return one({ ...view, over: true })
    default:
      return one(view)
  }
}

function swap(view: HallView, first: number, second: number): HallView {
  const other = (place: number) => (place === first ? second : place === second ? first : place)
  return { ...view, figures: view.figures.map((row) => row.map(other)) }
}
