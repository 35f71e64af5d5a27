// The score between two people, in one sentence.
import { t } from './language.svelte'

export function standing(player: string, mine: number, theirs: number): string {
  const [more, less] = mine > theirs ? [mine, theirs] : [theirs, mine]
  return t(mine === theirs ? 'rival_level' : mine > theirs ? 'rival_me' : 'rival_leads', { player, more, less })
}
