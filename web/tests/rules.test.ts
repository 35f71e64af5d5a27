import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chaptersOf, having, span } from '../src/lib/chapters'
import { piecesOf, type RulesText } from '../src/lib/rulebook'
import { questionsOf } from '../src/lib/strips'
import { LANGUAGES } from '../src/lib/words'
// @ts-expect-error: a script of the build has no types
import { spelled } from '../scripts/spelled.mjs'

const GAMES = ['catch_the_hat', 'hat_stairs', 'vanished_animal', 'great_hall', 'magic_hexagon']

function pageOf(slug: string, language = 'en'): RulesText {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'rules', language, `${slug}.json`), 'utf8'),
  ) as RulesText
}

describe('chapters', () => {
  it.each(GAMES)('%s: every rule is in exactly one chapter, in order', (slug) => {
    const page = pageOf(slug)
    const chapters = chaptersOf(slug, page)
    const all = page.chapters.flatMap((part) => part.rows.map((row) => row.id))
    expect(chapters.flatMap((chapter) => chapter.rows.map((row) => row.id))).toEqual(all)
    expect(chapters.slice(0, -1).every((chapter) => chapter.key)).toBe(true)
    expect(new Set(chapters.map((chapter) => chapter.anchor)).size).toBe(chapters.length)
  })

  it('says which rules a chapter holds, and finds rules by all the words', () => {
    const chapters = chaptersOf('hat_stairs', pageOf('hat_stairs'))
    expect(chapters.slice(0, 2).map(span)).toEqual(['HS-01 – 06', 'HS-07 – 13'])
    expect(
      having(chapters, 'hs-19 wearer')
        .flatMap((chapter) => chapter.rows.map((row) => row.id))
        .slice(0, 2),
    ).toEqual(['HS-19', 'HS-22'])
  })
})

describe('the text of a rule', () => {
  it.each(LANGUAGES)('%s: is for people, without names of the program', (language) => {
    const rows = [...GAMES, 'connect_four'].flatMap((slug) =>
      pageOf(slug, language).chapters.flatMap((chapter) => chapter.rows),
    )
    const named = rows.flatMap((row) =>
      [...`${row.text} ${row.ask}`.replace(/`\w`/g, '').matchAll(/`[^`]*`|\w+_\w+|= (?:true|false)/g)].map(
        ([found]) => `${row.id}: ${found}`,
      ),
    )
    expect(named).toEqual([])
  })

  it('names an option by its own sentence', () => {
    const words = {
      option_stuck_redraw: 'You turn another stone.',
      option_cap: 'Over after {count, plural, one {# turn} other {# turns}}.',
    }
    expect(spelled('With `stuck` = `redraw` or `redraw`, `cap`, `v`.', words, {}, 'en')).toBe(
      'With “You turn another stone” or “You turn another stone”, “Over after … turns”, `v`.',
    )
    expect(() => spelled('`since_mix` grows', words, {}, 'en')).toThrow('since_mix')
  })

  it('has stressed words, names and references', () => {
    expect(piecesOf('*Gold* (`golden` = true): see CH-R20.')).toEqual([
      { text: 'Gold', kind: 'strong' },
      { text: ' (', kind: 'plain' },
      { text: 'golden', kind: 'code' },
      { text: ' = true): see ', kind: 'plain' },
      { text: 'CH-R20', kind: 'rule' },
      { text: '.', kind: 'plain' },
    ])
  })

  it('asks about the pictures of these rules, or about all where they have none', () => {
    const move = { row: [], way: [0, 1], allowed: true } as const
    const strips = { A: [move, { row: [] }], B: [move] }
    expect(questionsOf(strips, ['B']).map((one) => one.rule)).toEqual(['B'])
    expect(questionsOf(strips, ['C']).map((one) => one.rule)).toEqual(['A', 'B'])
  })
})
