// What a move of mine would bring, for the preview: everything needed lies open on the table.
import { NEXT } from './cells'
import { BLACK, colourOf, FACES, HOLE, isDisc, kindOf, symbolOf, valueOf } from './discs'
import type { HexagonView, Move } from './model'

export interface Outcome {
  /** Cells whose discs the hat takes (in the first round: one of them). */
  taken: number[]
  /** Cells that would be cut off and fall to me (MH-41). */
  area: number[]
  /** New power stones per kind (MH-50). */
  stones: number[]
  points: number
}

/** The discs around a cell that a hat takes for a value (MH-13, MH-15). */
export function takenBy(view: HexagonView, { hat, cell, value }: Move): number[] {
  return (NEXT[cell] ?? []).filter((near) => {
    const face = view.board[near] ?? HOLE
    const covered = view.hats.some((at, other) => other !== hat && at === near)
    return near >= 0 && isDisc(face) && !covered && colourOf(face) === hat && valueOf(face) === value
  })
}

/** Values of which there is something around a cell, locked or not. */
export function valuesAround(view: HexagonView, hat: number, cell: number): number[] {
  return [1, 2, 3].filter((value) => takenBy(view, { hat, cell, value }).length > 0)
}

/** Discs that hang together with no black disc and no hat (MH-40). */
export function cutOff(board: readonly number[], hats: readonly number[]): number[] {
  const linked = new Set<number>(board.flatMap((face, cell) => (face === BLACK || hats.includes(cell) ? [cell] : [])))
  for (const cell of linked) for (const near of NEXT[cell] ?? []) if (near >= 0 && board[near] !== HOLE) linked.add(near)
  return board.flatMap((face, cell) => (face !== HOLE && !linked.has(cell) ? [cell] : []))
}

/** Sets of four that a collection holds of a kind: colours and equal symbols (MH-51, MH-52). */
export function setsOf(owned: readonly number[], kind: number): number {
  const colours = [0, 0, 0, 0]
  const symbols = new Map<number, number>()
  for (let face = 0; face < FACES; face++) {
    const count = owned[face] ?? 0
    if (!count || kindOf(face) !== kind) continue
    colours[colourOf(face)] = (colours[colourOf(face)] ?? 0) + count
    symbols.set(symbolOf(face), (symbols.get(symbolOf(face)) ?? 0) + count)
  }
  const equal = [...symbols.values()].reduce((sum, count) => sum + Math.floor(count / 4), 0)
  return Math.min(...colours) + equal
}

/** What the mover would gain. In the first round one disc is chosen later, so areas and stones are left open. */
export function outcome(view: HexagonView, move: Move): Outcome {
  const taken = takenBy(view, move)
  if (view.round_one && taken.length > 1) return { taken, area: [], stones: [0, 0, 0], points: move.value }
  const gone = new Set(taken)
  const board = view.board.map((face, cell) => (gone.has(cell) ? HOLE : face))
  const hats = view.hats.map((at, hat) => (hat === move.hat ? move.cell : at))
  const area = cutOff(board, hats)
  const faces = [...taken, ...area].map((cell) => view.board[cell] ?? HOLE)
  const before = view.owned[view.on_turn] ?? []
  const after = before.map((count, face) => count + faces.filter((one) => one === face).length)
  const stones = [0, 1, 2].map((kind) => Math.min(setsOf(after, kind) - setsOf(before, kind), view.stones_left[kind] ?? Infinity))
  const discs = faces.reduce((sum, face) => sum + valueOf(face), 0)
  const worth = stones.reduce((sum, count, kind) => sum + count * (view.stone_values[kind] ?? 0), 0)
  return { taken, area, stones, points: discs + worth }
}

/** The cells of a run, the last one the target; empty for a jump. Straight where possible, else the shortest way round. */
export function wayOf(view: HexagonView, hat: number, cell: number): number[] {
  const from = view.hats[hat] ?? -1
  const free = (at: number) => at >= 0 && view.board[at] !== HOLE && !view.hats.includes(at)
  for (let direction = 0; direction < 6; direction++) {
    const steps: number[] = []
    for (let at = NEXT[from]?.[direction] ?? -1; free(at); at = NEXT[at]?.[direction] ?? -1) {
      steps.push(at)
      if (at === cell) return steps
    }
  }
  return []
}

/** The shortest way over free discs, for tables where hats may turn corners. */
export function windingWay(view: HexagonView, hat: number, cell: number): number[] {
  const from = view.hats[hat] ?? -1
  const before = new Map<number, number>([[from, -1]])
  for (const [at] of before) {
    for (const near of NEXT[at] ?? []) {
      if (near < 0 || before.has(near) || view.board[near] === HOLE || view.hats.includes(near)) continue
      before.set(near, at)
    }
  }
  const steps: number[] = []
  for (let at = before.has(cell) ? cell : from; at !== from; at = before.get(at) ?? from) steps.unshift(at)
  return steps
}

/** Colours that are still missing for the next set of four colours (MH-51). */
export function coloursMissing(owned: readonly number[], kind: number): number {
  const colours = [0, 0, 0, 0]
  owned.forEach((count, face) => {
    if (kindOf(face) === kind) colours[colourOf(face)] = (colours[colourOf(face)] ?? 0) + count
  })
  const least = Math.min(...colours)
  return colours.filter((count) => count === least).length
}
