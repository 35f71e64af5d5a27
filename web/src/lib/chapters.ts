// The rules of a game in short chapters: where each begins. Rules are numbered in this order, so a first number is enough.
import type { ShellKey } from '../generated/keys'
import type { RuleRow, RulesText } from './rulebook'

export interface Chapter {
  /** Unique on the page, and an address: `chapter-HS-07`. */
  anchor: string
  /** A key of the word list, or empty where the page has its own title. */
  key: ShellKey | ''
  title: string
  rows: readonly RuleRow[]
}

type Beginnings = readonly (readonly [string, ShellKey])[]

const BEGINNINGS: Readonly<Record<string, Beginnings>> = {
  catch_the_hat: [
    ['CH-01', 'chapter_setup'],
    ['CH-06', 'chapter_turn'],
    ['CH-15', 'chapter_catch'],
    ['CH-24', 'chapter_home'],
    ['CH-31', 'chapter_six'],
    ['CH-33', 'chapter_end'],
    ['CH-40', 'chapter_variants'],
  ],
  hat_stairs: [
    ['HS-01', 'chapter_setup'],
    ['HS-07', 'chapter_turn'],
    ['HS-14', 'chapter_larder'],
    ['HS-17', 'chapter_hat'],
    ['HS-23', 'chapter_end'],
    ['HS-24', 'chapter_further'],
  ],
  vanished_animal: [
    ['VA-01', 'chapter_setup'],
    ['VA-08', 'chapter_look'],
    ['VA-12', 'chapter_name'],
    ['VA-16', 'chapter_rounds'],
    ['VA-21', 'chapter_further'],
  ],
  great_hall: [
    ['GH-01', 'chapter_setup'],
    ['GH-06', 'chapter_cards'],
    ['GH-13', 'chapter_turn'],
    ['GH-20', 'chapter_start'],
    ['GH-30', 'chapter_walk'],
    ['GH-40', 'chapter_hall'],
    ['GH-50', 'chapter_special'],
    ['GH-60', 'chapter_end'],
    ['GH-70', 'chapter_caretaker'],
    ['GH-80', 'chapter_few'],
  ],
  magic_hexagon: [
    ['MH-01', 'chapter_setup'],
    ['MH-10', 'chapter_turn'],
    ['MH-18', 'chapter_jump'],
    ['MH-30', 'chapter_limits'],
    ['MH-40', 'chapter_areas'],
    ['MH-50', 'chapter_stones'],
    ['MH-60', 'chapter_hypnosis'],
    ['MH-70', 'chapter_end'],
  ],
}

/** The page's own parts, cut where a chapter begins; a game without beginnings keeps its parts. */
export function chaptersOf(slug: string, page: RulesText): Chapter[] {
  const begins = new Map(BEGINNINGS[slug])
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

/** “HS-07 – 13”: which rules a chapter holds. */
export function span(chapter: Chapter): string {
  const [first, last] = [chapter.rows[0]?.id ?? '', chapter.rows.at(-1)?.id ?? '']
  return first === last ? first : `${first} – ${last.slice(last.indexOf('-') + 1)}`
}

/** Only the rules that have all the words somewhere: number, question or text. */
export function having(chapters: readonly Chapter[], sought: string): Chapter[] {
  const wanted = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (row: RuleRow) => wanted.every((word) => `${row.id} ${row.ask} ${row.text}`.toLowerCase().includes(word))
  return chapters.map((chapter) => ({ ...chapter, rows: chapter.rows.filter(has) })).filter((chapter) => chapter.rows.length > 0)
}
