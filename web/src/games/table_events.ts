// What the log says about the table itself, in every game.
import type { GameEvent } from '../lib/protocol'
import type { Context, Told } from './types'

const AT_RANDOM = 'moved_at_random'
const PAUSED = 'game_paused'
const WENT_ON = 'game_went_on'

/** A bot could not choose its move itself. */
export const movedAtRandom = (seat: number): GameEvent => ({ kind: AT_RANDOM, seat })

/** A pause started, or is over. */
export const pauseChanged = (paused: boolean): GameEvent => ({ kind: paused ? PAUSED : WENT_ON })

export function tellTable({ kind, seat }: GameEvent, { shell, names }: Context): Told | null {
  if (kind === PAUSED || kind === WENT_ON)
    return { text: shell(kind === PAUSED ? 'told_pause' : 'told_pause_over'), icon: 'i-hand', spots: [] }
  if (kind !== AT_RANDOM) return null
  return { text: shell('told_at_random', { player: names[Number(seat)] ?? '' }), icon: 'i-bot', spots: [] }
}
