// The rules of a game in short chapters.
import { entryOf } from '../games/registry'
import type { ShellKey } from '../generated/keys'
import type { RuleRow, RulesText } from './rulebook'

export interface Chapter {
  /** Unique on the page, and used as an anchor: `chapter-HS-07`. */
  anchor: string
  /** A key of the word list, or empty if the page has its own title. */
  key: ShellKey | ''
  title: string
  rows: readonly RuleRow[]
}

/** The page's own parts, split where a chapter begins; a game without chapter starts keeps its parts. */
export function chaptersOf(slug: string, page: RulesText): Chapter[] {
  const begins = new Map(entryOf(slug)?.chapters)
  return page.chapters.flatMap((part) => {
    const found: { key: ShellKey | ''; rows: RuleRow[] }[] = []
    for (const row of part.rows) {
      const key = begins.get(row.id)
      if (key || !found.length) found.push({ key: key ?? '', rows: [] })
      found.at(-1)?.rows.push(row)
    }
    return found.map(({ key, rows }) => ({ anchor: `chapter-${rows[0]?.id}`, key, title: part.title, rows }))
  })
}

/** “HS-07 – 13”: the rules of a chapter. */
export function span(chapter: Chapter): string {
  const [first, last] = [chapter.rows[0]?.id ?? '', chapter.rows.at(-1)?.id ?? '']
  return first === last ? first : `${first} – ${last.slice(last.indexOf('-') + 1)}`
}

/** Only the rules that contain all the words: in number, question or text. */
export function having(chapters: readonly Chapter[], sought: string): Chapter[] {
  const wanted = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (row: RuleRow) => wanted.every((word) => `${row.id} ${row.ask} ${row.text}`.toLowerCase().includes(word))
  return chapters
    .map((chapter) => ({ ...chapter, rows: chapter.rows.filter(has) }))
    .filter((chapter) => chapter.rows.length > 0)
}
