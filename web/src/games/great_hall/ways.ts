// Where figures and the caretaker would end up, and which figures would go to bed, according to the rules.
import type { Choice } from '../../lib/protocol'
import { allFrom, type Foresee, type Foreseen } from '../../rules/foresight'
import { Action, HALL, POINTS, Use } from '../../schema/great_hall'
import { type HallEvent, type HallView, houseNumber, usesOf } from './model'

interface Victim {
  house: number
  field: number
}

/** Which figure takes which path; `end` is a field, or HALL. */
export interface Way {
  house: number // -1: the caretaker
  from: number // -1: the dormitory
  path: readonly number[]
  end: number
  /** Figures that would go to bed. */
  victims: readonly Victim[]
  /** The mover itself would be caught by the caretaker. */
  caught: boolean
  /** The mover would send the caretaker back to the hall. */
  banishes: boolean
}

/** A path, and the actions that lead there. */
export interface Play {
  actions: readonly number[]
  way: Way
}

/** All walks that start with some actions; a split seven and a joker have too many to be drawn. */
export function playsFrom(foresee: Foresee, actions: readonly number[]): Play[] {
  return allFrom(foresee, actions, isAsking).flatMap(({ actions, seen }) => {
    const way = wayIn(seen)
    return way ? [{ actions, way }] : []
  })
}

/** The paths that one choice opens. */
export function waysOf(foresee: Foresee, action: number): Way[] {
  return action < Action.USE || action >= Action.OTHER ? [] : playsFrom(foresee, [action]).map(({ way }) => way)
}

/** Whether nothing has moved yet and the next question is worth exploring. */
function isAsking(seen: Foreseen): boolean {
  const view = seen.view as HallView | null
  if (!view || wayIn(seen)) return false
  if (view.choosing === 'use') return view.card !== 'joker'
  return view.choosing === 'hall' || (view.choosing === 'figure' && view.mode !== Use.SEVEN)
}

function wayIn({ events }: Foreseen): Way | null {
  let way: Way | null = null
  for (const event of events as unknown as readonly HallEvent[]) way = withEvent(way, event)
  return way
}

function withEvent(way: Way | null, event: HallEvent): Way | null {
  const nobody = { victims: [], caught: false, banishes: false }
  switch (event.kind) {
    case 'figure_started':
      return { ...nobody, house: houseNumber(event.house), from: -1, path: [], end: event.field }
    case 'figure_forward':
    case 'figure_back':
      return {
        ...nobody,
        house: houseNumber(event.house),
        from: event.field,
        path: event.path,
        end: event.path.at(-1) ?? event.field,
      }
    case 'hall_entered':
      return { ...nobody, house: houseNumber(event.house), from: event.field, path: event.path, end: HALL }
    case 'caretaker_moves':
      return { ...nobody, house: -1, from: event.field, path: event.path, end: event.path.at(-1) ?? event.field }
    case 'caretaker_banished':
      return way && { ...way, banishes: true }
    case 'sent_to_bed':
    case 'caretaker_catches': {
      const victim = { house: houseNumber(event.house), field: event.field }
      if (!way) return null
      const itself = event.kind === 'caretaker_catches' && way.house === victim.house && way.end === victim.field
      return itself ? { ...way, caught: true } : { ...way, victims: [...way.victims, victim] }
    }
    default:
      return way
  }
}

/** Whether a choice moves a figure now, unlike one that only says how a card is used. */
export const isWalk = (action: number): boolean => action > Action.STEP && action < Action.OTHER

/**
 * After a plain card only one walk is possible: the lifted card has shown it, so the player is not asked again, unless
 * it hurts their own team.
 */
export function onlyWalk(view: HallView, legal: readonly Choice[], foresee: Foresee): number | null {
  const [only, ...others] = legal
  if (
    !only ||
    others.length ||
    view.choosing !== 'figure' ||
    !view.card ||
    usesOf(view.card).length > 1 ||
    !POINTS[view.mode] ||
    view.mode === Use.SEVEN
  )
    return null
  const [way, ...more] = waysOf(foresee, only.action)
  const own = view.leads[view.turn] ?? -1
  const ours = (house: number) => house === own || (view.players === 4 && house === (own ^ 2))
  return way && !more.length && !way.caught && !way.victims.some(({ house }) => ours(house)) ? only.action : null
}
