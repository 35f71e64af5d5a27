import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  allEffects,
  betterNow,
  changed,
  difference,
  type Effect,
  effectOf,
  ENOUGH,
  enough,
  type Figure,
  firstNow,
  isEffect,
  longer,
  type Measured,
  type Options,
  type Row,
  rowOf,
  saidOf,
  seatsNow,
} from '../src/lib/measured'

function row(players: number, options: Options, figures: Partial<Row> = {}): Row {
  return {
    players,
    options,
    sides: players,
    games: 400,
    pairs: 300,
    length: [100, 95, 105],
    first: [0.5, 0.45, 0.55],
    better: [0.78, 0.74, 0.82],
    ...figures,
  }
}

const STAIRS: Measured = {
  even: 'level_3',
  strong: 'level_4',
  weak: 'level_2',
  rows: [
    row(2, {}),
    row(4, {}, { first: [0.31, 0.27, 0.35] }),
    row(2, { steps: 8 }, { length: [70, 67, 73], first: [0.62, 0.57, 0.67], better: [0.6, 0.55, 0.65] }),
    row(2, { steps: 20 }, { length: [170, 160, 180], better: [0.9, 0.87, 0.92] }),
    row(2, { golden: true }, { length: [104, 99, 109] }),
    row(2, { golden: true, gold_winner: true }, { length: [60, 57, 63] }),
    row(4, { teams: 'team' }, { sides: 2, first: [0.58, 0.53, 0.63] }),
  ],
  help: [],
  seats: [],
  balanced: [],
  character: [],
}

function effect(players: number, name: string, chosen: Options): Effect {
  const found = effectOf(STAIRS, players, name, chosen)
  if (!isEffect(found)) throw new Error(`nothing about ${name}`)
  return found
}

describe('the seats of the best bots', () => {
  const even: Figure = [0.34, 0.3, 0.38]
  const seated = (players: number, ...shares: Figure[]): Measured => ({
    even: 'level_3',
    strong: 'level_4',
    weak: 'level_2',
    rows: [],
    help: [],
    seats: [{ players, games: 500, shares }],
    balanced: [],
    character: [],
  })

  it('are told of only where some seat surely wins more or less than its part', () => {
    expect(seatsNow(seated(2, [0.6, 0.56, 0.64], [0.4, 0.36, 0.44]), 2)?.games).toBe(500)
    expect(seatsNow(seated(3, even, even, even), 3)).toBeNull()
    expect(seatsNow(seated(3, even, even, [0.4, 0.35, 0.45]), 2)).toBeNull()
  })
})

describe('what was measured', () => {
  it('is found for the players and options, or for the nearest number of players', () => {
    expect(rowOf(STAIRS, 4, {})?.players).toBe(4)
    expect(rowOf(STAIRS, 6, {})?.players).toBe(4)
    expect(rowOf(STAIRS, 4, { steps: 8 })?.players).toBe(2)
    expect(rowOf(STAIRS, 2, { steps: 9 })).toBeNull()
  })

  it('is compared with the same number of players', () => {
    const { before, after } = effect(4, 'steps', { steps: 8 })
    expect([before.players, after.players]).toEqual([2, 2])
  })

  it('is the nearest number where the chosen one was not tried', () => {
    expect(effect(2, 'steps', { steps: 9 }).value).toBe(8)
    expect(effect(2, 'steps', { steps: 19 }).value).toBe(20)
  })

  it('is told together with what the option needs, and compared with that alone', () => {
    const { before, after } = effect(2, 'gold_winner', { gold_winner: true, golden: true })
    expect(before.options).toEqual({ golden: true })
    expect(after.length[0]).toBe(60)
    expect(effectOf(STAIRS, 2, 'gold_winner', { gold_winner: true })).toEqual({
      name: 'gold_winner',
      value: true,
      needs: { golden: true },
    })
  })

  it('is that of the pair where two options were measured together', () => {
    const pair = row(2, { steps: 8, golden: true }, { length: [50, 48, 52] })
    const measured = { ...STAIRS, rows: [...STAIRS.rows, pair] }
    const found = effectOf(measured, 2, 'golden', { steps: 8, golden: true })
    expect(isEffect(found) && [found.before.options, found.after]).toEqual([{ steps: 8 }, pair])
    const options = allEffects(measured, 2, 'length').map((one) => JSON.stringify(one.after.options))
    expect(new Set(options).size).toBe(options.length)
  })

  it('is unknown where nobody tried it', () => {
    expect(effectOf(STAIRS, 2, 'max_turns', { max_turns: 50 })).toEqual({ name: 'max_turns', value: 50, needs: null })
  })

  it('is not talked about where too few games were played', () => {
    const few = row(2, {}, { pairs: ENOUGH - 1 })
    expect(enough([few, row(4, {})]).map((one) => one.players)).toEqual([4])
  })

  it('asks only for what differs from the default', () => {
    expect(changed({ steps: 12, golden: true, hats: '4' }, { steps: 12, golden: false, hats: 4 })).toEqual({
      golden: true,
    })
  })
})

