// Pinch, double tap and drag for a board on a small screen. The keyboard is not affected.

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
const NEAR = 30 // pixels between two taps on the same target
const PHONE = 640 // pixels of a board whose small fields are hard to hit with a finger

/** Scale around a point of the screen, given relative to the middle of the board; the board never leaves its frame. */
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

/** Follow fingers on an element; `get` and `put` hold the transform. Returns a function to stop. */
export function zooming(frame: HTMLElement, get: () => Look, put: (look: Look) => void): () => void {
  const fingers = new Map<number, Finger>()
  let travelled = 0
  let lastTap = { at: 0, x: 0, y: 0 }
  let brought = false
  const middle = () => {
    const box = frame.getBoundingClientRect()
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, height: box.height }
  }

  function down(event: PointerEvent): void {
    if (fingers.size === 0) travelled = 0
    brought = false
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
    if (
      event.type === 'pointercancel' ||
      travelled > SLIP ||
      !zooms(event.target, get().scale === 1 && middle().width < PHONE)
    )
      return void (lastTap.at = 0)
    const again =
      event.timeStamp - lastTap.at < DOUBLE && distance({ x: event.clientX, y: event.clientY }, lastTap) < NEAR
    lastTap = { at: again ? 0 : event.timeStamp, x: event.clientX, y: event.clientY }
    if (!again) return
    const { x, y, width, height } = middle()
    brought = true
    put(get().scale > 1 ? WHOLE : zoomed(WHOLE, TWICE, event.clientX - x, event.clientY - y, width, height))
  }

  /** A finger that dragged the board presses nothing when released, nor does the second of two quick taps. */
  function click(event: MouseEvent): void {
    if (!brought && (travelled <= SLIP || get().scale === 1)) return
    event.stopPropagation()
    event.preventDefault()
    travelled = 0
    brought = false
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

/** Two quick taps zoom, except on targets that are easy to hit: there both are presses. */
function zooms(touched: EventTarget | null, smallHere: boolean): boolean {
  if (!(touched instanceof Element) || touched.closest('button')) return false
  return !touched.closest('.target.possible') || (smallHere && touched.closest('svg.small') !== null)
}

function distance(a: Finger, b: Finger): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
