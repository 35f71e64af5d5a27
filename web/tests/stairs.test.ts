import { describe, expect, it } from 'vitest'
import entry from '../src/games/hat_stairs/entry'
import { feet, type Layout } from '../src/games/hat_stairs/geometry'
import { foretold } from './foretold'
import { Action } from '../src/schema/hat_stairs'
import { company, pathOf, scenes, type StairsView } from '../src/games/hat_stairs/model'
import { next } from '../src/lib/keyboard'
import { valuesOf } from '../src/lib/options'
import { seatsFor } from '../src/lib/start'

const view: StairsView = {
  seat: 0,
  turn: 0,
  players: 4,
  over: false,
  capped: false,
  steps: 12,
  hat_step: 6,
  step: [1, 4, 4, 1],
  hat: -1,
  stones: [0, 0, 0, 0, 0, 0],
  noted: [0, 0, 0, 0, 0, 0],
  open: 0,
  forbidden: [],
  choosing: 'stone',
  turns: 0,
  winner: -1,
}
const board: Layout = {
  width: 780,
  height: 900,
  dx: 50,
  dy: 50,
  floor: 860,
  parts: [3, 6, 9],
  larder: { x: 695, y: 200 },
  steps: Array.from({ length: 12 }, (_, k) => ({ x: 50 + 50 * k, y: 840 - 50 * k })),
  stones: Array.from({ length: 6 }, (_, k) => ({ x: 400 + 120 * (k % 3), y: 690 + 110 * Math.floor(k / 3) })),
}

describe('the story of a move', () => {
  it('walks field by field', () => {
    const told = scenes(view, { kind: 'goes_up', seat: 0, count: 3, step: 4, path: [2, 3, 4] })
    expect(told.map((scene) => scene.view.step[0])).toEqual([2, 3, 4])
    expect(told.at(-1)?.sound).toBe('land')
    expect(view.step[0]).toBe(1)
  })

  it('turns a stone and hides it', () => {
    const [open] = scenes(view, { kind: 'stone_turned', seat: 0, place: 3, value: 5 })
    expect(open?.view.stones).toEqual([0, 0, 5, 0, 0, 0])
    const [hidden] = scenes(open?.view ?? view, { kind: 'stone_hidden', place: 3 })
    expect(hidden?.view.stones).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('shows no value while stones are mixed', () => {
    const seen = { ...view, stones: [1, 0, 0, 0, 0, 0], noted: [1, 2, 0, 0, 0, 0] }
    for (const scene of scenes(seen, { kind: 'stones_mixed' }))
      expect([...scene.view.stones, ...scene.view.noted].every((value) => value === 0)).toBe(true)
  })

  it('gives the hat to whoever snatches it', () => {
    expect(scenes({ ...view, hat: 1 }, { kind: 'hat_snatched', seat: 0, loser: 1 })[0]?.view.hat).toBe(0)
  })

  it('an event it does not know changes nothing', () => {
    expect(scenes(view, { kind: 'something_new' })[0]?.view).toBe(view)
  })
})

describe('the stairs', () => {
  it('knows both ways and who stands there', () => {
    const foresee = foretold({
      [Action.UP]: [
        { kind: 'bounces', seat: 1, step: 9, path: [10, 9] },
        { kind: 'hat_kept', seat: 1 },
      ],
    })
    expect([pathOf(Action.UP, foresee), pathOf(Action.DOWN, foresee)]).toEqual([[10, 9], []])
    expect(company(view, 1, 4)).toEqual([2])
  })

  it('nobody stands outside the board, and no two on one spot', () => {
    for (const step of [
      [1, 1, 1, 1],
      [1, 1, 1, 2],
      [12, 12, 3, 3],
      [5, 6, 7, 8],
    ]) {
      const points = feet(board, { ...view, step })
      expect(new Set(points.map((point) => `${point.x} ${point.y}`)).size).toBe(4)
      for (const point of points) expect(point.x).toBeGreaterThan(30)
    }
  })

  it('arrows walk along the stones', () => {
    const spots = board.stones.map((at, k) => ({ key: String(k + 1), ...at }))
    const go = (from: number, key: string) =>
      next(spots, spots[from - 1] ?? spots[0] ?? { key: '', x: 0, y: 0 }, key)?.key
    expect([go(1, 'ArrowRight'), go(3, 'ArrowDown'), go(6, 'ArrowLeft'), go(5, 'ArrowUp'), go(1, 'ArrowLeft')]).toEqual(
      ['2', '6', '5', '2', undefined],
    )
  })
})

describe('beginning', () => {
  it('I sit where my figure is; the others are bots, open or on my device', () => {
    expect(seatsFor('bots', 3, '2', 'Mia')).toEqual([
      { kind: 'me', name: 'Mia' },
      { kind: 'bot', level: '2' },
      { kind: 'bot', level: '2' },
    ])
    expect(seatsFor('bots', 2, '2', 'Mia', 1)).toEqual([
      { kind: 'bot', level: '2' },
      { kind: 'me', name: 'Mia' },
    ])
    expect(seatsFor('share', 2, '2', '')).toEqual([{ kind: 'me' }, { kind: 'open' }])
    expect(seatsFor('device', 2, '2', '')).toEqual([{ kind: 'me' }, { kind: 'me' }])
  })

  it('long spans offer round numbers and always the usual one', () => {
    const option = {
      name: 'max_turns',
      default: 1000,
      values: null,
      from: 50,
      to: 100_000,
      also: [0],
      count: 1,
      rule: '',
      house_rule: true,
      seat: false,
    }
    expect(valuesOf(option)).toEqual([0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000])
  })
})

describe('what the page of options suggests', () => {
  const usual = { steps: 12, stuck: 'pass', stall_remix: 0 }

  it('is a way out where two strong players would stand still', () => {
    expect(entry.suggest?.(2, { ...usual, steps: 10 })).toBe('suggest_remix')
    expect(entry.suggest?.(2, { ...usual, steps: 10, stall_remix: 12 })).toBeNull()
    expect(entry.suggest?.(2, { ...usual, steps: 10, stuck: 'redraw' })).toBeNull()
  })

  it('is nothing where they would not', () => {
    expect(entry.suggest?.(2, usual)).toBeNull()
    expect(entry.suggest?.(3, { ...usual, steps: 10 })).toBeNull()
  })
})
