// Pinch, double tap and drag for a board on a small screen. The keyboard path stays as it is.

export interface Look {
  scale: number
  x: number
  y: number
}

export const WHOLE: Look = { scale: 1, x: 0, y: 0 }
const MOST = 4
const TWICE = 2.2
const SLIP = 8 // pixels that still count as a tap
const DOUBLE = 320 // milliseconds between two taps

/** Scale about a point of the screen, given relative to the middle of the board; the board never leaves its frame. */
export function zoomed(look: Look, factor: number, x: number, y: number, width: number, height: number): Look {
  const scale = Math.min(MOST, Math.max(1, look.scale * factor))
  const grown = scale / look.scale
  return kept({ scale, x: x - (x - look.x) * grown, y: y - (y - look.y) * grown }, width, height)
}

export function moved(look: Look, dx: number, dy: number, width: number, height: number): Look {
  return kept({ ...look, x: look.x + dx, y: look.y + dy }, width, height)
}

function kept(look: Look, width: number, height: number): Look {
  const far = (length: number) => ((look.scale - 1) * length) / 2
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return { scale: look.scale, x: within(look.x, far(width)), y: within(look.y, far(height)) }
}

interface Finger {
  x: number
  y: number
}

/** Follow fingers on an element; `get` and `put` hold the look. Returns how to stop. */
export function zooming(frame: HTMLElement, get: () => Look, put: (look: Look) => void): () => void {
  const fingers = new Map<number, Finger>()
  let travelled = 0
  let lastTap = 0
  const middle = () => {
    const box = frame.getBoundingClientRect()
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, height: box.height }
  }

  function down(event: PointerEvent): void {
    if (fingers.size === 0) travelled = 0
    if (event.pointerType === 'mouse') return
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function move(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    const to = { x: event.clientX, y: event.clientY }
    const { x, y, width, height } = middle()
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    travelled += Math.hypot(to.x - finger.x, to.y - finger.y)
    if (other) {
      const factor = distance(to, other) / Math.max(1, distance(finger, other))
      put(zoomed(get(), factor, (to.x + other.x) / 2 - x, (to.y + other.y) / 2 - y, width, height))
    } else if (get().scale > 1 && travelled > SLIP) put(moved(get(), to.x - finger.x, to.y - finger.y, width, height))
    fingers.set(event.pointerId, to)
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || fingers.size) return
    const onTarget = event.target instanceof Element && event.target.closest('.target, button') !== null
    if (event.type === 'pointercancel' || travelled > SLIP || onTarget) return
    if (event.timeStamp - lastTap < DOUBLE) {
      const { x, y, width, height } = middle()
      put(get().scale > 1 ? WHOLE : zoomed(WHOLE, TWICE, event.clientX - x, event.clientY - y, width, height))
      lastTap = 0
    } else lastTap = event.timeStamp
  }

  /** A finger that pulled the board does not press what it let go of. */
  function click(event: MouseEvent): void {
    if (travelled <= SLIP || get().scale === 1) return
    event.stopPropagation()
    event.preventDefault()
    travelled = 0
  }

  frame.addEventListener('pointerdown', down)
  frame.addEventListener('pointermove', move)
  frame.addEventListener('pointerup', up)
  frame.addEventListener('pointercancel', up)
  frame.addEventListener('click', click, true)
  return () => {
    frame.removeEventListener('pointerdown', down)
    frame.removeEventListener('pointermove', move)
    frame.removeEventListener('pointerup', up)
    frame.removeEventListener('pointercancel', up)
    frame.removeEventListener('click', click, true)
  }
}

function distance(a: Finger, b: Finger): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
