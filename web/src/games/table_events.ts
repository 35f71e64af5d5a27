// What the story tells of a table itself, in every game.
import type { GameEvent } from '../lib/protocol'
import type { Context, Told } from './types'

const AT_RANDOM = 'moved_at_random'

/** A bot could not choose its move itself. */
export const movedAtRandom = (seat: number): GameEvent => ({ kind: AT_RANDOM, seat })

export function tellTable({ kind, seat }: GameEvent, { shell, names }: Context): Told | null {
  if (kind !== AT_RANDOM) return null
  return { text: shell('told_at_random', { player: names[Number(seat)] ?? '' }), icon: 'i-bot', spots: [] }
}
