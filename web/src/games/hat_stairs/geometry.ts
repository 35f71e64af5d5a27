// Where things are on the staircase, from the table's coordinates.
import type { Layout, Point } from '../../schema/hat_stairs'
import type { StairsView } from './model'

export type { Layout, Point }

/** Top of the landing with the larder. */
export function landing(board: Layout): Point {
  const top = board.steps.at(-1) ?? { x: 0, y: 0 }
  return { x: top.x + board.dx / 2, y: top.y - board.dy }
}

export function figureWidth(board: Layout): number {
  const wanted = board.height > board.width ? board.dx * 1.32 : board.dx * 0.94
  return Math.max(44, Math.min(66, wanted))
}

/** Where feet are on a field: the middle of a tread, or in front of the larder. */
export function foot(board: Layout, field: number): Point {
  const tread = board.steps[field - 1]
  return tread ? { x: tread.x, y: tread.y + 3 } : { x: board.larder.x, y: landing(board).y + 3 }
}

// Up to four on one tread, as fractions of a figure's width: those behind stand higher.
const STANDING: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-0.3, -0.06],
    [0.3, 0.06],
  ],
  [
    [-0.42, 0],
    [0, -0.34],
    [0.42, 0],
  ],
  [
    [-0.46, 0.04],
    [-0.14, -0.36],
    [0.46, -0.36],
    [0.2, 0.04],
  ],
]

/** The feet of every apprentice, so that no figure hides another. */
export function feet(board: Layout, view: StairsView): Point[] {
  const width = figureWidth(board)
  return view.step.map((field, seat) => {
    const together = view.step.flatMap((other, k) => (other === field ? [k] : []))
    const places = STANDING[together.length] ?? []
    const [across, up] = places[together.indexOf(seat)] ?? [0, 0]
    const ground = foot(board, field)
    // On the first step of a phone's board the group moves inwards, so that no figure is cut off.
    const left = ground.x + Math.min(0, ...places.map((place) => place[0])) * width
    const inwards = Math.max(0, width * 0.58 - left)
    return { x: ground.x + across * width + inwards, y: ground.y + up * width }
  })
}

/** The box around all stones. */
export function tray(board: Layout): { x: number; y: number; width: number; height: number; r: number } {
  const xs = board.stones.map((stone) => stone.x)
  const ys = board.stones.map((stone) => stone.y)
  const r = stoneRadius(board)
  const pad = r + 18
  const x = Math.min(...xs) - pad
  const y = Math.min(...ys) - r - 12
  return { x, y, width: Math.max(...xs) + pad - x, height: Math.max(...ys) + r + 12 - y, r }
}

export function stoneRadius(board: Layout): number {
  const [a, , , d] = board.stones
  return a && d ? Math.min(52, (d.y - a.y) / 2 - 4) : 48
}

export function middle(board: Layout): Point {
  const box = tray(board)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The outline of the whole staircase. */
export function outline(board: Layout): string {
  const points: string[] = []
  const half = board.dx / 2
  const first = board.steps[0]
  if (!first) return ''
  points.push(`${first.x - half},${board.floor}`)
  for (const tread of board.steps) points.push(`${tread.x - half},${tread.y}`, `${tread.x + half},${tread.y}`)
  const top = landing(board)
  points.push(`${top.x},${top.y}`, `${board.width},${top.y}`, `${board.width},${board.floor}`)
  return points.join(' ')
}
