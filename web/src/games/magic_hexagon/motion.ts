// Movement on the hexagon: hats hop or fly, discs sail to their owner's panel. Never more than transform and opacity.
import { isCalm, settings } from '../../lib/settings.svelte'

const FACTOR = { slow: 1.5, normal: 1, fast: 0.5, instant: 0 } as const
const STEP = 170
const FLY = 420
const NEAR = 100 // board units: a neighbour is 88 away

export interface Place {
  x: number
  y: number
}

const at = ({ x, y }: Place, more = ''): { transform: string } => ({ transform: `translate(${x}px, ${y}px) ${more}` })
const time = (milliseconds: number): number => (isCalm() ? 0 : milliseconds * FACTOR[settings.speed])

/** A hat goes to its new place: a hop to a neighbour, an arc to a disc far away. */
export function travel(node: SVGGElement, place: Place): { update(place: Place): void } {
  let last = place
  return {
    update(next: Place) {
      const from = last
      last = next
      const far = Math.hypot(next.x - from.x, next.y - from.y) > NEAR
      const duration = time(far ? FLY : STEP)
      if (!duration || (from.x === next.x && from.y === next.y)) return
      const middle = { x: (from.x + next.x) / 2, y: (from.y + next.y) / 2 - (far ? 90 : 16) }
      node.animate([at(from), at(middle, far ? 'scale(1.15)' : ''), at(next)], { duration, easing: far ? 'cubic-bezier(.4,0,.3,1)' : 'ease-out' })
    },
  }
}

export interface Sailing extends Place {
  seat: number
  order: number
}

/** A disc lifts and sails to the panel of its new owner, one after the other. */
export function sail(node: SVGGElement, { x, y, seat, order }: Sailing): void {
  const duration = time(380)
  const panel = document.querySelectorAll('.players .pl, .tv .tp')[seat]?.getBoundingClientRect()
  const matrix = node.ownerSVGElement?.getScreenCTM()?.inverse()
  if (!duration || !panel || !matrix) {
    node.setAttribute('visibility', 'hidden')
    return
  }
  const end = new DOMPoint(panel.x + panel.width / 2, panel.y + panel.height / 2).matrixTransform(matrix)
  const frames = [
    { ...at({ x, y }), opacity: 1 },
    { ...at({ x, y: y - 14 }, 'scale(1.12)'), opacity: 1, offset: 0.25 },
    { ...at(end, 'scale(0.5)'), opacity: 0.2 },
  ]
  node.animate(frames, { duration, delay: Math.min(order, 6) * 40 * FACTOR[settings.speed], easing: 'ease-in', fill: 'both' })
}

/** Two small shakes: this bounced. */
export function shake(node: SVGGElement, bounced: boolean): { update(bounced: boolean): void } {
  let last = bounced
  return {
    update(now: boolean) {
      if (now && !last && !isCalm()) node.animate(['0', '-5px', '5px', '-5px', '5px', '0'].map((by) => ({ transform: `translateX(${by})` })), { duration: 320 })
      last = now
    },
  }
}
