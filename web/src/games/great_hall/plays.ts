// What a choice would do, for previews: paths, ends, who would be sent to bed. The table alone decides what is allowed.
import type { Choice } from '../../lib/protocol'
import {
  AS_7, AS_START, AS_SWAP, type Card, CARETAKER, ENTER, FIGURE, HALL, type HallView, OTHER, POINTS, startOf, STEP, USE, USES, WALK,
} from './model'

export interface Rules {
  landing: 'caught' | 'blocked' | 'banish'
  sweeps: boolean
}

/** Who goes which way; `end` is a field, or HALL. */
export interface Way {
  house: number // -1: the caretaker
  from: number
  path: number[]
  end: number
  /** Fields of figures that would go to bed. */
  victims: number[]
  /** The mover itself would be caught by the caretaker. */
  caught: boolean
}

const wrap = (view: HallView, field: number): number => ((field % view.track) + view.track) % view.track

/** GH-60: the house that a seat leads now. */
export function controlled(view: HallView, seat: number): number {
  const own = view.houses[seat] ?? 0
  const done = (view.figures[own] ?? []).every((place) => place === HALL)
  return view.players === 4 && done ? own ^ 2 : own
}

export function houseAt(view: HallView, field: number): number {
  return view.figures.findIndex((row) => row.includes(field))
}

/** GH-23: on the start field of its own house. */
export function isProtected(view: HallView, field: number): boolean {
  const house = houseAt(view, field)
  return house >= 0 && startOf(view, house) === field
}

export function along(view: HallView, from: number, points: number): number[] {
  const way = Math.sign(points)
  return Array.from({ length: Math.abs(points) }, (_, k) => wrap(view, from + way * (k + 1)))
}

/** GH-40: how many points bring the figure on a field into the hall. */
export function pointsToHall(view: HallView, field: number): number {
  const house = houseAt(view, field)
  const distance = house < 0 ? 0 : wrap(view, startOf(view, house) - field)
  return distance > 0 ? distance + 1 : 0
}

/** A figure walks; with a 7 whoever is passed goes to bed (GH-33, GH-56). */
export function figureWay(view: HallView, from: number, points: number, seven: boolean, rules: Rules): Way {
  const path = along(view, from, points)
  const end = path.at(-1) ?? from
  const hit = path.filter((field) => houseAt(view, field) >= 0 && (seven || field === end))
  const caught = end === view.caretaker && rules.landing === 'caught'
  return { house: houseAt(view, from), from, path, end, victims: hit, caught }
}

export function hallWay(view: HallView, from: number, seven: boolean): Way {
  const path = along(view, from, pointsToHall(view, from) - 1)
  return { house: houseAt(view, from), from, path, end: HALL, victims: seven ? path.filter((field) => houseAt(view, field) >= 0) : [], caught: false }
}

/** GH-72: he walks against the traffic, and a four turns him round. */
export function caretakerWay(view: HallView, points: number, rules: Rules): Way {
  const path = along(view, view.caretaker, -points)
  const end = path.at(-1) ?? view.caretaker
  const swept = (field: number) => field === end || (points === 7 && rules.sweeps && !isProtected(view, field))
  return { house: -1, from: view.caretaker, path, end, victims: path.filter((field) => houseAt(view, field) >= 0 && swept(field)), caught: false }
}

export function startWay(view: HallView): Way {
  const house = controlled(view, view.turn)
  const end = startOf(view, house)
  return { house, from: -1, path: [], end, victims: houseAt(view, end) >= 0 ? [end] : [], caught: false }
}

/** The ways that one choice opens: two where the hall could be entered or passed. */
export function waysOf(view: HallView, action: number, rules: Rules): Way[] {
  const seven = view.mode === AS_7
  const points = POINTS[view.mode] ?? 0
  if (action === CARETAKER) return [caretakerWay(view, points, rules)]
  if (action >= OTHER) return []
  if (action >= FIGURE) return seven || view.mode === AS_SWAP ? [] : both(view, action - FIGURE, points, false, rules)
  if (action === ENTER) return [hallWay(view, view.piece, seven)]
  if (action === WALK) return [figureWay(view, view.piece, seven ? view.steps : points, seven, rules)]
  if (action > STEP) return both(view, view.piece, action - STEP, true, rules)
  if (action === USE + AS_START) return [startWay(view)]
  return action >= USE ? useWays(view, action - USE, rules) : []
}

