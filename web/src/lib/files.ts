// Files that the running app loads itself: word lists and the sheet of drawings. A saved replay contains them.
import sheet from '../generated/pieces.svg?url'
import { putArt } from './art'
import type { Loader } from './language.svelte'
import { during } from './ready'
import type { Messages } from './words'

const lists = import.meta.glob<{ default: Messages }>('../generated/words/*/*.json')

export const loadWords: Loader = async (language, topic) => {
  const file = lists[`../generated/words/${language}/${topic}.json`]
  return file ? (await during(file())).default : { title: titleOf(topic) }
}

/** The name of a game from another package, which has no word list here: `hat_row` → `Hat Row`. */
export const titleOf = (slug: string): string =>
  slug.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())

export async function loadArt(): Promise<void> {
  const answer = await fetch(sheet)
  putArt(await answer.text())
}
