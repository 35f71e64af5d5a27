// Records of games in the page: written as `hatbox verify` reads them, and read from a file by replaying every move.
import { canonical, checkRecord } from '../lib/fair'
import type { MatchRecord } from '../lib/record'
import { sha256 } from '../lib/sha256'
import type { Engine } from '../rules/engine'
import { checkedOptions, type Offered } from './catalogue'
import { LEVELS } from '../schema/table'
import { type Made, OPEN, type Seat } from './journal'
import { Match } from './match'
import { conflict, Refused } from './problems'
import type { TableState } from './state'

const FORMAT = 2
const LONGEST_NAME = 60
const LARGEST = 1_000_000 // characters: far more than the longest game

/** The record of a game in its current state. */
export function recordText({ made, match, seats }: TableState): string {
  if (!match) throw conflict('The game has not started yet.', 'not_started')
  const { game, ruleset, players, options, seed, draw } = made
  const record: MatchRecord = {
    format: FORMAT,
    game,
    ruleset,
    players,
    options: { ...options },
    names: seats.map((seat) => seat.name),
    seed,
    forks: match.forks,
    draw,
    actions: match.actions,
    checks: match.checks,
    hash: match.hash,
    seal: '',
    ...(seats.some((seat) => seat.kind === 'bot') && { bots: seats.map((seat) => seat.level) }),
  }
  return JSON.stringify({ ...record, seal: sha256(canonical(record)) })
}

/** The game that a record names; nothing else is known before its rules are loaded. */
export function gameOf(text: string): string {
  try {
    if (text.length > LARGEST) throw new Error('too long')
    const { format, game } = JSON.parse(text) as Partial<MatchRecord>
    if (format !== FORMAT || typeof game !== 'string') throw new Error('no record')
    return game
  } catch {
    throw new Refused(`This is not a record of format ${FORMAT}.`, 'bad_record')
  }
}

/**
 * The first entry of a table that continues where a record ends, and whether the game is over; every move is replayed.
 */
export function madeFrom(text: string, engine: Engine, game: Offered): { made: Made; over: boolean } {
  const {
    ruleset,
    players,
    options,
    names,
    seed,
    forks,
    draw,
    actions,
    checks,
    hash,
    bots = [],
  } = JSON.parse(text) as MatchRecord
  if (ruleset !== engine.about.ruleset)
    throw conflict(`This record follows ruleset ${ruleset}; this page has ${engine.about.ruleset}.`, 'old_rules')
  try {
    if (checkRecord(text).flaw || !forks.every((fork) => fork.redrawn))
      throw new Error('its seal or its dice do not fit')
    const chosen = checkedOptions(game, players, options)
    const match = new Match(engine, { players, options: chosen, seed: BigInt(seed), actions, forks })
    if (match.hash !== hash || match.checks !== checks) throw new Error('a fingerprint does not fit')
    const seats = names.map((name, number) => seatFrom(name.slice(0, LONGEST_NAME), bots[number] ?? ''))
    if (seats.length !== players) throw new Error(`it has ${seats.length} names`)
    const made: Made = {
      k: 'made',
      game: game.slug,
      ruleset,
      players,
      options,
      aid: engine.about.secrets,
      seats,
      seed,
      draw,
      forks,
      actions,
      hints: null,
      clock: null,
    }
    return { made, over: match.over }
  } catch (error) {
    throw new Refused(
      `This record was altered: ${error instanceof Error ? error.message : String(error)}.`,
      'bad_record',
    )
  }
}

/** People get their seats back; a bot of an unknown level becomes a person's seat. */
function seatFrom(name: string, level: string): Seat {
  return LEVELS.some((known) => known === level)
    ? { ...OPEN, kind: 'bot', name, level }
    : { ...OPEN, kind: 'person', name }
}
