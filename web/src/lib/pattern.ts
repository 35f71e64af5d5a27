// A hash as a small picture: sixteen signs, four in a row, one for each of its first hexadecimal digits. They differ in shape
// and filling, not in colour.

export interface Sign {
  path: string
  filled: boolean
  x: number
  y: number
}

const SIDE = 4
const CELL = 12
/** In a square of 8: disc, square, triangle, diamond, cross, hat, half disc, arrow. */
const SHAPES = [
  'M8 4a4 4 0 1 1-8 0a4 4 0 1 1 8 0z',
  'M.6.6h6.8v6.8h-6.8z',
  'M4 .3l4 7.2h-8z',
  'M4 -.2l4.2 4.2l-4.2 4.2l-4.2-4.2z',
  'M2.8 0h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8v-2.4h2.8z',
  'M2.2 .8h3.6v4.4h2.4v2h-8.4v-2h2.4z',
  'M0 6a4 4 0 0 1 8 0z',
  'M0 4l4-4l4 4h-2.4v4h-3.2v-4z',
] as const

export const SIZE = SIDE * CELL

/** The part of a hash that the picture shows, in groups of four: one group is one row. */
export function codeOf(hash: string): string {
  return (
    hash
      .slice(0, SIDE * SIDE)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  )
}

export function signsOf(hash: string): Sign[] {
  return [...hash.slice(0, SIDE * SIDE)].map((digit, k) => {
    const value = Number.parseInt(digit, 16)
    const [x, y] = [(k % SIDE) * CELL + 2, Math.floor(k / SIDE) * CELL + 2]
    return { path: SHAPES[value >> 1] ?? '', filled: value % 2 === 1, x, y }
  })
}
