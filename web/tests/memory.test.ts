import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tell as tellStairs } from '../src/games/hat_stairs/words'
import type { Context } from '../src/games/types'
import { tell as tellHats } from '../src/games/vanished_animal/words'
import { linesKept } from '../src/lib/sitting'
import { format, list } from '../src/lib/words'
import { FORGOTTEN as OF_STAIRS } from '../src/schema/hat_stairs'
import { FORGOTTEN as OF_HATS } from '../src/schema/vanished_animal'

function contextOf(slug: string): Context {
  const known = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', 'en', `${slug}.json`), 'utf8'),
  ) as Record<string, string>
  const say = (key: string, given = {}) => format(known[key] ?? `no ${key}`, given, 'en')
  return {
    say,
    shell: say,
    list: (parts) => list(parts, 'en'),
    language: 'en',
    names: ['Mia', 'Olga'],
    me: 1,
    aid: false,
    foresee: () => null,
  }
}

describe('the log of a memory game without aid', () => {
  const stairs = [
    { ply: 1, seat: 0, event: { kind: 'stone_turned', seat: 0, place: 3, value: 5 } },
    { ply: 2, seat: 0, event: { kind: 'goes_up', seat: 0, count: 5, step: 6, path: [2, 3, 4, 5, 6] } },
  ]
  const hats = [
    { ply: 1, seat: 0, event: { kind: 'looked', seat: 0, hat: 2, animal: '' } },
    { ply: 2, seat: 0, event: { kind: 'swapped', seat: 0, first: 2, second: 4 } },
    { ply: 3, seat: 1, event: { kind: 'looked', seat: 1, hat: 5, animal: 'owl' } },
  ]

  it('never says beside how far somebody walked which stone it was', () => {
    const text = (lines: typeof stairs) => lines.map((line) => tellStairs(line.event, contextOf('hat_stairs'))?.text)
    expect(text(stairs.slice(0, 1))).toEqual(['Mia turns stone 3.'])
    expect(text([...linesKept(stairs, 2, OF_STAIRS)] as typeof stairs)).toEqual([
      'Mia turns a stone.',
      'Mia goes up 5 steps, to step 6.',
    ])
  })

  it('keeps what happens at this moment and forgets the hats of the moves before', () => {
    const text = linesKept(hats, 3, OF_HATS).map((line) => tellHats(line.event, contextOf('vanished_animal'))?.text)
    expect(text).toEqual(['Mia looks into a hat.', 'Mia swaps two hats.', 'Olga looks into hat 5.'])
    const spots = linesKept(hats, 3, OF_HATS).map(
      (line) => tellHats(line.event, contextOf('vanished_animal'))?.spots.length,
    )
    expect(spots).toEqual([0, 0, 1])
  })
})
