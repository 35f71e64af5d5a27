// A little hop whenever a piece comes to another field.
import { isCalm, settings } from '../../lib/settings.svelte'

const MILLISECONDS = { slow: 250, normal: 170, fast: 90, instant: 0 } as const

export function hop(node: SVGGElement, field: number): { update(field: number): void } {
  let last = field
  return {
    update(next: number) {
      if (next === last) return
      last = next
      if (isCalm()) return
      const up = [{ transform: 'translateY(0)' }, { transform: 'translateY(-16px)' }, { transform: 'translateY(0)' }]
      node.animate(up, { duration: MILLISECONDS[settings.speed], easing: 'ease-out' })
    },
  }
}
