// The words and names that a game needs, for one table.
import type { Context } from '../games/types'
import type { ShellKey } from '../generated/keys'
import { blind } from '../rules/foresight'
import { hasAid } from './help'
import { t, words } from './language.svelte'
import type { Sitting } from './sitting'
import type { Arguments } from './words'

export function contextOf(store: Sitting): Context {
  const slug = store.table?.game ?? ''
  return {
    say: (key, given) => words.say(slug, key, given),
    shell: (key, given) => t(key as ShellKey, given),
    list: (parts) => words.list(parts),
    language: words.language,
    names: store.names,
    me: store.viewer,
    aid: hasAid(store.table, store.viewer),
    unrolled: store.roll?.isDue ?? false,
    options: store.table?.options ?? {},
    foresee: store.foresee ?? blind,
  }
}

/** Why a move was refused, in the player's language if the word list has it. */
export function refusalText(
  slug: string,
  refused: { code: string; rule: string; reason: string; sentence: string },
  turn: string,
  given: Arguments = {},
): string {
  for (const ending of [refused.rule.toLowerCase().replaceAll('-', '_'), 'house_rule']) {
    const key = `refuse_${refused.reason}_${ending}`
    if (words.has(slug, key)) return words.say(slug, key, given)
  }
  if (refused.code === 'not_your_turn') return t('refuse_not_your_turn', { player: turn })
  if (refused.code === 'stale') return t('refuse_stale')
  if (refused.code === 'over') return t('refuse_over')
  if (refused.code === 'too_fast') return t('refuse_too_fast')
  if (refused.code === 'illegal' || refused.code === 'local')
    return refused.sentence && (refused.code === 'local' || words.language === 'en')
      ? refused.sentence
      : t('refuse_illegal')
  return t('trouble')
}
