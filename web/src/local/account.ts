// Luck and skill in a finished game: what every move changed, added up as in src/hatbox/bots/account.py.
import type { Account, AccountStep, SeatAccount } from '../lib/protocol'
import { type Appraised, ONLY_VALUE } from '../rules/bots'
import type { Made } from './journal'
import type { Match } from './match'
import type { Positions, Thinker } from './thinking'

const TOGETHER = 8 // moves per request, so that bots hardly wait
const SEED_DIGITS = 15 // of the match's fingerprint, as in Python
const DIGITS = 1e6
const DECISION = 1 // the first row after the value: decision, hidden, further

/** The account of a finished match; `done` is called every few positions. */
export async function accountOf(
  thinker: Thinker,
  { game, options }: Made,
  match: Match,
  done: (positions: number) => void,
): Promise<Account> {
  const about = { game, options, players: match.players, seed: BigInt(`0x${match.hash.slice(0, SEED_DIGITS)}`) }
  const [start] = await thinker.appraise({ ...about, ply: 0, positions: [], actions: [] })
  const moves: Appraised[] = []
  for (let ply = 0; ply <= match.ply; ply += TOGETHER) {
    const plies = Array.from({ length: Math.min(TOGETHER, match.ply + 1 - ply) }, (_, k) => ply + k)
    const question: Positions = {
      ...about,
      ply,
      positions: plies.map((one) => match.position(one)),
      actions: plies.map((one) => match.played(one + 1)?.action ?? ONLY_VALUE),
    }
    moves.push(...(await thinker.appraise(question)))
    done(plies.length)
  }
  return addedUp(
    start?.parts[0] ?? [],
    moves,
    Array.from({ length: match.ply }, (_, ply) => match.seatAt(ply)),
  )
}

/** Adds up the chances at the start, what every move changed (including the final value), and who moved. */
export function addedUp(start: readonly number[], moves: readonly Appraised[], movers: readonly number[]): Account {
  const value = (ply: number) => moves[ply]?.parts[0] ?? []
  const setUp = start.map((chance, seat) => (value(0)[seat] ?? 0) - chance)
  const steps = movers.map((seat, ply): AccountStep => {
    const parts = moves[ply]?.parts ?? []
    const known = start.map((_, one) => parts.reduce((sum, row) => sum + (row[one] ?? 0), 0))
    const [decision = [], hidden = [], further = []] = parts.slice(DECISION)
    return {
      ply: ply + 1,
      seat,
      value: value(ply + 1),
      chance: value(ply + 1).map((after, one) => after - (known[one] ?? 0)),
      decision,
      hidden,
      further,
    }
  })
  const seats = start.map((chance, seat) =>
    seatAccount(seat, chance, setUp[seat] ?? 0, steps, value(movers.length)[seat] ?? 0),
  )
  return { seats, set_up: setUp, steps: steps.map(rounded) }
}

/** What one move changed is rounded; the sums stay exact. */
function rounded({ ply, seat, ...parts }: AccountStep): AccountStep {
  const short = (numbers: readonly number[]) => numbers.map((one) => Math.round(one * DIGITS) / DIGITS)
  return {
    ply,
    seat,
    value: short(parts.value),
    chance: short(parts.chance),
    hidden: short(parts.hidden),
    decision: short(parts.decision),
    further: short(parts.further),
  }
}

function seatAccount(
  seat: number,
  start: number,
  setUp: number,
  steps: readonly AccountStep[],
  result: number,
): SeatAccount {
  const sum = (part: 'chance' | 'hidden' | 'further' | 'decision', among = steps) =>
    among.reduce((total, step) => total + (step[part][seat] ?? 0), 0)
  const [own, others] = [steps.filter((step) => step.seat === seat), steps.filter((step) => step.seat !== seat)]
  return {
    start,
    chance: setUp + sum('chance'),
    hidden: sum('hidden'),
    others: sum('decision', others),
    further: sum('further'),
    own: sum('decision', own),
    result,
  }
}
