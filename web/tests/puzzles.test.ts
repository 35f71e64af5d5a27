import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SLUGS } from '../src/games/registry'
import { gameOfDay, noteDay, numberOfDay, streak, today } from '../src/lib/daily'
import type { Now } from '../src/lib/protocol'
import { isSolved, type Puzzle, PuzzleRun, unfolded } from '../src/lib/puzzles.svelte'
import { settings } from '../src/lib/settings.svelte'
import { themesOf } from '../src/lib/themes'
import { Match } from '../src/local/match'
import { asked, engineOf, Guest, tables } from './local'

const LAB = join(import.meta.dirname, '..', '..', 'src', 'hatbox', 'lab', 'puzzles')
const DAYS = 1500 // five games of 300 puzzles

function puzzlesOf(slug: string): Puzzle[] {
  const file = join(LAB, `${slug}.json`)
  return existsSync(file) ? unfolded(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof unfolded>[0]) : []
}

// Settings show themselves on the page.
vi.stubGlobal('document', { documentElement: { dataset: {}, style: { setProperty: () => undefined } } })
vi.stubGlobal('matchMedia', () => ({ matches: false }))

afterEach(() => {
  settings.solved = {}
  settings.streak = { day: -1, length: 0 }
})

describe.each(SLUGS)('the puzzles of %s', (slug) => {
  const all = puzzlesOf(slug)

  it('are listed under their themes', () => {
    expect(all.length).toBeGreaterThan(0)
    expect(all.map((one) => one.number)).toEqual(all.map((_, k) => k + 1))
    expect([...new Set(all.map((one) => one.theme))].filter((theme) => !themesOf(slug).includes(theme))).toEqual([])
  })

  it('are the same positions by the rules of the browser', async () => {
    const engine = await engineOf(slug)
    for (const one of all.filter((_, k) => k % 25 === 0)) {
      const match = new Match(engine, {
        players: one.players,
        options: {},
        seed: BigInt(one.seed),
        actions: one.actions,
      })
      for (const losses of one.steps) {
        expect([match.turn, match.legal.length]).toEqual([one.seat, losses.length])
        match.play(match.legal[losses.indexOf(0)] ?? -1)
      }
    }
  })
})

const puzzle: Puzzle = {
  number: 4,
  ply: 10,
  seat: 1,
  shown: 8,
  theme: 'catch',
  difficulty: 2,
  margin: 20,
  players: 2,
  seed: 1,
  actions: [],
  steps: [
    [20, 0, 1],
    [0, 30],
  ],
  why: [
    [{ key: 'coach_exposed', given: { player: 0, count: 3 } }],
    [{ key: 'coach_catches', given: { count: 2 } }],
    [],
  ],
}
const at = (ply: number, legal: number[], turn = 1) =>
  ({ ply, turn, legal: { [turn]: legal.map((action) => ({ action, text: '' })) } }) as unknown as Now

