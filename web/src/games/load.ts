// A game's doors and words, loaded together.
import { words } from '../lib/language.svelte'
import { during } from '../lib/ready'
import { plainGame } from './plain'
import { entryOf } from './registry'
import type { GameModule } from './types'

export async function loadGame(slug: string): Promise<GameModule> {
  const entry = entryOf(slug)
  const [module] = await during(Promise.all([entry?.load?.(), words.need(slug)]))
  return module?.default ?? plainGame(slug)
}

export function isDrawn(slug: string): boolean {
  return entryOf(slug)?.load !== undefined
}
