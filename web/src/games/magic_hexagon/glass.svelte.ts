// Zooming in on a small screen: the button in the corner, then drag. The frame handles pinching.
import type { Place } from '../motion'

const CLOSE = 1.9

export class Glass {
  scale = $state(1)
  private middle = $state.raw<Place>({ x: 0, y: 0 })
  private finger: Place | null = null

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
    this.finger = { x: event.clientX, y: event.clientY }
  }

  /** Drag the board with one finger; true if it moved. */
  move(event: PointerEvent, unit: number): boolean {
    const before = this.finger
    if (!before || !this.near) return false
    this.finger = { x: event.clientX, y: event.clientY }
    const { width, height } = this.size()
    const [w, h] = [width / this.scale / 2, height / this.scale / 2]
    const x = this.middle.x - (event.clientX - before.x) / unit
    const y = this.middle.y - (event.clientY - before.y) / unit
    this.middle = { x: Math.min(width - w, Math.max(w, x)), y: Math.min(height - h, Math.max(h, y)) }
    return true
  }

  up(): void {
    this.finger = null
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}