describe('one puzzle', () => {
  it('is asked once everything was told, and only of its seat', () => {
    const run = new PuzzleRun('hat_stairs', puzzle)
    expect([run.isTold(at(9, [])), run.asks(at(9, [1]))]).toEqual([true, false])
    expect([run.isTold(at(10, [5, 6, 7])), run.asks(at(10, [5, 6, 7])), run.asks(at(10, [5, 6, 7], 0))]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('says what a wrong move gives away and lets nothing happen', () => {
    const run = new PuzzleRun('hat_stairs', puzzle)
    expect(run.judge(at(10, [5, 6, 7]), 5)).toBe(false)
    expect(run.miss).toEqual({ action: 5, loss: 20, facts: puzzle.why[0] })
    expect([run.ended, isSolved('hat_stairs', 4)]).toEqual([false, false])
  })

  it('goes on with the other choices of the turn', () => {
    const run = new PuzzleRun('hat_stairs', puzzle)
    expect([run.judge(at(10, [5, 6, 7]), 6), run.ended]).toEqual([true, false])
    expect([run.judge(at(11, [1, 2]), 2), run.miss?.loss]).toEqual([false, 30])
    expect([run.judge(at(11, [1, 2]), 1), run.miss, run.ended]).toEqual([true, null, true])
    expect([isSolved('hat_stairs', 4), run.reasons]).toEqual([true, puzzle.why[1]])
    expect(run.asks(at(12, [1]))).toBe(false)
  })

  it('takes every move that is as good as the best', () => {
    const run = new PuzzleRun('hat_stairs', puzzle)
    expect([run.judge(at(10, [5, 6, 7]), 7), run.ended]).toEqual([true, true])
  })

  it('leaves what is not allowed to the table', () => {
    const run = new PuzzleRun('hat_stairs', puzzle)
    expect([run.judge(at(10, [5, 6, 7]), 99), run.miss, run.ended]).toEqual([true, null, false])
  })

  it('is not solved by being shown', () => {
    let noted = 0
    const run = new PuzzleRun(
      'hat_stairs',
      puzzle,
      false,
      () => undefined,
      5,
      () => ++noted,
    )
    run.reveal()
    expect(run.best(at(10, [5, 6, 7]))).toBe(6)
    run.judge(at(10, [5, 6, 7]), 6)
    run.judge(at(11, [1, 2]), run.best(at(11, [1, 2])) ?? -1)
    expect([run.ended, isSolved('hat_stairs', 4), noted]).toEqual([true, false, 0])
  })
})

describe('the puzzle of the day', () => {
  it('follows from the date alone', () => {
    expect(today(new Date(2026, 10, 18, 0, 5))).toBe(today(new Date(2026, 10, 18, 23, 55)))
    expect(today(new Date(2026, 10, 19)) - today(new Date(2026, 10, 18))).toBe(1)
    expect(SLUGS.map((_, k) => gameOfDay(20_000 + k)).toSorted()).toEqual(SLUGS.toSorted())
  })

  it('comes again only when all have had their day', () => {
    const days = Array.from({ length: DAYS }, (_, day) => `${gameOfDay(day)} ${numberOfDay(day, 300)}`)
    expect(new Set(days).size).toBe(DAYS)
    expect(numberOfDay(7, 450)).toBe(numberOfDay(7, 300))
    expect(Math.max(...Array.from({ length: DAYS }, (_, day) => numberOfDay(day, 40)))).toBeLessThanOrEqual(40)
  })

  it('counts days in a row', () => {
    expect([noteDay(100), noteDay(100), noteDay(101)]).toEqual([1, 1, 2])
    expect([streak(101), streak(102), streak(103)]).toEqual([2, 2, 0])
    expect(noteDay(105)).toBe(1)
  })
})

it('tells what happened before, also what one did oneself, and then waits for one', async () => {
  const one = puzzlesOf('hat_stairs').find(({ ply, shown }) => ply - shown > 2)
  if (!one) throw new Error('there is no puzzle to remember something for')
  const here = tables()
  const seats = [0, 1].map((seat) =>
    seat === one.seat ? { kind: 'me' as const, name: 'Mia' } : { kind: 'bot' as const, level: '5' as const },
  )
  const { code } = await asked<{ code: string }>(here, 'lessons', {
    game: 'hat_stairs',
    players: 2,
    seed: one.seed,
    seats,
    played: one.actions.slice(0, one.shown),
    told: one.actions.slice(one.shown),
  })
  const guest = await Guest.at(here, code)
  await guest.until(() => (guest.now?.ply ?? 0) >= one.ply)
  expect(guest.moves.map(({ ply }) => ply)).toEqual(
    Array.from({ length: one.ply - one.shown }, (_, k) => one.shown + k + 1),
  )
  expect(guest.now?.turn).toBe(one.seat)
  expect(guest.now?.legal[String(one.seat)]?.length).toBe(one.steps[0]?.length)
})
