import { describe, expect, it } from 'vitest'
import { alternatives, curve, ownDecisions, turningPoints } from '../src/lib/chart'
import { packed, unpacked } from '../src/lib/pack'
import type { ReviewPly } from '../src/lib/protocol'

const ply = (number: number, seat: number, mine: number, lost = 0): ReviewPly => ({
  ply: number, seat, action: 1, text: 'a', chances: [mine, 1 - mine], margin: 0.02, best: lost ? 2 : 1, best_text: 'b', lost, does: [], best_does: [],
})
const game = [ply(1, 0, 0.5), ply(2, 1, 0.52), ply(3, 0, 0.9), ply(4, 1, 0.88, 0.1), ply(5, 0, 0.3), ply(6, 1, 0.31)]

describe('looking back', () => {
  it('finds the moves at which the game turned, in their order', () => {
    expect(turningPoints(game, 0, 2).map((one) => one.ply)).toEqual([2, 4])
    expect(turningPoints([ply(1, 0, 0.5), ply(2, 1, 0.5)], 0)).toEqual([])
  })

  it('begins with the own decisions that mattered most', () => {
    const mine = [ply(1, 0, 0.5, 0.05), ply(2, 1, 0.5, 0.3), ply(3, 0, 0.5), ply(4, 1, 0.9), ply(5, 0, 0.9, 0.2), ply(6, 0, 0.7, 0.01), ply(7, 0, 0.7)]
    expect(ownDecisions(mine, 0).map((one) => one.ply)).toEqual([5, 1, 3])
    expect(ownDecisions([ply(1, 0, 0.5), ply(2, 1, 0.5)], 0)).toEqual([])
  })

  it('draws the curve of a seat from the first move to the last', () => {
    const points = curve(game, 1)
    expect(points[0]).toEqual([0, 50])
    expect(points.at(-1)?.[0]).toBe(100)
  })

  it('counts in games of 100', () => {
    expect(alternatives(ply(4, 0, 0.64, 0.06))).toEqual({ played: 58, best: 64 })
  })
})

describe('a saved replay', () => {
  it('comes out as it went in', async () => {
    const thing = { words: { a: 'Übung – «да»' }, frames: Array.from({ length: 5000 }, (_, k) => ({ ply: k })) }
    const text = await packed(thing)
    expect(text).toMatch(/^[A-Za-z0-9+/=]+$/)
    expect(text.length).toBeLessThan(JSON.stringify(thing).length / 2)
    expect(await unpacked(text)).toEqual(thing)
  })
})
