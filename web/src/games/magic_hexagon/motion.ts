// Movement on the hexagon: hats hop or fly, discs sail to their owner's panel.
import { arc, lasting, type Place } from '../motion'

const NEAR = 100 // board units: a neighbour is 88 away

const at = ({ x, y }: Place, more = ''): { transform: string } => ({ transform: `translate(${x}px, ${y}px) ${more}` })

/** Move a hat to its new place. */
export function travel(node: SVGGElement, place: Place): { update(place: Place): void } {
  let last = place
  return {
    update(next: Place) {
      arc(node, last, next, NEAR)
      last = next
    },
  }
}

export interface Sailing extends Place {
  seat: number
  order: number
}

/** A disc lifts and sails to the panel of its new owner, one after the other. */
export function sail(node: SVGGElement, { x, y, seat, order }: Sailing): void {
  const duration = lasting(380)
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
  node.animate(frames, { duration, delay: lasting(Math.min(order, 6) * 40), easing: 'ease-in', fill: 'both' })
}
