// Movement on the boards: hops, arcs and shakes. Only transform and opacity, and nothing with reduced motion.
import { restAt } from '../lib/animate'
import { isCalm, settings } from '../lib/settings.svelte'

export interface Place {
  x: number
  y: number
}

interface Moving<Goal> {
  update(goal: Goal): void
}

const BOUNCE = ['0', '-6px', '6px', '-6px', '6px', '0'].map((by) => ({ transform: `translateX(${by})` }))
const shift = ({ x, y }: Place, more = ''): Keyframe => ({ transform: `translate(${x}px, ${y}px) ${more}` })

/** A duration in milliseconds at normal speed; 0 if nothing should move. */
export function lasting(milliseconds: number): number {
  return isCalm() ? 0 : restAt(milliseconds, settings.speed)
}

/** A little hop whenever a piece moves to another field. */
export function hop(node: SVGGElement, field: number): Moving<number> {
  let last = field
  return {
    update(next) {
      if (next !== last && lasting(1))
        node.animate([shift({ x: 0, y: 0 }), shift({ x: 0, y: -16 }), shift({ x: 0, y: 0 })], {
          duration: lasting(170),
          easing: 'ease-out',
        })
      last = next
    },
  }
}

/** From one place to another: a hop if it is near, an arc if it is far. */
export function arc(node: SVGGElement, from: Place, to: Place, near: number): void {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const flies = distance > near
  const duration = lasting(flies ? 340 : 170)
  if (!duration || distance < 0.5) return
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - (flies ? 70 : 15) }
  node.animate([shift(from), shift(middle, flies ? 'scale(1.15)' : ''), shift(to)], {
    duration,
    easing: flies ? 'ease-in-out' : 'ease-out',
  })
}

/** Along a series of places, at an even pace; a new journey ends the previous one. */
export function journey(node: SVGGElement, places: readonly Place[], milliseconds: number): Animation | undefined {
  const duration = lasting(milliseconds)
  return duration && places.length
    ? node.animate(
        places.map((place) => shift(place)),
        { duration, easing: 'ease-in-out' },
      )
    : undefined
}

/** Two small shakes: this was refused. */
export function shake(node: SVGGElement, bounced: boolean): Moving<boolean> {
  let last = false
  const update = (now: boolean) => {
    if (now && !last && !isCalm()) node.animate(BOUNCE, { duration: 320 })
    last = now
  }
  update(bounced)
  return { update }
}
