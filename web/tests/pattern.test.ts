import { describe, expect, it } from 'vitest'
import { codeOf, signsOf, SIZE } from '../src/lib/pattern'

const HASH = '0123456789abcdef'.repeat(4)

describe('the picture of a code', () => {
  it('has a sign of its own for every digit, told apart without colour', () => {
    const signs = signsOf(HASH)
    expect(new Set(signs.map(({ path, filled }) => `${path} ${filled}`)).size).toBe(16)
    expect(signs.every(({ x, y }) => x >= 0 && y >= 0 && x < SIZE && y < SIZE)).toBe(true)
    expect(new Set(signs.map(({ x, y }) => `${x} ${y}`)).size, 'no two in one place').toBe(16)
  })

  it('is the same for the same code, and another one when a digit it shows differs', () => {
    expect(signsOf(HASH)).toEqual(signsOf(HASH))
    for (let k = 0; k < 16; k++)
      expect(signsOf(`${HASH.slice(0, k)}${HASH[k] === '7' ? '8' : '7'}${HASH.slice(k + 1)}`)).not.toEqual(
        signsOf(HASH),
      )
  })

  it('shows what the text beside it says', () => {
    expect(codeOf(HASH)).toBe('0123 4567 89ab cdef')
  })
})
