import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GAMES } from '../src/games/registry'
import { type Lesson, LessonRun, type Moment, type Step } from '../src/lib/lesson.svelte'
import type { GameEvent, View } from '../src/lib/protocol'
import { walk, type Way } from './lesson_ways'

const WAYS = Number(process.env.WAYS ?? 40)
const ENOUGH = 0.95 // of all ways tell everything that is important

const view = (over = false) => ({ seat: 0, turn: 0, players: 2, over, capped: false }) as View
const mine = (legal: number[] = [1, 2]): Moment => ({ view: view(), me: 0, legal, rolls: false })
const waiting: Moment = { ...mine(), legal: [] }
const event = (kind: string, seat: number) => ({ kind, seat }) as GameEvent

function runOf(...steps: Step[]): LessonRun {
  const lesson: Lesson = { players: 2, options: {}, seat: 0, level: '1', aid: false, seed: 1, played: [], steps }
  const run = new LessonRun(lesson)
  run.look(mine())
  return run
}

describe('one sentence at a time', () => {
  it('explains, then asks for a move; any move goes on', () => {
    const run = runOf({ say: 'goal', explains: true }, { say: 'play' }, { say: 'moved', after: ['moved'], by: 'me' })
    expect([run.current?.say, run.waits]).toEqual(['goal', true])
    run.next()
    expect([run.current?.say, run.waits]).toEqual(['play', false])
    run.moved()
    run.heard([event('moved', 0)], 0, view())
    expect(run.current?.say).toBe('moved')
    run.next()
    expect([run.current, run.ended, run.progress]).toEqual([null, true, [true, true, true]])
  })

  it('a move instead of “Next” counts as read', () => {
    const run = runOf({ say: 'goal', explains: true }, { say: 'play' })
    run.moved()
    run.heard([], 0, view())
    run.look(mine())
    expect(run.current?.say).toBe('play')
  })

  it('explains one thing between two moves', () => {
    const run = runOf({ say: 'one', explains: true }, { say: 'two', explains: true })
    run.next()
    expect([run.current, run.ended]).toEqual([null, false])
    run.moved()
    run.heard([], 0, view())
    run.look(mine())
    expect(run.current?.say).toBe('two')
  })

  it('says nothing twice, and only what fits', () => {
    const run = runOf(
      { say: 'theirs', after: ['moved'], by: 'others' },
      { say: 'later', when: ({ legal }) => legal.includes(9) },
    )
    run.heard([event('moved', 0)], 0, view())
    expect(run.current).toBeNull()
    run.heard([event('moved', 1), event('moved', 1)], 1, view())
    expect(run.current?.say).toBe('theirs')
    run.next()
    run.heard([event('moved', 1)], 1, view())
    expect(run.current).toBeNull()
    run.look(mine([9]))
    expect(run.current?.say).toBe('later')
    run.look(waiting)
    expect([run.current, run.ended]).toEqual([null, true])
  })

  it('ends when the game is over, whatever was not said', () => {
    const run = runOf({ say: 'play' }, { say: 'never', after: ['never'] })
    run.moved()
    run.heard([], 0, view(true))
    expect(run.ended).toBe(true)
  })

  it('others wait until an explanation was read, and not a moment longer', () => {
    const run = runOf({ say: 'goal', explains: true }, { say: 'two', after: ['moved'] })
    let went = 0
    run.hold.hold?.(() => went++)
    expect(went).toBe(0)
    run.next()
    expect(went).toBe(1)
    run.hold.hold?.(() => went++)
    expect(went).toBe(2)
  })
})

/** Part of the ways on which everything important was said. */
const share = (ways: readonly Way[]): number => ways.filter((way) => !way.missed.length).length / ways.length

/** What docs/web.md quotes: `FIGURES=1 WAYS=200 npx vitest run tests/lessons.test.ts`. */
function figures(ways: readonly Way[]): Record<string, unknown> {
  const middle = (numbers: number[]) =>
    [0.05, 0.5, 0.95].map((part) => numbers.sort((one, other) => one - other)[Math.floor(part * (numbers.length - 1))])
  const said: Record<string, number> = {}
  for (const key of ways.flatMap((way) => way.said)) said[key] = (said[key] ?? 0) + 1
  return {
    all: share(ways),
    mine: middle(ways.map((way) => way.mine)),
    others: middle(ways.map((way) => way.others)),
    sentences: middle(ways.map((way) => way.said.length)),
    said,
  }
}

describe.each(GAMES.map(({ slug }) => slug))('the first game of %s', (slug) => {
  const load = async () => {
    const lesson = (await GAMES.find((game) => game.slug === slug)?.lesson?.())?.default
    if (!lesson) throw new Error(`${slug} has no lesson`)
    return lesson
  }

  it('has its sentences among the words, each once', async () => {
    const words = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', 'en', `${slug}.json`), 'utf8'),
    ) as Record<string, string>
    const said = (await load()).steps.map((step) => step.say)
    expect(said.filter((key) => !words[key])).toEqual([])
    expect(new Set(said).size).toBe(said.length)
    expect(
      Object.keys(words)
        .filter((key) => key.startsWith('lesson_'))
        .sort(),
    ).toEqual([...said].sort())
  })

  it(`tells everything in ${100 * ENOUGH} % of ways, whatever the first move and those after it`, async () => {
    const lesson = await load()
    const ways: Way[] = []
    for (let number = 0; number < WAYS; number++) ways.push(await walk(slug, lesson, number))
    if (process.env.FIGURES) console.log(slug, figures(ways))
    expect([ways.flatMap((way) => way.missed), share(ways)]).toEqual([
      expect.anything(),
      expect.toSatisfy((part: number) => part >= ENOUGH),
    ])
  }, 120_000)
})
