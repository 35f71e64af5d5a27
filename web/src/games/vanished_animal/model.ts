// What the table sends about the hats, and how an event changes the picture, scene by scene.
import type { GameEvent } from '../../lib/protocol'
import {
  Action,
  type Animal,
  ANIMALS,
  BOX,
  type Event as HatsEvent,
  EVENTS,
  PAIR,
  type View as SeenView,
} from '../../schema/vanished_animal'
import { sceneOf } from '../events'
import type { Scene, Spot } from '../types'

export { ANIMALS }
export type { Animal, HatsEvent }
export const PLACES = [1, 2, 3, 4, 5] as const

export type Known = Animal | ''

export interface HatsView extends SeenView {
  /** Only while it is shown: these two hats are on their way to each other's place. */
  travel?: readonly [number, number]
  /** Only while it is shown: what a player has just said. */
  said?: { seat: number; animal: Animal }
  /** Only while it is shown: all hats are open, the box last. */
  open?: readonly Known[]
  /** Only while it is shown: all hats are in the middle. */
  mixing?: boolean
  /** Only while it is shown: who takes a token. */
  taker?: number
}

type HatsScene = Scene<HatsView>
export const hatSpot = (place: number): Spot => `hat-${place}`
export const cardSpot = (animal: string): Spot => `card-${animal}`
export const swapSpot = (one: number, other: number): Spot => `swap-${one}-${other}`
export const BOX_SPOT: Spot = 'box'
export const LOOK_SPOT: Spot = 'look' // closes and opens the viewer's own look

/** The action that swaps these two hats in the expert's second swap. */
export function pairAction(one: number, other: number): number {
  const [low, high] = one < other ? [one, other] : [other, one]
  return Action.SECOND_SWAP + PAIR.findIndex((pair) => pair[0] === low - 1 && pair[1] === high - 1)
}

/** The two hats that an action would swap. */
export function pairOf(view: HatsView, action: number | null): readonly [number, number] | null {
  if (action === null || action < Action.SWAP || action === Action.NO_SWAP || action >= Action.NO_SECOND_SWAP)
    return null
  const [one = 0, other = 0] = PAIR[action - Action.SECOND_SWAP] ?? []
  if (action >= Action.SECOND_SWAP) return [one + 1, other + 1]
  const partner = action - Action.SWAP + 1
  return view.lifted && partner !== view.lifted ? [view.lifted, partner] : null
}

/** What everyone can see under a hat: at the end of a round, and after the game. */
export function openAt(view: HatsView, index: number): Known {
  return (view.open ?? (view.over ? view.told : []))[index] ?? ''
}

export const openBox = (view: HatsView): Known => openAt(view, BOX)

function put<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((old, k) => (k === index ? value : old))
}

/** The picture without what belonged to the previous scene. */
function still(view: HatsView): HatsView {
  const { travel: _travel, said: _said, mixing: _mixing, taker: _taker, ...rest } = view
  return rest
}

function closed(view: HatsView): HatsView {
  return { ...still(view), lifted: 0, inside: view.inside.map(() => '') }
}

/** Both hats travel at once; what the memory aid has noted moves with them. */
function swap(view: HatsView, first: number, second: number): HatsScene[] {
  const down = closed(view)
  const [one, other] = [view.noted[first - 1] ?? '', view.noted[second - 1] ?? '']
  const noted = put(put(view.noted, first - 1, other), second - 1, one)
  const there = { ...down, noted }
  const close: HatsScene[] = view.lifted ? [{ view: down, rest: 'flip', sound: 'land' }] : []
  return [
    ...close,
    { view: { ...there, travel: [first, second] }, rest: 'mix', sound: 'paper' },
    { view: there, rest: 'pause', sound: 'land' },
  ]
}

function wrong(view: HatsView, seat: number, box: Known): HatsScene[] {
  const next = { ...still(view), out: put(view.out, seat, true), named: put(view.named, seat, view.said?.animal ?? '') }
  return [{ view: box && view.seat === seat ? { ...next, box } : next, rest: 'look', part: 2.5, sound: 'refused' }]
}

/** All hats go to the middle and come back: always on the same paths, so nothing can be followed. */
function deal(view: HatsView, seat: number, round: number): HatsScene[] {
  const { open: _open, ...covered } = closed(view)
  const nothing = view.inside.map((): Known => '')
  const names = view.named.map((): Known => '')
  const fresh: HatsView = {
    ...covered,
    noted: nothing,
    named: names,
    out: view.out.map(() => false),
    box: '',
    swapped: [],
    round,
    turns: 0,
    starter: seat,
    turn: seat,
    choosing: 'look_or_name',
  }
  return [
    { view: fresh, rest: 'flip', sound: 'land' },
    { view: { ...fresh, mixing: true }, rest: 'mix', sound: 'mix' },
    { view: fresh, rest: 'fly', part: 1.4, sound: 'land' },
  ]
}

/** The scenes of one event, starting from the picture before it. */
export function scenes(view: HatsView, told: GameEvent): HatsScene[] {
  const event = told as unknown as HatsEvent
  const after = (picture: HatsView, part = 1) => sceneOf(EVENTS[event.kind], picture, part)
  switch (event.kind) {
    case 'looked':
      return [
        after(
          {
            ...still(view),
            lifted: event.hat,
            inside: put(closed(view).inside, event.hat - 1, event.animal),
            choosing: 'swap',
          },
          1.5,
        ),
      ]
    case 'swapped':
    case 'swapped_again':
      return swap(view, event.first, event.second)
    case 'not_swapped':
      return [after(closed(view))]
    case 'named':
      return [after({ ...closed(view), said: { seat: event.seat, animal: event.animal } }, 2)]
    case 'named_right':
      return [after({ ...still(view), open: [...view.inside.map((): Known => ''), view.said?.animal ?? ''] }, 1.5)]
    case 'named_wrong':
      return wrong(view, event.seat, event.box)
    case 'last_one_left':
    case 'round_void':
      return [after(still(view))]
    case 'revealed':
      return [after({ ...closed(view), open: [...event.hats, event.animal] }, 3.5)]
    case 'token_taken':
      return [
        after({
          ...still(view),
          tokens: put(view.tokens, event.seat, (view.tokens[event.seat] ?? 0) + 1),
          taker: event.seat,
        }),
      ]
    case 'wand_taken':
      return [after({ ...still(view), winner: event.seat, taker: event.seat })]
    case 'round_starts':
      return deal(view, event.seat, event.round)
    case 'end_wand':
      return [after({ ...still(view), winner: event.seat, over: true })]
    default:
      return [after(still(view))]
  }
}
