// A game's module and words, loaded together.
import { words } from '../lib/language.svelte'
import { during } from '../lib/ready'
import { plainGame } from './plain'
import { entryOf } from './registry'
import type { GameModule } from './types'
import { tellTable } from './table_events'

export async function loadGame(slug: string): Promise<GameModule> {
  const entry = entryOf(slug)
  const [module] = await during(Promise.all([entry?.load?.(), words.need(slug)]))
  const game = module?.default ?? plainGame(slug)
  return { ...game, tell: (event, context) => tellTable(event, context) ?? game.tell(event, context) }
}

export function isDrawn(slug: string): boolean {
  return entryOf(slug)?.load !== undefined
}
