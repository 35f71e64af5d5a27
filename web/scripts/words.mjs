// The word lists, split by language and topic so that the browser loads only what it shows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, ROOT, write } from './files.mjs'

/** All topics, one file each. */
export function wordLists() {
  const folder = join(ROOT, 'src', 'hatbox', 'words')
  const lists = {}
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.json')) lists[file.slice(0, -5)] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  }
  return lists
}

/** The languages of the shell's first message; every other message must have them too. */
export const LANGUAGES = Object.keys(Object.values(wordLists().shell)[0])

export function makeWords() {
  const lists = wordLists()
  const types = []
  for (const [topic, list] of Object.entries(lists)) {
    for (const language of LANGUAGES) {
      const missing = Object.keys(list).filter((key) => !list[key][language])
      if (missing.length) throw new Error(`${topic}: no ${language} for ${missing.join(', ')}`)
      const messages = Object.fromEntries(Object.entries(list).map(([key, by]) => [key, by[language]]))
      write(join(GENERATED, 'words', language, `${topic}.json`), JSON.stringify(messages))
    }
    types.push(
      `export type ${typeName(topic)} =\n${Object.keys(list)
        .map((key) => `  | '${key}'`)
        .join('\n')}\n`,
    )
  }
  write(join(GENERATED, 'keys.ts'), `// Made by scripts/words.mjs.\n${types.join('\n')}`)
}

function typeName(topic) {
  return (
    topic
      .split('_')
      .map((part) => part[0].toUpperCase() + part.slice(1))
      .join('') + 'Key'
  )
}
