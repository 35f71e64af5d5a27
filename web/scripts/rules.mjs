// The rules pages as data: chapters with numbered rules, for the rules reader.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, ROOT, write } from './files.mjs'

const CHAPTERS = ['The rules', 'Rulings']

export function makeRules() {
  const folder = join(ROOT, 'docs', 'rules')
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.md')) continue
    write(join(GENERATED, 'rules', file.replace('.md', '.json')), JSON.stringify(read(readFileSync(join(folder, file), 'utf8'))))
  }
}

/** Intro, facts and the tables whose first column is a rule's number; sub-headings become chapters. */
function read(page) {
  const lines = page.split('\n')
  const intro = lines.slice(1, lines.findIndex((line) => line.startsWith('## '))).join('\n').trim()
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
    if (heading) section = heading[1] === '##' ? heading[2] : section === '' ? '' : `${section.split(' · ')[0]} · ${heading[2]}`
    const row = /^\| ([A-Z]{2}-R?\d\d) \| (.+) \| (.+?) \|$/.exec(line)
    if (!row || !CHAPTERS.includes(section.split(' · ')[0])) continue
    if (found.at(-1)?.title !== section) found.push({ title: section, rows: [] })
    const ruling = section.startsWith('Rulings')
    found.at(-1).rows.push({ id: row[1], text: ruling ? row[3] : row[2], ask: ruling ? row[2] : '', evidence: ruling ? 'ruling' : row[3] })
  }
  return found
}
