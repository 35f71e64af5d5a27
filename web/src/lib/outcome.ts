// Who won, in one sentence.
import { t, words } from './language.svelte'

/** For the panel at the end and the big screen; `mine` are the seats of this device. */
export function outcome(winners: readonly number[], names: readonly string[], mine: readonly number[] = []): string {
  if (winners.length === 0 || winners.length === names.length) return t('draw')
  const [first = '', second = '', ...more] = winners.map((seat) => names[seat] ?? '')
  if (more.length) return t('win_shared', { players: words.list([first, second, ...more]) })
  if (winners.length === 2) return t('win_team', { first, second })
  return mine.length === 1 && winners[0] === mine[0] ? t('win_you') : t('win_player', { player: first })
}
