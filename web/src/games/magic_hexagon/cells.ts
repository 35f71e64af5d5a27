// The 91 cells row by row and who is next to whom; where they are drawn the table says.
const REACH = 5
const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]] as const // east, then round against the clock

const PLACES: readonly (readonly [number, number])[] = Array.from({ length: 2 * REACH + 1 }, (_, k) => k - REACH).flatMap((r) =>
  Array.from({ length: 2 * REACH + 1 }, (_, k) => [k - REACH, r] as const).filter(([q]) => Math.abs(q + r) <= REACH),
)
const CELL_AT = new Map(PLACES.map(([q, r], cell) => [`${q} ${r}`, cell]))

/** Per cell the six neighbours by direction, -1 outside. */
export const NEXT: readonly (readonly number[])[] = PLACES.map(([q, r]) => STEPS.map(([dq, dr]) => CELL_AT.get(`${q + dq} ${r + dr}`) ?? -1))
/** Cells per row, from the top. */
export const ROWS: readonly (readonly number[])[] = Array.from({ length: 2 * REACH + 1 }, (_, row) => PLACES.flatMap(([, r], cell) => (r === row - REACH ? [cell] : [])))
