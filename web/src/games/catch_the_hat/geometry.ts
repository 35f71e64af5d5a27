// Where things are on the wheel, from the table's coordinates, rotated so that the viewer's home is nearest.
import type { Spot as Place } from '../../lib/keyboard'
import type { Layout, Spot as Field } from '../../schema/catch_the_hat'

export type { Field, Layout }

export interface Point {
  x: number
  y: number
}

// Directions of home 0 on the unrotated board, and of the viewer's home: bottom left, or at the bottom.
const FIRST_HOME = { 4: -45, 6: 0 } as const
const OWN_HOME = { 4: 225, 6: 180 } as const

/** The board as seen by the player of a home. */
export function turned(board: Layout, home: number): Layout {
  const degrees = OWN_HOME[board.homes] - FIRST_HOME[board.homes] - (home * 360) / board.homes
  const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))]
  const half = board.size / 2
  const fields = board.fields.map((field) => {
    const [dx, dy] = [field.x - half, field.y - half]
    return {
      ...field,
      x: half + dx * cos - dy * sin,
      y: half + dx * sin + dy * cos,
      angle: (field.angle + degrees + 720) % 360,
    }
  })
  return { ...board, fields }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

export function at(board: Layout, radius: number, angle: number): Point {
  const half = board.size / 2
  return { x: half + radius * Math.sin(radians(angle)), y: half - radius * Math.cos(radians(angle)) }
}

function point(board: Layout, radius: number, angle: number): string {
  const { x, y } = at(board, radius, angle)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

/** A piece of the ring, or of its rim. */
export function arc(board: Layout, angle: number, inner: number, outer: number): string {
  const [before, after] = [angle - board.pitch / 2, angle + board.pitch / 2]
  return `M${point(board, inner, before)}L${point(board, outer, before)}A${outer} ${outer} 0 0 1 ${point(board, outer, after)}L${point(board, inner, after)}A${inner} ${inner} 0 0 0 ${point(board, inner, before)}Z`
}

/** The outline of a field. */
export function outline(board: Layout, field: Field): string {
  if (field.kind === 'ring') return arc(board, field.angle, ...board.ring)
  if (field.kind === 'home') return circle(field, board.home)
  if (field.kind === 'centre') return middle(board, field)
  const [width, depth] = board.spoke
  const [sin, cos] = [Math.sin(radians(field.angle)), Math.cos(radians(field.angle))]
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across = 0, down = 0]) => {
    const [dx, dy] = [(across * width) / 2, (down * depth) / 2]
    return { x: field.x + dx * cos - dy * sin, y: field.y + dx * sin + dy * cos }
  })
  return rounded(corners)
}

const CUT = 8 // how far from a corner a field starts to round

/** A closed outline with rounded corners. */
function rounded(corners: readonly Point[]): string {
  const towards = (from: Point, to: Point): string => {
    const share = CUT / Math.hypot(to.x - from.x, to.y - from.y)
    return `${(from.x + share * (to.x - from.x)).toFixed(1)} ${(from.y + share * (to.y - from.y)).toFixed(1)}`
  }
  const parts = corners.map((corner, k) => {
    const before = corners.at(k - 1) ?? corner
    const after = corners[(k + 1) % corners.length] ?? corner
    return `${k ? 'L' : 'M'}${towards(corner, before)}Q${corner.x.toFixed(1)} ${corner.y.toFixed(1)} ${towards(corner, after)}`
  })
  return `${parts.join('')}Z`
}

function circle({ x, y }: Point, r: number): string {
  return `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}Z`
}

function middle(board: Layout, field: Field): string {
  const radius = board.centre / Math.cos(Math.PI / board.homes)
  return rounded(
    Array.from({ length: board.homes }, (_, k) => at(board, radius, field.angle + (180 + 360 * k) / board.homes)),
  )
}

// ---- pieces

const CROWD = 0.72 // size of hats that share a field
const HAT = { 4: 60, 6: 50 } as const

export interface Standing extends Point {
  width: number
}

export function hatWidth(board: Layout): number {
  return HAT[board.homes]
}

/** Where the pieces on a field stand: in a row across the track, or in rows of three. */
export function standing(board: Layout, field: Field, count: number): Standing[] {
  const full = hatWidth(board)
  if (field.kind === 'home') return rows(field, count, Math.min(full * 0.8, board.home * 0.58), count > 4 ? 3 : 2)
  if (count <= 1) return [{ x: field.x, y: field.y, width: full }]
  const width = full * (count > 4 ? 0.6 : CROWD)
  if (count > 3) return rows(field, count, width, 3)
  const turn = radians(field.angle + (field.kind === 'ring' ? 90 : 0))
  return Array.from({ length: count }, (_, k) => {
    const aside = 0.68 * width * (k - (count - 1) / 2)
    return { x: field.x + aside * Math.cos(turn), y: field.y + aside * Math.sin(turn), width }
  })
}

