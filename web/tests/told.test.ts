// The story beside a board says when a bot could not choose its move itself.
import { expect, test } from 'vitest'
import { tellTable } from '../src/games/table_events'
import type { Context } from '../src/games/types'
import type { MoveFrame } from '../src/lib/protocol'
import { linesOf } from '../src/lib/told.svelte'

const move = (at_random: boolean): MoveFrame => ({
  t: 'move',
  v: 3,
  ply: 2,
  seat: 1,
  text: '',
  events: [{ kind: 'walked' }],
  at_random,
  now: null,
})
const context = {
  shell: (key: string, given: object) => `${key} ${JSON.stringify(given)}`,
  names: ['Ada', 'Ben'],
} as unknown as Context

test('a move that was chosen tells what it did', () => {
  expect(linesOf(move(false)).map((line) => line.event.kind)).toEqual(['walked'])
})

test('a move at random says so first', () => {
  const [first, second] = linesOf(move(true))
  expect(second?.event.kind).toBe('walked')
  expect(first && tellTable(first.event, context)?.text).toBe('told_at_random {"player":"Ben"}')
  expect(second && tellTable(second.event, context)).toBeNull()
})
