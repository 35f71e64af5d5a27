// Pieces travel from where they last stood to the field where they are drawn next.
import { arc } from '../motion'
import type { Point } from './geometry'

const NEAR = 130 // board units: anything farther is a flight, not a step

/** Where each hat last stood, for one board. */
export type Last = Map<string, Point>

export interface Goal extends Point {
  key: string
  last: Last
}

export function move(node: SVGGElement, goal: Goal): { update(goal: Goal): void } {
  const update = ({ key, x, y, last }: Goal) => {
    const from = last.get(key)
    last.set(key, { x, y })
    node.style.transform = `translate(${x}px, ${y}px)`
    if (from) arc(node, from, { x, y }, NEAR)
  }
  update(goal)
  return { update }
}
