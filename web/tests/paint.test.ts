// A press is painted before anything that follows from it, and everything keeps its order.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint, Press } from '../src/lib/paint'

let frames: (() => void)[] = []

beforeEach(() => {
  frames = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what follows from a press waits for the paint and keeps its order', () => {
  const press = new Press()
  const done: string[] = []
  press.then(() => done.push('before'))
  press.begin()
  press.then(() => done.push('sent'))
  press.then(() => done.push('answered'))
  expect(done).toEqual(['before'])
  expect(press.unseen).toBe(true)
  for (const frame of frames) frame()
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['before', 'sent', 'answered'])
  expect(press.unseen).toBe(false)
})

test('a page that nobody sees paints nothing, but goes on', () => {
  const work = vi.fn()
  afterPaint(work)
  vi.advanceTimersByTime(200)
  for (const frame of frames) frame()
  vi.advanceTimersByTime(200)
  expect(work).toHaveBeenCalledTimes(1)
})
