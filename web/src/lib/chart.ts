// A curve of chances, and the turning points of a game.
import type { ReviewPly } from './protocol'

/** Points of a seat's curve in a box of 100 by 100, from the first decision to the last. */
export function curve(plies: readonly ReviewPly[], seat: number): [number, number][] {
  const last = Math.max(1, plies.length - 1)
  return plies.map((ply, k) => [(100 * k) / last, 100 - 100 * (ply.chances[seat] ?? 0)])
}

/** The decisions that changed this seat's chances most, in the order of the game. */
export function turningPoints(plies: readonly ReviewPly[], seat: number, count = 3): ReviewPly[] {
  const swing = (k: number) => Math.abs((plies[k + 1]?.chances[seat] ?? 0) - (plies[k]?.chances[seat] ?? 0))
  const order = plies.map((_, k) => k).slice(0, -1)
  const found = order.sort((a, b) => swing(b) - swing(a)).filter((k) => swing(k) > 0.01)
  return found
    .slice(0, count)
    .sort((a, b) => a - b)
    .flatMap((k) => plies[k] ?? [])
}

/** The seat's own decisions that mattered most: where another move was worth more, then where its chances changed most. */
export function ownDecisions(plies: readonly ReviewPly[], seat: number, count = 3): ReviewPly[] {
  const swing = (k: number) =>
    Math.abs((plies[k + 1]?.chances[seat] ?? plies[k]?.chances[seat] ?? 0) - (plies[k]?.chances[seat] ?? 0))
  const own = plies.flatMap((ply, k) =>
    ply.seat === seat ? [{ ply, lost: ply.lost > ply.margin ? ply.lost : 0, swing: swing(k) }] : [],
  )
  const told = own.filter(({ lost, swing }) => Math.max(lost, swing) > 0.01)
  return told
    .sort((a, b) => b.lost - a.lost || b.swing - a.swing)
    .slice(0, count)
    .map(({ ply }) => ply)
}

/** What was played and what would have been better, in wins per 100 games. */
export function alternatives(ply: ReviewPly): { played: number; best: number } {
  const best = Math.round(100 * (ply.chances[ply.seat] ?? 0))
  return { played: Math.max(0, Math.round(best - 100 * ply.lost)), best }
}
