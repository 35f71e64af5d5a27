// One way through a guided first game, played by the real rules: a learner who moves at random, and gentle bots.
import { LessonRun, type Lesson } from '../src/lib/lesson.svelte'
import type { MoveFrame, SeatWish } from '../src/lib/protocol'
import type { Level } from '../src/schema/table'
import { asked, Guest, searching, tables } from './local'
import { MemoryStore } from '../src/local/store'

export interface Way {
  /** Keys of important sentences that were never said. */
  missed: string[]
  said: string[]
  /** Decisions of the learner, and moves of others. */
  mine: number
  others: number
  ended: boolean
  over: boolean
}

const MOST = 60 // decisions of a learner who has given up long before
const AMPLE = 60_000 // milliseconds: gentle bots have thought enough long before, so the clock decides nothing
const thinker = searching()

/** Plays a lesson to its end; `number` gives the first move and the dice for all others. */
export async function walk(game: string, lesson: Lesson, number: number, most = MOST): Promise<Way> {
  const here = tables(new MemoryStore(), thinker, { seed: number, pause: 0, budget: AMPLE })
  const seats = Array.from({ length: lesson.players }, (_, seat): SeatWish =>
    seat === lesson.seat ? { kind: 'me' } : { kind: 'bot', level: lesson.level as Level },
  )
  const { players, options, aid, seed, played } = lesson
  const { code } = await asked<{ code: string }>(here, 'lessons', { game, players, options, aid, seed, played, seats })
  const run = new LessonRun(lesson)
  const said: string[] = []
  const way = { mine: 0, others: 0 }
  const read = () => {
    for (let k = 0; run.current && k < 99; k++) {
      if (said.at(-1) !== run.current.say) said.push(run.current.say)
      if (!run.waits) return
      run.next()
    }
  }
  const guest = await Guest.at(here, code)
  let heard = 0
  let dice = number + 1
  for (;;) {
    await guest.until(() => guest.now?.over === true || guest.legal.length > 0)
    for (const frame of guest.moves.slice(heard)) {
      heard++
      follow(run, lesson, frame, way)
      read()
    }
    const { now } = guest
    const view = now?.views[String(lesson.seat)]
    if (!now || !view) throw new Error('no position')
    run.look({ view, me: lesson.seat, legal: guest.legal, rolls: false })
    read()
    if (run.ended || now.over || way.mine >= most) break
    const { legal, v } = guest
    dice = (dice * 48271) % 2147483647
    guest.act(legal[way.mine === 0 ? number % legal.length : dice % legal.length] ?? -1)
    await guest.until(() => guest.v > v)
  }
  guest.leave()
  return {
    ...way,
    said,
    missed: lesson.steps.filter((step) => !step.extra && !said.includes(step.say)).map((step) => step.say),
    ended: run.ended,
    over: guest.now?.over ?? false,
  }
}

function follow(run: LessonRun, lesson: Lesson, frame: MoveFrame, way: { mine: number; others: number }): void {
  const isMine = frame.seat === lesson.seat
  way[isMine ? 'mine' : 'others']++
  if (isMine) run.moved()
  const view = frame.now?.views[String(lesson.seat)]
  if (view) run.heard(frame.events, frame.seat, view)
}
