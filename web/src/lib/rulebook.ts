// The rules page of a game in a language, loaded when somebody reads it.

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
  return (await files[`../generated/rules/${language}/${slug}.json`]?.())?.default ?? null
}

/** Markdown of the pages, as far as rules use it: code in backticks, bold. */
export function plain(text: string): string {
  return text.replaceAll('`', '').replaceAll('**', '')
}
