import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { capital, chooseLanguage, dayOf, format, LANGUAGES, list, locale } from '../src/lib/words'

const GENERATED = join(import.meta.dirname, '..', 'src', 'generated', 'words')

function messages(language: string, topic: string): Record<string, string> {
  return JSON.parse(readFileSync(join(GENERATED, language, `${topic}.json`), 'utf8')) as Record<string, string>
}

describe('days', () => {
  it('are told as people say them, by the calendar and not by hours', () => {
    const now = new Date(2026, 10, 18, 0, 30).getTime()
    expect(dayOf(now, now, 'en')).toBe('today')
    expect(dayOf(now - 3_600_000, now, 'en')).toBe('yesterday')
    expect(dayOf(now - 3_600_000, now, 'de')).toBe('gestern')
    expect(dayOf(now - 3 * 86_400_000, now, 'en')).toBe('3 days ago')
    expect(dayOf(now + 5_000, now, 'en')).toBe('today')
  })
})

describe('plural forms', () => {
  it.each(LANGUAGES)('%s: one differs from many, and numbers are put in', (language) => {
    const message = messages(language, 'shell').about_minutes ?? ''
    const [one, two, five] = [1, 2, 5].map((count) => format(message, { count }, language))
    expect(one).toContain('1')
    expect(two).toContain('2')
    expect(one?.replace('1', '')).not.toBe(five?.replace('5', ''))
    expect(one + (two ?? '') + (five ?? '')).not.toMatch(/[{}#]/)
  })

  it('says the stairs in English and German', () => {
    const say = (language: 'en' | 'de', count: number) =>
      format(messages(language, 'hat_stairs').option_steps ?? '', { count }, language)
    expect([say('en', 1), say('en', 12)]).toEqual(['The stairs have 1 step.', 'The stairs have 12 steps.'])
    expect([say('de', 1), say('de', 12)]).toEqual(['Die Treppe hat 1 Stufe.', 'Die Treppe hat 12 Stufen.'])
  })

  it('Russian has three forms', () => {
    const message = '{count, plural, one {# шаг} few {# шага} many {# шагов} other {# шага}}'
    expect([1, 2, 5, 11, 21, 22, 25].map((count) => format(message, { count }, 'ru'))).toEqual([
      '1 шаг',
      '2 шага',
      '5 шагов',
      '11 шагов',
      '21 шаг',
      '22 шага',
      '25 шагов',
    ])
  })

  it('French counts nothing as one, Portuguese is European', () => {
    const message = '{count, plural, one {# a} other {# b}}'
    expect(format(message, { count: 0 }, 'fr')).toBe('0 a')
    expect(locale('pt')).toBe('pt-PT')
    expect(format(message, { count: 0 }, 'pt')).toBe('0 b')
  })
})

describe('messages', () => {
  it('formats numbers for the locale and keeps unknown arguments visible', () => {
    expect(format('{n}', { n: 1234567 }, 'de')).toBe('1.234.567')
    expect(format('{missing}', {}, 'en')).toBe('{missing}')
  })

  it('lists and capitals follow the language', () => {
    expect(list(['Mia', 'Olga', 'Jonas'], 'de')).toBe('Mia, Olga und Jonas')
    expect(capital('élan', 'fr')).toBe('Élan')
  })

  it('chooses the first language we speak', () => {
    expect(chooseLanguage(['ja', 'pt-BR', 'en'])).toBe('pt')
    expect(chooseLanguage(['nb-NO'])).toBe('da')
    expect(chooseLanguage(['ja'])).toBe('en')
  })
})

describe('word lists', () => {
  const topics = readdirSync(join(GENERATED, 'en'))
  it.each(LANGUAGES)('%s has every key of English, with the same arguments', (language) => {
    for (const file of topics) {
      const topic = file.replace('.json', '')
      const english = messages('en', topic)
      const other = messages(language, topic)
      expect(Object.keys(other)).toEqual(Object.keys(english))
      for (const [key, message] of Object.entries(english))
        expect([key, argumentsOf(other[key] ?? '')]).toEqual([key, argumentsOf(message)])
    }
  })

  it('no source uses a key of the shell that does not exist', () => {
    const known = messages('en', 'shell')
    for (const file of sources(join(import.meta.dirname, '..', 'src'))) {
      for (const found of readFileSync(file, 'utf8').matchAll(/\bt\('(\w+)'/g))
        expect([file, found[1], known[found[1] ?? ''] !== undefined]).toEqual([file, found[1], true])
    }
  })
})

function argumentsOf(message: string): string[] {
  const flat = message.replace(/\{(\w+), plural, (?:\w+ \{[^{}]*\}\s*)+\}/g, '{$1}')
  return [...new Set([...flat.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''))].sort()
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'generated') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(entry.name) ? [path] : []
  })
}
