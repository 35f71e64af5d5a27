// Where things are on the magician's table, from the table's coordinates, and the arcs on which hats travel.
import { MILLISECONDS } from '../../lib/animate'
import type { Layout, Point } from '../../schema/vanished_animal'
import { journey } from '../motion'
import { PLACES } from './model'

export type { Layout, Point }

export const HAT = 138 // width of a hat
export const FOOT = 48 // how far below the centre of its place a hat stands
const BOW = 84 // how far an arc bends from the straight line: two hats pass each other without touching
const MOMENTS = 24

export const isTall = (board: Layout): boolean => board.height > board.width

export function placeAt(board: Layout, place: number): Point {
  return board.places[place - 1] ?? board.centre
}

/** On the narrow board the hat beside the box tips the other way, so that it does not hide the box. */
export const isMirrored = (board: Layout, place: number): boolean => isTall(board) && place === 2

/** The middle of the table is free, so the button of the viewer's own look is there. */
export function lookAt(board: Layout): Point {
  return { x: board.centre.x, y: board.centre.y + 54 }
}

/** Hats farther back are drawn first. */
export function backToFront(board: Layout): number[] {
  return [...PLACES].sort((a, b) => placeAt(board, a).y - placeAt(board, b).y)
}

export interface Arc {
  from: Point
  bend: Point
  to: Point
}

/**
 * The path from one place to another, bent to the left of the direction of travel, so that both paths of a swap differ.
 */
export function arc(from: Point, to: Point): Arc {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  return {
    from,
    to,
    bend: { x: (from.x + to.x) / 2 + (dy / length) * BOW * 2, y: (from.y + to.y) / 2 - (dx / length) * BOW * 2 },
  }
}

export function along({ from, bend, to }: Arc, t: number): Point {
  const mix = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c
  return { x: mix(from.x, bend.x, to.x), y: mix(from.y, bend.y, to.y) }
}

/** The points of a journey, including first and last. */
export function pathOf(way: Arc): Point[] {
  return Array.from({ length: MOMENTS + 1 }, (_, k) => along(way, k / MOMENTS))
}

/** The arc as drawn on the cloth, between the brims, and the head of its arrow. */
export function drawn(way: Arc, foot = FOOT): { path: string; head: string } {
  const show = (point: Point) => `${point.x.toFixed(1)} ${(point.y + foot).toFixed(1)}`
  const [tip, before] = [along(way, 0.84), along(way, 0.78)]
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x)
  const barb = (turn: number) =>
    show({ x: tip.x - 20 * Math.cos(angle + turn), y: tip.y - 20 * Math.sin(angle + turn) })
  return {
    path: `M${show(way.from)}Q${show(way.bend)} ${show(way.to)}`,
    head: `M${barb(0.6)}L${show(tip)}L${barb(-0.6)}`,
  }
}

export interface CardSize {
  width: number
  height: number
  print: number
}

/** As wide as the row allows, so that names in every language have room. */
export function cardSize(board: Layout): CardSize {
  return isTall(board) ? { width: 172, height: 134, print: 29 } : { width: 128, height: 124, print: 22 }
}

/** Letters as large as the longest word allows. */
export function printSize(size: CardSize, word: string): number {
  return Math.min(size.print, (size.width - 16) / (0.56 * Math.max(1, word.length)))
}

export interface Journey {
  way: Arc | null
}

export function travel(node: SVGGElement, start: Journey): { update(next: Journey): void } {
  let way: Arc | null = null
  let going: Animation | undefined
  const update = (next: Journey) => {
    if (next.way === way) return
    way = next.way
    going?.finish()
    going = way ? journey(node, pathOf(way), MILLISECONDS.mix) : undefined
  }
  update(start)
  return { update }
}
