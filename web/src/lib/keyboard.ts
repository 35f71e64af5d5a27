// Arrow keys move from target to target along the board's geometry; a tap next to a small target still selects it.
import { inDrawing } from './drag'

export interface Spot {
  key: string
  x: number
  y: number
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const SIDEWAYS = 2.2 // a target off the direct way counts as farther

export function isArrow(key: string): boolean {
  return key in WAYS
}

/** The nearest spot in the direction of the key; none at the edge of the board. */
export function next(spots: readonly Spot[], from: Spot, key: string): Spot | undefined {
  const way = WAYS[key]
  if (!way) return undefined
  let best: Spot | undefined
  let least = Infinity
  for (const spot of spots) {
    const dx = spot.x - from.x
    const dy = spot.y - from.y
    const ahead = dx * way[0] + dy * way[1]
    if (spot.key === from.key || ahead <= 1) continue
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0])
    const distance = ahead + SIDEWAYS * aside
    if (distance < least) [best, least] = [spot, distance]
  }
  return best
}

/** Handle an arrow key on a board: focus the spot it leads to. Returns its key, or nothing at the edge of the board. */
export function walk(
  event: KeyboardEvent,
  board: Element | undefined,
  from: Spot | undefined,
  spots: readonly Spot[],
): string | undefined {
  const to = from && next(spots, from, event.key)
  if (!to) return undefined
  event.preventDefault()
  focusOn(board, to.key)
  return to.key
}

export function focusOn(board: Element | undefined, key: string): void {
  board?.querySelector<SVGGElement>(`[data-spot="${key}"]`)?.focus()
}

/** The legal target nearest to a finger, if it is near enough. */
export function nearest<T extends Spot>(spots: readonly T[], x: number, y: number, reach: number): T | undefined {
  let best: T | undefined
  let least = reach
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - x, spot.y - y)
    if (distance <= least) [best, least] = [spot, distance]
  }
  return best
}

const REACH = 32 // pixels from a finger to its target

/** The spot that a press at a point of the screen selects. */
export function meantBy<T extends Spot>(
  svg: SVGSVGElement | undefined,
  spots: readonly T[],
  x: number,
  y: number,
): T | undefined {
  const at = svg && inDrawing(svg, x, y)
  return at ? nearest(spots, at.x, at.y, REACH / (svg.getScreenCTM()?.a ?? 1)) : undefined
}

/** Whether a key belongs to an input field or a list. */
export function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLInputElement ||
    event.target instanceof HTMLSelectElement ||
    event.target instanceof HTMLTextAreaElement
  )
}
