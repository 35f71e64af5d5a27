import { describe, expect, it } from 'vitest'
import type { GameInfo, GameOption } from '../src/lib/protocol'
import { differing, fromLink, linkTo, tried } from '../src/lib/rule_sets'

const option = (name: string, more: Partial<GameOption>): GameOption =>
  ({ name, default: 12, rule: 'HS-01', house_rule: false, count: 1, seat: false, ...more }) as GameOption
const INFO = {
  slug: 'hat_stairs',
  players: [2, 3, 4],
  options: [
    option('steps', { from: 8, to: 20 }),
    option('stuck', { default: 'pass', values: ['pass', 'redraw'] }),
    option('no_repeat', { default: false, values: [false, true] }),
    option('starter', { default: 0, from: 0, to: 3, seat: true }),
  ],
} as unknown as GameInfo

const read = (address: string) => fromLink(INFO, new URLSearchParams(address))

describe('rules in a link', () => {
  it('come back as they were', () => {
    const rules = { name: 'At Grandma’s & ?=#', players: 3, options: { steps: 10, stuck: 'redraw', no_repeat: true } }
    expect(read(linkTo(INFO, rules).split('?')[1] ?? '')).toEqual(rules)
  })

  it.each([
    'players=5',
    'steps=10',
    'players=2&steps=7',
    'players=2&steps=10.5',
    'players=2&stuck=dance',
    'players=2&other=1',
    `players=2&rules=${'x'.repeat(49)}`,
    'players=two',
  ])('are refused as a whole: %s', (address) => {
    expect(read(address)).toBeNull()
  })
})

it('only what differs is kept', () => {
  expect(differing(INFO, { steps: 12, stuck: 'redraw' })).toEqual({ stuck: 'redraw' })
})

it('nobody claims to have measured anything without figures', () => {
  expect(tried(null, INFO, { players: 2, options: { steps: 10, starter: 1 } })).toEqual({ count: 0, total: 1 })
})
