import { describe, expect, it } from 'vitest'
import { alternatives, curve, ownDecisions, turningPoints } from '../src/lib/chart'
import { luckierThan, luckOf, luckyJumps, signed } from '../src/lib/account'
import { type Entry, OPEN } from '../src/local/journal'
import { tallied } from '../src/local/kept'
import { addedUp } from '../src/local/account'
import { packed, unpacked } from '../src/lib/pack'
import type { AccountStep, ReviewPly } from '../src/lib/protocol'

const ply = (number: number, seat: number, mine: number, lost = 0): ReviewPly => ({
  ply: number,
  seat,
  action: 1,
  text: 'a',
  chances: [mine, 1 - mine],
  margin: 0.02,
  best: lost ? 2 : 1,
  best_text: 'b',
  lost,
  does: [],
  best_does: [],
})
const game = [ply(1, 0, 0.5), ply(2, 1, 0.52), ply(3, 0, 0.9), ply(4, 1, 0.88, 0.1), ply(5, 0, 0.3), ply(6, 1, 0.31)]

describe('looking back', () => {
  it('finds the moves at which the game turned, in their order', () => {
    expect(turningPoints(game, 0, 2).map((one) => one.ply)).toEqual([2, 4])
    expect(turningPoints([ply(1, 0, 0.5), ply(2, 1, 0.5)], 0)).toEqual([])
  })

  it('begins with the own decisions that mattered most', () => {
    const mine = [
      ply(1, 0, 0.5, 0.05),
      ply(2, 1, 0.5, 0.3),
      ply(3, 0, 0.5),
      ply(4, 1, 0.9),
      ply(5, 0, 0.9, 0.2),
      ply(6, 0, 0.7, 0.01),
      ply(7, 0, 0.7),
    ]
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

describe('luck and decisions', () => {
  const parts = { start: 0.5, chance: 0.3, hidden: 0.1, others: 0.2, further: 0, own: -0.1, result: 1 }
  const step = (number: number, chance: number, hidden = 0): AccountStep => ({
    ply: number,
    seat: 0,
    value: [0.5, 0.5],
    chance: [chance, -chance],
    hidden: [hidden, -hidden],
    decision: [0, 0],
    further: [0, 0],
  })

  it('adds up what was not in the seat’s hands', () => {
    expect(luckOf(parts)).toBeCloseTo(0.6)
    expect([-3, 0, 4].map(signed)).toEqual(['−3', '0', '+4'])
  })

  it('marks the decisions after which luck changed much', () => {
    const account = {
      seats: [],
      set_up: [],
      steps: [step(1, 0.01), step(2, 0, 0.2), step(3, -0.3), step(4, 0.3), step(5, -0.3), step(6, 0.02)],
    }
    expect(luckyJumps(account, game, 0)).toEqual([1, 2, 3, 4])
    expect(luckyJumps(account, [ply(1, 0, 0.5), ply(3, 0, 0.5), ply(5, 0, 0.5)], 1)).toEqual([0, 2])
    expect(luckyJumps(null, game, 0)).toEqual([])
  })

  it('compares winners only where enough are known', () => {
    const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.59, 0.7, 0.8, 0.9]
    expect(luckierThan({ 2: { winners: 1000, tenths } }, 2, parts)).toBe(6)
    expect(luckierThan({ 2: { winners: 20, tenths } }, 2, parts)).toBeNull()
    expect(luckierThan({ 3: { winners: 1000, tenths } }, 2, parts)).toBeNull()
  })

  it('counts the games of a device for its people', () => {
    const [seated, bot] = [
      { ...OPEN, kind: 'person' as const, name: 'Mia' },
      { ...OPEN, kind: 'bot' as const, name: 'Bo' },
    ]
    const made = { k: 'made', seats: [seated, bot] } as unknown as Entry
    const log = (own: number): Entry[] => [
      made,
      { k: 'reviewed', plies: [], account: { seats: [{ ...parts, own }, parts], set_up: [], steps: [] } },
    ]
    const [only, ...others] = tallied([log(-0.1), log(-0.3), [made], [made, { k: 'reviewed', plies: [] }]])
    expect(only).toMatchObject({ name: 'Mia', games: 2 })
    expect(only?.own).toBeCloseTo(-0.2)
    expect(only?.luck).toBeCloseTo(0.6)
    expect(others).toEqual([])
  })

  it('makes the result of every move’s parts', () => {
    const moves = [
      {
        best: 0,
        parts: [
          [0.6, 0.4],
          [-0.1, 0.1],
          [0, 0],
          [0.05, -0.05],
        ],
      },
      {
        best: 1,
        parts: [
          [0.7, 0.3],
          [0.2, -0.2],
          [0.1, -0.1],
          [0, 0],
        ],
      },
      {
        best: -1,
        parts: [
          [1, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
    ]
    const [first, second] = addedUp([0.5, 0.5], moves, [0, 1]).seats
    expect(first?.own).toBeCloseTo(-0.1)
    expect(first?.others).toBeCloseTo(0.2)
    expect(first?.chance).toBeCloseTo(0.1 + 0.15 + 0)
    expect(second && second.start + luckOf(second) + second.own).toBeCloseTo(0, 12)
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
