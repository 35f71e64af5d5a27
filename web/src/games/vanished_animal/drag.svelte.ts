// Dragging a hat onto another one, in addition to tapping.
import { type Layout, placeAt, type Point } from './geometry'
import { hatSpot, PLACES } from './model'

const SLACK = 10 // pixels that a tap may move
type Where = { x: number; y: number; scale: number } | null

interface Plan {
  start(place: number): boolean
  swaps(one: number, other: number): void
  /** How close to the centre of a hat it must be dropped, in board units. */
  reach: number
}

export function drags(plan: Plan) {
  let held = $state(0)
  let shift = $state<Point>({ x: 0, y: 0 })
  let grabbed = 0
  let from: Point = { x: 0, y: 0 }
  let dropped = 0

  function stop() {
    held = 0
    grabbed = 0
    shift = { x: 0, y: 0 }
  }

  return {
    get held() {
      return held
    },
    stop,
    at: (place: number, home: Point): Point => (held === place ? { x: home.x + shift.x, y: home.y + shift.y } : home),
    /** A drag ends with a click that must be ignored. */
    justDropped: () => performance.now() - dropped < 60,
    down(event: PointerEvent, where: Where) {
      const spot =
        event.target instanceof Element ? event.target.closest<SVGGElement>('[data-spot]')?.dataset.spot : undefined
      const place = PLACES.find((one) => hatSpot(one) === spot)
      if (!where || !place || event.button !== 0 || !plan.start(place)) return
      grabbed = place
      from = where
    },
    move(event: PointerEvent, where: Where) {
      if (!grabbed || !where) return
      const moved = { x: where.x - from.x, y: where.y - from.y }
      if (!held && Math.hypot(moved.x, moved.y) * where.scale < SLACK) return
      if (!held && event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId)
      held = grabbed
      shift = moved
    },
    up(_: PointerEvent, where: Where, board: Layout) {
      const one = held
      stop()
      if (!one || !where) return
      dropped = performance.now()
      const distance = (place: number) =>
        Math.hypot(placeAt(board, place).x - where.x, placeAt(board, place).y - where.y)
      const other = PLACES.filter((place) => place !== one).sort((a, b) => distance(a) - distance(b))[0]
      if (other && distance(other) <= plan.reach) plan.swaps(one, other)
    },
  }
}
