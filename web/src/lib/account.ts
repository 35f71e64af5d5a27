// Luck and skill of a finished game, in wins per 100 games.
import type { Account, ReviewPly, SeatAccount } from './protocol'
import { during } from './ready'

export type Part = 'chance' | 'hidden' | 'others' | 'further'
export const PARTS: readonly Part[] = ['chance', 'hidden', 'others', 'further']
const JUMP = 0.05 // of a win: how much luck must change to be marked
const ENOUGH = 200 // winners needed to compute deciles

/** Everything that was not the seat's own decision. */
export const luckOf = (seat: SeatAccount): number => PARTS.reduce((sum, part) => sum + seat[part], 0)

export const hundredths = (part: number): number => Math.round(100 * part)

/** A number with its sign, as it is printed. */
export const signed = (count: number): string => (count > 0 ? `+${count}` : count < 0 ? `−${-count}` : '0')

/** The decisions after which luck changed this seat's chances most, as indices, in the order of the game. */
export function luckyJumps(account: Account | null, plies: readonly ReviewPly[], seat: number, count = 5): number[] {
  const jumps = plies.map((one, k) => {
    const next = plies[k + 1]?.ply ?? Infinity
    const between = account?.steps.filter(({ ply }) => ply >= one.ply && ply < next) ?? []
    return Math.abs(between.reduce((sum, step) => sum + (step.chance[seat] ?? 0) + (step.hidden[seat] ?? 0), 0))
  })
  const order = jumps.map((_, k) => k).sort((a, b) => (jumps[b] ?? 0) - (jumps[a] ?? 0))
  return order
    .filter((k) => (jumps[k] ?? 0) > JUMP)
    .slice(0, count)
    .sort((a, b) => a - b)
}

/** The luck of winners by number of players: how many were measured, and the limits between their deciles. */
export type WinnersLuck = Readonly<Record<string, { winners: number; tenths: readonly number[] }>>

const files = import.meta.glob<{ default: WinnersLuck }>('../generated/luck/*.json')

/** What is known about winners of a game, or null. */
export async function winnersLuck(slug: string): Promise<WinnersLuck> {
  return (await during(files[`../generated/luck/${slug}.json`]?.()))?.default ?? {}
}

/** How many winners in ten had less luck than this one; null: too few were measured. */
export function luckierThan(known: WinnersLuck, players: number, seat: SeatAccount): number | null {
  const found = known[players]
  return found && found.winners >= ENOUGH ? found.tenths.filter((limit) => luckOf(seat) > limit).length : null
}