/** Where each own figure and the caretaker would get with one use of a card; nobody passes the protected (GH-23). */
export function useWays(view: HallView, mode: number, rules: Rules): Way[] {
  if (mode === AS_START) return [startWay(view)]
  const points = POINTS[mode] ?? 0
  if (!points || mode === AS_7) return []
  const own = (view.figures[controlled(view, view.turn)] ?? []).filter((place) => place < view.track)
  const ways = own.flatMap((field) => both(view, field, points, false, rules))
  const care = view.caretaker >= 0 ? [caretakerWay(view, points, rules)] : []
  return [...ways, ...care].filter((way) => !way.path.some((field) => isProtected(view, field)))
}

/** What a card that is only lifted could do; a joker could do too much to be drawn. */
export function cardWays(view: HallView, card: Card, rules: Rules): Way[] {
  return card === 'joker' ? [] : USES[card].flatMap((mode) => useWays(view, mode, rules))
}

/** The ends of all that a lifted card could do, with the choices that lead there after the card. */
export function cardTargets(view: HallView, card: Card, rules: Rules): { way: Way; actions: readonly number[] }[] {
  if (card === 'joker') return []
  const asked = USES[card].length > 1
  return USES[card].flatMap((mode) => useWays(view, mode, rules).map((way) => ({ way, actions: [...(asked ? [USE + mode] : []), ...walkerActions(view, mode, way)] })))
}

function walkerActions(view: HallView, mode: number, way: Way): number[] {
  if (mode === AS_START) return []
  if (way.house < 0) return [CARETAKER]
  const asks = POINTS[mode] === pointsToHall(view, way.from)
  return asks ? [FIGURE + way.from, way.end === HALL ? ENTER : WALK] : [FIGURE + way.from]
}

function both(view: HallView, from: number, points: number, seven: boolean, rules: Rules): Way[] {
  const walk = figureWay(view, from, points, seven, rules)
  return points === pointsToHall(view, from) ? [hallWay(view, from, seven), walk] : [walk]
}

/** After a plain card only one walk is possible: the lifted card has shown it, so nobody is asked again, unless it hurts the own team. */
export function onlyWalk(view: HallView, legal: readonly Choice[], rules: Rules): number | null {
  const [only, ...others] = legal
  if (!only || others.length || view.choosing !== 'figure' || !view.card || USES[view.card].length > 1 || !POINTS[view.mode] || view.mode === AS_7) return null
  const [way, more] = waysOf(view, only.action, rules)
  const own = controlled(view, view.turn)
  const ours = (field: number) => houseAt(view, field) === own || (view.players === 4 && houseAt(view, field) === (own ^ 2))
  return way && !more && !way.caught && !way.victims.some(ours) ? only.action : null
}

/** A place that can be pressed, and the choices it stands for, one after the other. */
export interface Target {
  key: string
  field: number // or HALL
  house: number
  actions: readonly number[]
}

/** Ends of ways as places to press, besides the figures themselves. */
export function targetsOf(view: HallView, legal: readonly Choice[], rules: Rules): Target[] {
  return legal.flatMap(({ action }) => waysOf(view, action, rules).flatMap((way) => targetOf(view, action, way, rules)))
}

function targetOf(view: HallView, action: number, way: Way, rules: Rules): Target[] {
  if (action >= USE && action <= STEP && action !== USE + AS_START) return []
  const target = { key: `end-${way.end}-${action}`, field: way.end, house: way.house }
  const asks = action >= FIGURE && POINTS[view.mode] === pointsToHall(view, way.from)
  if (!asks) return [{ ...target, actions: [action] }]
  if (way.end === HALL) return [{ ...target, actions: [action, ENTER] }]
  // Where nobody may land on the caretaker the table would not ask; then only the hall is a goal.
  return rules.landing === 'blocked' && way.end === view.caretaker ? [] : [{ ...target, actions: [action, WALK] }]
}
