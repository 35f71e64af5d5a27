// The sum that leads out of child mode.
import { expect, test } from 'vitest'
import { newSum, solves } from '../src/lib/child'

const DRAWS = [0, 0.2, 0.4, 0.6, 0.8, 0.999]

test('every sum is above ten, below nineteen, and another one than before', () => {
  for (const one of DRAWS)
    for (const other of DRAWS) {
      const draws = [one, other]
      const random = () => draws.shift() ?? 0
      const sum = newSum(null, random)
      expect(sum.first + sum.second).toBeGreaterThan(10)
      expect(sum.first + sum.second).toBeLessThan(19)
      draws.push(one, other)
      const next = newSum(sum, random)
      expect(next).not.toEqual(sum)
      expect(next.first + next.second).toBeGreaterThan(9)
    }
})

test('only the right number solves it', () => {
  const sum = { first: 7, second: 5 }
  expect(['12', ' 12 '].map((answer) => solves(sum, answer))).toEqual([true, true])
  expect(['', ' ', '11', 'twelve'].map((answer) => solves(sum, answer))).toEqual([false, false, false, false])
})