describe('what is said of it', () => {
  const keys = (one: Effect, kind: 'length' | 'first' | 'better') => saidOf(one, kind).map((said) => said.key)

  it('is never more than the margin allows', () => {
    expect(difference([0.5, 0.45, 0.55], [0.54, 0.49, 0.59])).toBeNull()
    expect(difference([0.5, 0.45, 0.55], [0.62, 0.57, 0.67])).toBeCloseTo(0.12)
    expect(saidOf(effect(2, 'golden', { golden: true }), 'length')).toEqual([
      { key: 'lab_same', given: { count: 400 } },
    ])
    expect(saidOf(effect(2, 'golden', { golden: true }), 'better')).toEqual([
      { key: 'lab_same', given: { count: 300 } },
    ])
  })

  it('rounds lengths', () => {
    const against = (length: Figure) => longer(row(2, {}, { length: [100, 99, 101] }), row(2, {}, { length }))
    expect(against([133, 131, 135])).toBe(30)
    expect(against([113, 111, 115])).toBe(15)
    expect(against([68, 66, 70])).toBe(-30)
    expect(against([102.2, 101.9, 102.5])).toBe(0)
    expect(against([101, 99, 103])).toBeNull()
  })

  it('tells longer from shorter, and more luck from less', () => {
    const [short, long] = [effect(2, 'steps', { steps: 8 }), effect(2, 'steps', { steps: 20 })]
    expect(saidOf(short, 'length')).toEqual([{ key: 'lab_shorter', given: { percent: 30 } }])
    expect(saidOf(long, 'length')).toEqual([{ key: 'lab_longer', given: { percent: 70 } }])
    expect(saidOf(short, 'first')).toEqual([{ key: 'lab_first_changed', given: { share: 62, before: 50 } }])
    expect(keys(short, 'better')).toEqual(['lab_better_changed', 'lab_more_luck'])
    expect(keys(long, 'better')).toEqual(['lab_better_changed', 'lab_less_luck'])
  })

  it('does not compare a team that begins with a player who begins', () => {
    expect(saidOf(effect(4, 'teams', { teams: 'team' }), 'first')).toEqual([
      { key: 'lab_first_now', given: { share: 58, fair: 50 } },
    ])
  })

  it('makes nothing of a beginning that may well be fair', () => {
    expect(firstNow(row(2, {})).key).toBe('lab_first_even')
    expect(firstNow(row(4, {}, { first: [0.31, 0.27, 0.35] }))).toEqual({
      key: 'lab_first_now',
      given: { share: 31, fair: 25 },
    })
    expect(betterNow(row(2, {}))).toEqual({ key: 'lab_better_now', given: { share: 78 } })
  })
})

describe('all variants', () => {
  it('stand in the order of what they change', () => {
    const names = (kind: 'length' | 'better') =>
      allEffects(STAIRS, 2, kind).map((one) => Object.values(one.after.options).at(-1))
    expect(names('length')).toEqual([20, true, 8, true])
    expect(names('better').slice(0, 2)).toEqual([8, 20])
    expect(allEffects(STAIRS, 4, 'length').map((one) => one.name)).toEqual(['teams'])
  })

  it('can all be told from the files that ship', () => {
    const folder = join(import.meta.dirname, '..', 'src', 'generated', 'measured')
    for (const file of readdirSync(folder)) {
      const measured = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Measured
      const changes = measured.rows.filter((one) => Object.keys(one.options).length)
      const told = [...new Set(changes.map((one) => one.players))].flatMap((players) =>
        allEffects(measured, players, 'length'),
      )
      expect(told.length, file).toBe(changes.length)
      for (const one of told) expect(one.before.players).toBe(one.after.players)
    }
  })
})
