// Finished games in the page: replays from every point of view, forks, and reviews that are computed bit by bit.
import type { Account, Replay, ReplayFrame, Review, ReviewPly, ReviewProgress } from '../lib/protocol'
import { accountOf } from './account'
import { type Made, OPEN } from './journal'
import { type Match, SPECTATOR } from './match'
import { conflict, Refused } from './problems'
import type { TableState } from './state'
import { questionOf, STRONGEST, type Thinker, TIMES, type Trial } from './thinking'
import { moveFrame, tableFor } from './views'

function over(state: TableState): Match {
  if (!state.match?.over) throw conflict('The game is not over yet.', 'not_over')
  return state.match
}

/** All plies from one point of view, the start first; `all` shows every event on the board as a spectator sees it. */
export function replay(state: TableState, eyes: string): Replay {
  const match = over(state)
  const { players, aid } = state.made
  const seat = eyes === 'all' ? SPECTATOR : Number(eyes)
  if (!Number.isInteger(seat) || seat < SPECTATOR || seat >= players)
    throw new Refused(`\`seat\` is a number from -1 to ${players - 1}, or all.`, 'no_seat')
  const frames = Array.from({ length: match.ply + 1 }, (_, ply): ReplayFrame => {
    const played = match.played(ply)
    const view = match.view(seat, aid, ply)
    if (!played) return { ply, seat: SPECTATOR, text: '', events: [], view }
    const events =
      eyes === 'all' ? match.allEvents(played.tape) : moveFrame(state, 0, played, seat < 0 ? [] : [seat], null).events
    return { ply, seat: played.seat, text: '', events, view }
  })
  return { table: tableFor(state), frames }
}

/**
 * The first entry of a table that forks from this game after `ply` moves; the person who asks plays the seat that was
 * to move.
 */
export function forked(state: TableState, ply: number, seed: bigint, draw: (seed: bigint) => Made['draw']): Made {
  const match = over(state)
  if (!(ply >= 0 && ply < match.ply)) throw new Refused(`ply must be a number from 0 to ${match.ply - 1}.`, 'bad_ply')
  const { made } = state
  const mover = match.seatAt(ply)
  const seats = state.seats.map((seat, number) =>
    number === mover ? { ...OPEN, kind: 'person' as const, name: seat.name } : OPEN,
  )
  const here = { ply, seed: String(seed), of: match.hash, code: state.code, redrawn: true }
  return {
    ...made,
    aid: made.aid || state.secrets,
    seats,
    draw: draw(seed),
    forks: [...match.forks.filter((fork) => fork.ply < ply), here],
    actions: match.actions.slice(0, ply),
    hints: null,
    clock: null,
  }
}

// Luck and skill are separated first. Then every decision gets a short look; then the moments that seem to matter most
// get a long one, as on a server.
const [QUICKER, LONGER, MOMENTS] = [4, 2, 16]

interface Work {
  done: number
  total: number
  plies: ReviewPly[]
  account: Account | null
}

/** Computes reviews one after another, decision by decision, so that bots hardly wait. */
export class Reviews {
  private readonly works = new Map<string, Work>()

  constructor(
    private readonly thinker: Thinker,
    private readonly trial: Trial,
    /** Stores a review with its game. */
    private readonly keep: (code: string, review: Review) => Promise<void>,
  ) {}

  /** The review of a finished game, or its progress; the first request starts it. */
  of(state: TableState): Review | ReviewProgress {
    const match = over(state)
    if (state.review) return state.review
    let work = this.works.get(state.code)
    if (!work) {
      this.works.set(state.code, (work = { done: 0, total: 2 * match.ply + 1 + MOMENTS, plies: [], account: null }))
      void this.run(work, state, match).catch(() => this.works.delete(state.code))
    }
    const { done, total, plies, account } = work
    return done < total ? { done, total, plies, account } : { plies, account }
  }

  private async run(work: Work, state: TableState, match: Match): Promise<void> {
    work.account = await accountOf(this.thinker, state.made, match, (positions) => (work.done += positions))
    for (let ply = 0; ply < match.ply; ply++) {
      const seen = await this.looked(state, match, ply, TIMES.review / QUICKER)
      if (seen) work.plies.push(seen)
      work.done++
    }
    const moments = [...work.plies]
      .sort((a, b) => b.lost - a.lost)
      .slice(0, MOMENTS)
      .filter(({ lost }) => lost > 0)
    for (const moment of moments) {
      const again = await this.looked(state, match, moment.ply - 1, TIMES.review * LONGER)
      if (again) work.plies[work.plies.indexOf(moment)] = again
      work.done++
    }
    work.done = work.total
    await this.keep(state.code, { plies: work.plies, account: work.account }).then(
      () => this.works.delete(state.code),
      () => undefined,
    ) // no space: it lasts as long as the page
  }

  /** One decision compared with the best one; null if there was nothing to decide. */
  private async looked(state: TableState, match: Match, ply: number, milliseconds: number): Promise<ReviewPly | null> {
    const question = questionOf(state.made, match, STRONGEST, milliseconds, this.trial, ply)
    const played = match.played(ply + 1)
    if (!played || question.moves.length < 2) return null
    const { moves, chances, margin } = await this.thinker.advise({ ...question, played: played.action })
    const best = moves[0] ?? { action: played.action, chance: 0, facts: [] }
    const own = moves.find((one) => one.action === played.action)
    const chance = own?.chance ?? best.chance
    const lost = Math.round(1e4 * Math.max(0, best.chance - chance)) / 1e4
    return {
      ply: played.ply,
      seat: played.seat,
      action: played.action,
      text: '',
      chances,
      margin,
      best: best.action,
      best_text: '',
      lost,
      does: own?.facts ?? [],
      best_does: best.facts,
    }
  }
}
