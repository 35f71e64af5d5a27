// A hat travels along an arc to its place, at a pace that the animation speed sets, so that eyes can follow it.
import { MILLISECONDS } from '../../lib/animate'
import { journey } from '../motion'
import { type Arc, pathOf } from './geometry'

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
