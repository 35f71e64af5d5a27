// Where everything is drawn, seen from the viewer's side of the table, and which figure is which while they move.
import { DORMITORY, HALL, type Layout, type Point } from '../../schema/great_hall'

export type { Layout, Point }

export const MIDDLE = 500
export const FIGURE_WIDTH = 54
export const CARETAKER_WIDTH = 66

/** A point after the quarter turns that bring a house to the bottom. Only positions rotate, nothing that is read. */
export function turned(point: Point, house: number): Point {
  let [dx, dy] = [point.x - MIDDLE, point.y - MIDDLE]
  for (let k = 0; k < house; k++) [dx, dy] = [dy, -dx]
  return { x: MIDDLE + dx, y: MIDDLE + dy, turn: (point.turn - 90 * house + 360) % 360 }
}

/** The board with a given house at the bottom. */
export function seenFrom(board: Layout, house: number): Layout {
  if (house === 0) return board
  const row = (points: readonly Point[]) => points.map((point) => turned(point, house))
  return {
    ...board,
    fields: row(board.fields),
    bridges: board.bridges.map(row),
    hall: board.hall.map(row),
    dormitories: board.dormitories.map(row),
  }
}

/** A point on a circle around the middle; angle 0 is at the bottom, and angles grow clockwise. */
export function around(radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return { x: MIDDLE - radius * Math.sin(angle), y: MIDDLE + radius * Math.cos(angle), turn: degrees }
}

export const at = (point: { x: number; y: number }): string => `${round(point.x)} ${round(point.y)}`
const round = (value: number): number => Math.round(value * 10) / 10

/** A smooth closed line through all fields: the corridor. */
export function corridor(fields: readonly Point[]): string {
  const n = fields.length
  const point = (k: number): Point => fields[(k + n) % n] ?? { x: 0, y: 0, turn: 0 }
  const bend = (k: number, way: number) => ({
    x: point(k).x + (way * (point(k + 1).x - point(k - 1).x)) / 6,
    y: point(k).y + (way * (point(k + 1).y - point(k - 1).y)) / 6,
  })
  const parts = fields.map((_, k) => `C${at(bend(k, 1))} ${at(bend(k + 1, -1))} ${at(point(k + 1))}`)
  return `M${at(point(0))}${parts.join('')}Z`
}

/** A sector of a ring, between two radii, around an angle. */
export function sector(inner: number, outer: number, middle: number, half: number): string {
  const [a, b] = [around(outer, middle - half), around(outer, middle + half)]
  const [c, d] = [around(inner, middle + half), around(inner, middle - half)]
  return `M${at(d)}L${at(a)}A${outer} ${outer} 0 0 1 ${at(b)}L${at(c)}A${inner} ${inner} 0 0 0 ${at(d)}Z`
}

export function octagon(radius: number): string {
  return Array.from({ length: 8 }, (_, k) => at(around(radius, 22.5 + 45 * k))).join(' ')
}

/** A figure that keeps its identity while it moves, and its bed or chair while it stays. */
export interface Walker {
  id: string
  house: number
  place: number
  slot: number
}

/** The same figures at new places: a figure where one was before is the same one. */
export function follow(before: readonly Walker[], figures: readonly (readonly number[])[]): Walker[] {
  return figures.flatMap((places, house) => {
    const old = before.filter((walker) => walker.house === house)
    const waiting = [...old]
    const left: number[] = []
    const here: Walker[] = []
    for (const place of places) {
      const which = waiting.findIndex((walker) => walker.place === place)
      if (which < 0) left.push(place)
      else here.push(...waiting.splice(which, 1))
    }
    for (const place of left) {
      const moved = waiting.shift()
      here.push({
        id: moved?.id ?? `${house}-${here.length}`,
        house,
        place,
        slot: place >= DORMITORY ? freeSlot(here, place) : -1,
      })
    }
    return here.sort((a, b) => a.id.localeCompare(b.id))
  })
}

function freeSlot(walkers: readonly Walker[], place: number): number {
  const taken = new Set(walkers.filter((walker) => walker.place === place).map((walker) => walker.slot))
  return [0, 1, 2, 3].find((slot) => !taken.has(slot)) ?? 0
}

const NOWHERE: Point = { x: MIDDLE, y: MIDDLE, turn: 0 }
// The chair in the middle of a house's corner fills first.
const CHAIRS = [1, 2, 0, 3]

export function placeOf(board: Layout, walker: Walker): Point {
  if (walker.place === DORMITORY) return board.dormitories[walker.house]?.[walker.slot] ?? NOWHERE
  if (walker.place === HALL) return chair(board, walker.house, walker.slot)
  return board.fields[walker.place] ?? NOWHERE
}

export function chair(board: Layout, house: number, slot: number): Point {
  return board.hall[house]?.[CHAIRS[slot] ?? 0] ?? NOWHERE
}

export function caretakerAt(board: Layout, field: number): Point {
  return field < 0 ? board.caretaker : (board.fields[field] ?? NOWHERE)
}

const TAG = 16 // radius of a letter

/** Where the letter of a figure is: beside the corridor, towards the hall, so that it hides no figure. */
export function tagAt(place: Point, scale: number): Pick<Point, 'x' | 'y'> {
  const [dx, dy] = [MIDDLE - place.x, MIDDLE - place.y]
  const length = Math.hypot(dx, dy) || 1
  // A figure reaches farther up than sideways.
  const far = 28 + 30 * Math.max(0, -dy / length) + TAG * scale
  return { x: place.x + (dx / length) * far, y: place.y + (dy / length) * far }
}
