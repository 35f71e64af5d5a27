import { describe, expect, it } from 'vitest'
import { clean, skeleton, toldApart } from '../src/local/names'
import { LONGEST } from '../src/schema/names'
import examples from './names.json' // tests/table/test_names.py reads them, too
import { asked, tables } from './local'

const { refused, kept, alike, different, numbered } = examples as unknown as {
  refused: Record<string, [string, string]>
  kept: [string, string][]
  alike: [string, string][]
  different: [string, string][]
  numbered: [string, string[], string][]
}

describe('names at a table in the page', () => {
  it.each(Object.entries(refused))('refuse %s', (_, [name, code]) => {
    expect(() => clean(name)).toThrow(expect.objectContaining({ code }))
  })

  it.each(kept)('stay as they are: %s', (name, found) => {
    expect(clean(name)).toBe(found)
    expect(toldApart(found, [])).toBe(found)
  })

  it.each(alike)('look alike: %s and %s', (one, other) => {
    expect(skeleton(one)).toBe(skeleton(other))
    expect(toldApart(other, [one])).toBe(`${other} 2`)
  })

  it.each(different)('look different: %s and %s', (one, other) => expect(toldApart(other, [one])).toBe(other))

  it.each(numbered)('get a number that is free and fits: %s beside %s', (name, others, found) => {
    expect(toldApart(name, others)).toBe(found)
    expect([...found].length).toBeLessThanOrEqual(LONGEST)
  })

  it('are told apart at the table, also from bots', async () => {
    const here = tables()
    const mia = { kind: 'me', name: 'Mia' }
    const { code } = await asked<{ code: string }>(here, 'tables', {
      game: 'magic_hexagon',
      players: 4,
      options: {},
      aid: false,
      seats: [mia, mia],
      start: false,
    })
    const names = async () =>
      (await asked<{ seats: { name: string }[] }>(here, `tables/${code}`)).seats.map((seat) => seat.name)
    expect(await names()).toEqual(['Mia', 'Mia 2', '', ''])
    await asked(here, `tables/${code}/sit`, { seat: 2, name: '\u041c\u0406\u0410' }) // Cyrillic
    await asked(here, `tables/${code}/sit`, { seat: 1, name: 'dan' })
    await asked(here, `tables/${code}/fill`, { level: '1' })
    expect(await names()).toEqual(['Mia', 'dan', '\u041c\u0406\u0410 3', 'Eva'])
    expect((await here.answer(`tables/${code}/sit`, { seat: 0, name: '\u3164' })).text).toContain('bad_name')
  })
})
