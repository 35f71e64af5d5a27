// The rules page of a game in a language, loaded on demand.
import { during } from './ready'

export interface RuleRow {
  id: string
  text: string
  ask: string
  evidence: string
}

export interface RulesText {
  /** What the game is, in a few sentences. */
  intro: string[]
  chapters: { title: string; rows: RuleRow[] }[]
}

const files = import.meta.glob<{ default: RulesText }>('../generated/rules/*/*.json')

export async function rulesOf(slug: string, language: string): Promise<RulesText | null> {
  return (await during(files[`../generated/rules/${language}/${slug}.json`]?.()))?.default ?? null
}

/** The Markdown that rules use: letters for numbers in backticks, emphasis in asterisks. */
export function plain(text: string): string {
  return text.replace(/[`*]/g, '')
}

/** A piece of a rule's text: plain words, stressed ones, a letter that stands for a number, or the number of another rule. */
export interface Piece {
  text: string
  kind: 'plain' | 'strong' | 'rule' | 'code'
}

const MARKED = /(\*+[^*]+\*+|`[^`]+`|\b[A-Z]{2}-[A-Z]?\d\d\b)/

/** The text with its emphasis and its references to other rules. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(MARKED)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('*')) return { text: plain(part), kind: 'strong' }
      if (part.startsWith('`')) return { text: plain(part), kind: 'code' }
      return { text: part, kind: MARKED.test(part) ? 'rule' : 'plain' }
    })
}
