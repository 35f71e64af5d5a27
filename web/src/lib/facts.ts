// What a move does, in the sentences of the word lists: see src/hatbox/engine/facts.py.
import type { Context } from '../games/types'
import type { ShellKey } from '../generated/keys'
import { t, words } from './language.svelte'
import type { Fact } from './protocol'
import type { Arguments } from './words'

/** One or two short sentences; facts without words in this version are left out. */
export function factsText(slug: string, facts: readonly Fact[], context: Pick<Context, 'names'>): string {
  return facts
    .map((fact) => factText(slug, fact, context))
    .filter(Boolean)
    .join(' ')
}

function factText(slug: string, { key, given }: Fact, { names }: Pick<Context, 'names'>): string {
  const { player, ...numbers } = given
  const needed: Arguments = player === undefined ? numbers : { ...numbers, player: names[player] ?? '' }
  if (words.has(slug, key)) return words.say(slug, key, needed)
  return words.has('shell', key) ? t(key as ShellKey, needed) : ''
}