function rows(field: Point, count: number, width: number, columns: number): Standing[] {
  const lines = Math.ceil(count / columns)
  return Array.from({ length: count }, (_, k) => {
    const line = Math.floor(k / columns)
    const inLine = Math.min(columns, count - line * columns)
    return {
      x: field.x + 0.86 * width * ((k % columns) - (inLine - 1) / 2),
      y: field.y + 1.05 * width * (line - (lines - 1) / 2),
      width,
    }
  })
}

const TAG = 16 // radius of a letter

/** Where the letter of a piece is: beside its field, where nothing ever stands, so that it hides no hat. */
export function tagAt(board: Layout, field: Field, piece: Standing, scale: number): Point {
  if (field.kind === 'home') return { x: field.x - board.home * 0.68, y: field.y - board.home * 0.65 }
  const inwards = field.kind === 'ring' ? field.angle + 180 : field.angle - 90
  const way = { x: Math.sin(radians(inwards)), y: -Math.cos(radians(inwards)) }
  // A hat reaches farther up than sideways.
  const far = piece.width * (0.42 + 0.3 * Math.max(0, -way.y)) + TAG * scale
  const apart = Math.max(1, 0.8 * scale)
  return {
    x: field.x + apart * (piece.x - field.x) + far * way.x,
    y: field.y + apart * (piece.y - field.y) + far * way.y,
  }
}

// ---- beside the track

/** Where the die is: in the free area below the centre, or beside the nearest home. */
export function dieAt(board: Layout): Point {
  return board.homes === 4 ? { x: 500, y: 748 } : at(board, 432, 154)
}

/** Where the hats brought home are: one place per colour, in the free space beside the home. */
export function jailAt(board: Layout, home: Field, count: number): Point[] {
  const places = Array.from({ length: count }, (_, k) => k)
  if (board.homes === 4) {
    const left = home.x < board.size / 2
    const y = home.y < board.size / 2 ? 30 : board.size - 30
    return places.map((k) => ({ x: home.x + (left ? 84 + 54 * k : -112 - 54 * k), y }))
  }
  const { x, y } = at(board, 434, home.angle + 18.5)
  const lines = Math.ceil(count / 2)
  return places.map((k) => ({
    x: x - (count > 1 ? 42 : 14) + 60 * (k % 2),
    y: y + 30 * (Math.floor(k / 2) - (lines - 1) / 2),
  }))
}

/** Where the hats of the printed pattern are: one in each free part of the wheel. */
export function ornaments(board: Layout): Point[] {
  const step = 360 / board.homes
  const first = board.homes === 4 ? 0 : 30
  const radius = board.homes === 4 ? 258 : 205
  return Array.from({ length: board.homes }, (_, k) => at(board, radius, first + step * k)).filter(
    ({ y }) => board.homes === 6 || y < 700,
  )
}

/** Where the little stars of the pattern are: around each of its hats. */
export function stars(board: Layout): Point[] {
  const step = 360 / board.homes
  const first = board.homes === 4 ? 0 : 30
  const round: readonly (readonly [number, number])[] =
    board.homes === 4
      ? [
          [338, -22],
          [322, 21],
          [178, 16],
        ]
      : [
          [262, -7],
          [150, 9],
        ]
  return Array.from({ length: board.homes }, (_, k) => first + step * k).flatMap((angle) =>
    round.map(([radius, aside]) => at(board, radius, angle + aside)),
  )
}

// ---- paths

/** The field that a reported walk started from, if only one is possible. */
export function cameFrom(board: Layout, path: readonly number[]): number | undefined {
  const [first, second] = path
  if (first === undefined || second === undefined) return undefined
  const others = (board.fields[first]?.touches ?? []).filter((field) => field !== second)
  return others.length === 1 ? others[0] : undefined
}

/** The path as a line; on the way back from home it runs beside the way in. */
export function line(board: Layout, start: number, path: readonly number[], home: number): string {
  const back = path.indexOf(home)
  const points = [start, ...path].map((number, k) => {
    const field = board.fields[number] ?? { x: 0, y: 0 }
    if (back < 0 || back === path.length - 1) return field
    const aside = k <= back ? -7 : 7
    return number === home ? field : { x: field.x + aside, y: field.y + aside }
  })
  return points.map(({ x, y }, k) => `${k ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

export function places(board: Layout): Place[] {
  return board.fields.map((field, k) => ({ key: `field-${k}`, x: field.x, y: field.y }))
}
