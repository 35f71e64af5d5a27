// Dragging a piece as an alternative to tapping it: a press that moves. A press that stays is left to click.

export interface Drag {
  /** Whether this press may start a drag. */
  start(event: PointerEvent): boolean
  /** The pointer moved; screen coordinates, and the distance so far. */
  move(x: number, y: number, dx: number, dy: number): void
  /** Released here; false: cancelled. */
  end(x: number, y: number, dropped: boolean): void
}

const SLIP = 6

/** Follow drags that start on an element; returns a function to stop. */
export function dragging(element: Element, drag: Drag): () => void {
  let from: { id: number; x: number; y: number } | null = null
  let travelling = false

  function down(event: Event): void {
    const press = event as PointerEvent
    if (from || press.button !== 0 || !press.isPrimary || !drag.start(press)) return
    from = { id: press.pointerId, x: press.clientX, y: press.clientY }
    travelling = false
  }

  function move(event: Event): void {
    const { pointerId, clientX, clientY } = event as PointerEvent
    if (from?.id !== pointerId) return
    const [dx, dy] = [clientX - from.x, clientY - from.y]
    if (!travelling && Math.hypot(dx, dy) < SLIP) return
    if (!travelling) element.setPointerCapture(pointerId)
    travelling = true
    drag.move(clientX, clientY, dx, dy)
  }

  function up(event: Event): void {
    const { pointerId, clientX, clientY, type } = event as PointerEvent
    if (from?.id !== pointerId) return
    from = null
    if (travelling) drag.end(clientX, clientY, type === 'pointerup')
  }

  /** Ignore the click that follows a drag. */
  function click(event: Event): void {
    if (!travelling) return
    travelling = false
    event.stopPropagation()
    event.preventDefault()
  }

  const pairs = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
  ] as const
  for (const [name, listener] of pairs) element.addEventListener(name, listener)
  element.addEventListener('click', click, true)
  return () => {
    for (const [name, listener] of pairs) element.removeEventListener(name, listener)
    element.removeEventListener('click', click, true)
  }
}

/** A point of the screen in the units of a drawing. */
export function inDrawing(svg: SVGSVGElement, x: number, y: number): { x: number; y: number } | null {
  const matrix = svg.getScreenCTM()
  return matrix && new DOMPoint(x, y).matrixTransform(matrix.inverse())
}
