// Pieces travel from where they last stood: a hop for a step, an arc for a flight.
import { isCalm, settings } from '../../lib/settings.svelte'
import type { Point } from './geometry'

const STEP = { slow: 250, normal: 170, fast: 90, instant: 0 } as const
const FLIGHT = { slow: 380, normal: 260, fast: 130, instant: 0 } as const
const NEAR = 130 // board units: farther is a flight, not a step

/** Where each hat last stood, for one board. */
export type Last = Map<string, Point>

export interface Goal extends Point {
  key: string
  last: Last
}

export function move(node: SVGGElement, goal: Goal): { update(goal: Goal): void } {
  go(node, goal)
  return { update: (next) => go(node, next) }
}

function go(node: SVGGElement, { key, x, y, last }: Goal): void {
  const from = last.get(key)
  last.set(key, { x, y })
  const there = `translate(${x}px, ${y}px)`
  node.style.transform = there
  const distance = from ? Math.hypot(from.x - x, from.y - y) : 0
  if (!from || distance < 0.5 || isCalm()) return
  const flies = distance > NEAR
  const top = `translate(${(from.x + x) / 2}px, ${(from.y + y) / 2 - (flies ? 50 : 14)}px) scale(${flies ? 1.15 : 1})`
  const frames = [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: top }, { transform: there }]
  node.animate(frames, { duration: (flies ? FLIGHT : STEP)[settings.speed], easing: flies ? 'ease-in-out' : 'ease-out' })
}
