// What the table sends about the stairs, and how an event changes the picture, scene by scene.
import type { GameEvent } from '../../lib/protocol'
import type { Foresee } from '../../rules/foresight'
import { type Event as StairsEvent, EVENTS, type View as SeenView } from '../../schema/hat_stairs'
import { sceneOf, walkScenes } from '../events'
import type { Scene, Spot } from '../types'

export interface StairsView extends SeenView {
  /** Only while it is shown: all stones are in the middle. */
  mixing?: boolean
}

export type { StairsEvent }

export function isStairsEvent(event: GameEvent): event is StairsEvent & GameEvent {
  return typeof event.kind === 'string'
}

export const stepSpot = (step: number): Spot => `step-${step}`
export const stoneSpot = (place: number): Spot => `stone-${place}`

function withStone(view: StairsView, place: number, value: number): StairsView {
  return { ...view, stones: view.stones.map((old, k) => (k === place - 1 ? value : old)), open: value ? place : 0 }
}

function withStep(view: StairsView, seat: number, step: number): StairsView {
  return { ...view, step: view.step.map((old, k) => (k === seat ? step : old)) }
}

function mix(view: StairsView): Scene<StairsView>[] {
  const covered = { ...view, stones: view.stones.map(() => 0), noted: view.noted.map(() => 0), open: 0 }
  return [
    { view: covered, rest: 'flip' },
    { view: { ...covered, mixing: true }, rest: 'mix', sound: 'mix' },
    { view: covered, rest: 'fly' },
  ]
}

/** The scenes of one event, starting from the picture before it. */
export function scenes(view: StairsView, told: GameEvent): Scene<StairsView>[] {
  const event = told as unknown as StairsEvent
  const after = (picture: StairsView, part = 1) => sceneOf(EVENTS[event.kind], picture, part)
  switch (event.kind) {
    case 'stone_turned':
      return [after(withStone(view, event.place, event.value))]
    case 'stone_hidden':
      return [after(withStone(view, event.place, 0))]
    case 'goes_up':
    case 'goes_down':
    case 'bounces':
      return walkScenes(event.path, (step) => withStep(view, event.seat, step))
    case 'hat_taken':
    case 'hat_snatched':
    case 'hat_given':
      return [after({ ...view, hat: event.seat }, 1.6)]
    case 'stones_mixed':
    case 'stones_mixed_again':
      return mix(view)
    case 'end_larder':
      return [after({ ...view, winner: event.seat, over: true })]
    default:
      return [after(view)]
  }
}

/** The fields that an apprentice would step on, or none if nobody walks. */
export function pathOf(action: number, foresee: Foresee): readonly number[] {
  const events = (foresee(action)?.events ?? []) as unknown as readonly StairsEvent[]
  return events.flatMap((event) => ('path' in event ? event.path : []))
}

/** Who would be at the end of a walk. */
export function company(view: StairsView, seat: number, field: number): number[] {
  return view.step.flatMap((step, other) => (other !== seat && step === field ? [other] : []))
}
