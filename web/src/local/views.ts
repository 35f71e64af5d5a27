// The position as the viewers at this device may see it, and what a move showed them, as in
// src/hatbox/table/tables/views.py.
// A viewer is the list of its seats, empty for a spectator.
import type { MoveFrame, Now, SeatInfo, TableInfo } from '../lib/protocol'
import { OPEN } from './journal'
import { type Played, SPECTATOR } from './match'
import type { TableState } from './state'

export type Viewer = readonly number[]

export interface Clocks {
  clocks: number[] | null
  clock_runs: number
}

export function nowFor(state: TableState, viewer: Viewer, clocks: Clocks): Now | null {
  const { match } = state
  if (!match) return null
  const { ply, turn, over, winners } = match
  const seats = viewer.length ? viewer : [SPECTATOR]
  const views = Object.fromEntries(
    seats.map((seat) => [String(seat), match.view(seat, state.hasAid([seat].filter((one) => one !== SPECTATOR)))]),
  )
  const asked = !over && viewer.includes(turn) && !match.declined && !state.isBotsTurn
  const legal = asked ? { [String(turn)]: match.legal.map((action) => ({ action, text: '' })) } : {}
  const known = asked ? match.known(turn) : null
  const standing = Object.fromEntries((state.hasOffers ? viewer : []).map((seat) => [String(seat), state.answer(seat)]))
  return {
    ply,
    turn,
    over,
    winners,
    ...clocks,
    until: null,
    views,
    legal,
    undo: viewer.includes(match.undoSeat),
    standing,
    known: known ? `${match.engine.about.layout}:${base64(known)}` : '',
    ahead: {},
  }
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function moveFrame(state: TableState, v: number, played: Played, viewer: Viewer, now: Now | null): MoveFrame {
  const events = state.match?.events(played.tape, whoseEyes(played.seat, viewer)) ?? []
  return { t: 'move', v, ply: played.ply, seat: played.seat, text: '', events, at_random: state.atRandom.has(v), now }
}

/** A move as the log keeps it; without the memory aid, what people should remember is removed. */
export function moveInLog(state: TableState, v: number, played: Played, viewer: Viewer): MoveFrame {
  const frame = moveFrame(state, v, played, viewer, null)
  return state.hasAid(viewer) ? frame : { ...frame, events: state.match?.later(frame.events) ?? [] }
}

/** Several people on one device see what the mover sees, who is holding it now, and otherwise what everyone may see. */
function whoseEyes(mover: number, viewer: Viewer): number {
  if (viewer.includes(mover)) return mover
  return viewer.length === 1 ? (viewer[0] ?? SPECTATOR) : SPECTATOR
}

export function tableFor(state: TableState, watching = false): TableInfo {
  const { made, code } = state
  const over = state.status === 'over'
  const left = made.forks.at(-1)
  return {
    code,
    game: made.game,
    players: made.players,
    options: { ...made.options },
    aid: made.aid,
    public: false,
    status: state.status,
    host: !watching,
    starts: !watching,
    seats: state.seats.map((_, number) => seatInfo(state, number, watching)),
    v: state.v,
    seed_hash: state.promise,
    seed: over ? (made.draw?.number ?? made.seed) : null,
    salt: over ? (made.draw?.salt ?? null) : null,
    layout: state.layout,
    record: over ? code : null,
    rematch: state.rematch,
    rematch_by: null,
    hints: state.hints,
    chat: false,
    clock: made.clock,
    pace: null,
    forked_from: left ? { code: left.code, ply: left.ply } : null,
    drawing: false,
    pause_wished: [],
    paused: false,
    night: '',
    of_night: false,
  }
}

function seatInfo(state: TableState, number: number, watching: boolean): SeatInfo {
  const { kind, name, level, help } = state.seats[number] ?? OPEN
  return {
    seat: number,
    kind,
    name,
    level,
    mine: kind === 'person' && !watching,
    host: false,
    present: kind !== 'open',
    warm: kind === 'person' && state.flagged.has(number),
    muted: false,
    stalls: false,
    agreed: 0,
    stood_in: false,
    help,
    hints_left: state.hintsLeft(number),
    hints_taken: state.hintsTaken(number),
    warnings_taken: state.warningsTaken(number),
    commitment: '',
    share: '',
  }
}
