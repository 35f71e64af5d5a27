// Looking closer on a small screen: pinch, drag, or the button in the corner.
import type { Place } from './motion'

const CLOSE = 1.9
const MOST = 3

export class Glass {
  scale = $state(1)
  private middle = $state.raw<Place>({ x: 0, y: 0 })
  private readonly fingers = new Map<number, Place>()
  private spread = 0

  constructor(private readonly size: () => { width: number; height: number }) {}

  get near(): boolean {
    return this.scale > 1.05
  }

  get box(): string {
    const { width, height } = this.size()
    const [w, h] = [width / this.scale, height / this.scale]
    const x = clamp(this.middle.x - w / 2, width - w)
    const y = clamp(this.middle.y - h / 2, height - h)
    return `${x} ${y} ${w} ${h}`
  }

  toggle(around: Place): void {
    this.middle = around
    this.scale = this.near ? 1 : CLOSE
  }

  down(event: PointerEvent): void {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    this.spread = this.distance()
  }

  /** Pinch with two fingers, pull the board with one; true when it moved. */
  move(event: PointerEvent, unit: number): boolean {
    const before = this.fingers.get(event.pointerId)
    if (!before) return false
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.fingers.size === 2) {
      const spread = this.distance()
      if (this.scale === 1) this.middle = { x: this.size().width / 2, y: this.size().height / 2 }
      if (this.spread) this.scale = Math.min(MOST, Math.max(1, (this.scale * spread) / this.spread))
      this.spread = spread
      return true
    }
    if (!this.near) return false
    const { width, height } = this.size()
    const [w, h] = [width / this.scale / 2, height / this.scale / 2]
    const x = this.middle.x - (event.clientX - before.x) / unit
    const y = this.middle.y - (event.clientY - before.y) / unit
    this.middle = { x: Math.min(width - w, Math.max(w, x)), y: Math.min(height - h, Math.max(h, y)) }
    return true
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId)
    this.spread = 0
  }

  private distance(): number {
    const [a, b] = [...this.fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}
