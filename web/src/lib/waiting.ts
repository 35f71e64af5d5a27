// Which of my games are waiting for me.
import type { Listed } from './protocol'

/** Games over days in which it is my turn, the one that has waited longest first. */
export const waitingOf = (games: readonly Listed[]): Listed[] =>
  games.filter((game) => game.waits).sort((one, other) => one.since - other.since)
