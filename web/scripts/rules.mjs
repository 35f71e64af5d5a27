// The rules pages as data: chapters with numbered rules, for the rules reader.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, ROOT, write } from './files.mjs'
import { spelled } from './spelled.mjs'
import { LANGUAGES, wordLists } from './words.mjs'

const CHAPTERS = ['The rules', 'Rulings']

export function makeRules() {
  const folder = join(ROOT, 'docs', 'rules')
  const lists = wordLists()
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.md')) continue
    const slug = file.replace('.md', '')
    const english = read(readFileSync(join(folder, file), 'utf8'))
    for (const language of LANGUAGES) {
      const page = language === 'en' ? english : translated(english, language, slug)
      const [words, shell] = [lists[slug] ?? {}, lists.shell].map((list) =>
        Object.fromEntries(Object.entries(list).map(([key, by]) => [key, by[language]])),
      )
      const inWords = (text) => spelled(text, words, shell, language)
      write(join(GENERATED, 'rules', language, `${slug}.json`), JSON.stringify(withTexts(page, inWords)))
    }
  }
}

/** The page with every text transformed. */
function withTexts(page, change) {
  const rowOf = (row) => ({ ...row, text: change(row.text), ask: change(row.ask) })
  return {
    ...page,
    intro: page.intro.map(change),
    chapters: page.chapters.map((chapter) => ({ ...chapter, rows: chapter.rows.map(rowOf) })),
  }
}

/** The page in another language; it must have every rule, and none that English lacks. */
function translated(english, language, slug) {
  const texts = JSON.parse(
    readFileSync(join(ROOT, 'src', 'hatbox', 'words', 'rules', language, `${slug}.json`), 'utf8'),
  )
  const wanted = english.chapters.flatMap((chapter) => chapter.rows.map((row) => row.id))
  const odd = wanted
    .filter((id) => !texts.rules[id])
    .concat(Object.keys(texts.rules).filter((id) => !wanted.includes(id)))
  if (odd.length) throw new Error(`${slug} in ${language}: rules and texts differ at ${odd.join(', ')}`)
  const rowOf = (row) => ({ ...row, text: texts.rules[row.id], ask: row.ask && texts.asks[row.id] })
  const chapters = english.chapters.map((chapter) => ({
    title: texts.chapters[chapter.title],
    rows: chapter.rows.map(rowOf),
  }))
  return { ...english, intro: texts.intro, chapters }
}

/** Introduction, facts and the tables whose first column is a rule number; subheadings become chapters. */
function read(page) {
  const lines = page.split('\n')
  const intro = lines
    .slice(
      1,
      lines.findIndex((line) => line.startsWith('## ')),
    )
    .join('\n')
    .trim()
  const facts = /from age (\d+); a game takes about (\d+)/.exec(intro)
  const number = /rulebook no\. ([\d ]+\d)/.exec(page)
  return {
    intro: intro.split('\n\n').filter((part) => !part.startsWith('Implements')),
    age: facts ? Number(facts[1]) : null,
    minutes: facts ? Number(facts[2]) : null,
    number: number ? number[1] : null,
    chapters: chapters(lines),
  }
}

function chapters(lines) {
  const found = []
  let section = ''
  for (const line of lines) {
    const heading = /^(##+) (.+)$/.exec(line)
    if (heading)
      section = heading[1] === '##' ? heading[2] : section === '' ? '' : `${section.split(' · ')[0]} · ${heading[2]}`
    const row = /^\| ([A-Z]{2}-[A-Z]?\d\d) \| (.+) \| (.+?) \|$/.exec(line)
    if (!CHAPTERS.includes(section.split(' · ')[0])) continue
    if (!row && /^\| [A-Z]{2}-/.test(line))
      throw new Error(`a rule that the reader would not show: ${line.slice(0, 60)}`)
    if (!row) continue
    if (found.at(-1)?.title !== section) found.push({ title: section, rows: [] })
    const ruling = section.startsWith('Rulings')
    found
      .at(-1)
      .rows.push({
        id: row[1],
        text: ruling ? row[3] : row[2],
        ask: ruling ? row[2] : '',
        evidence: ruling ? 'ruling' : row[3],
      })
  }
  return found
}
