// A hat travels along an arc to its place, at a pace that the animation speed sets, so that eyes can follow it.
import { restOf } from '../../lib/animate'
import { isCalm, settings } from '../../lib/settings.svelte'
import { type Arc, journey } from './geometry'

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
    going = undefined
    if (!way || isCalm()) return
    const moments = journey(way).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }))
    const duration = restOf({ show: () => undefined, rest: 'mix' }, settings.speed)
    going = node.animate(moments, { duration, easing: 'ease-in-out' })
  }
  update(start)
  return { update }
}
