// Were the dice those that were promised? Checks a record as `hatbox verify` does; docs/fairness.md says what is hashed.
import type { Engine } from '../rules/engine'
import { playsThrough } from '../rules/replay'
import type { TableInfo } from './protocol'
import type { Draw, MatchRecord, Share } from './record'
import { sha256 } from './sha256'

/** What this device knows of a table. */
export interface Kept {
  /** The first promise it saw. */
  promise?: string
  /** Its own secret number, and whether the table accepted it. */
  number?: string
  opened?: boolean
  /** The seal of the record that it saw when the game was over. */
  seal?: string
}

export type Flaw = '' | 'fair_dice_bad' | 'fair_dice_other' | 'fair_dice_mine'

export interface Verdict {
  flaw: Flaw
  promise: string
  seal: string
  /** Whose numbers are in the dice, and whose came too late. */
  mixed: string[]
  late: string[]
  /** After how many moves the game left another one; 0: it did not. */
  forkedAt: number
  /** Format 1: the seal does not cover names and options. */
  old: boolean
  /** Names were removed later: the promise covered them, so it can no longer be checked. */
  removed: boolean
}

/** A value as the text that is hashed: sorted keys, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}

/** What was fixed before the first move. */
function head({ game, ruleset, players, options, names, seed, forks, actions }: MatchRecord): unknown {
  const last = forks.at(-1)
  const before = last ? [...forks.slice(0, -1), { ...last, seed: '' }] : []
  return {
    game,
    ruleset,
    players,
    options,
    names,
    seed: last ? seed : '',
    forks: before,
    actions: last ? actions.slice(0, last.ply) : [],
  }
}

function promiseOf(record: MatchRecord, { salt, number, shares }: Draw): string {
  const own = sha256(`${salt}:${number}`)
  return shares
    ? sha256(canonical(['hatbox promise 2', head(record), shares.map((share) => share.commitment), own]))
    : own
}

function seedOf({ promise, salt, number, shares }: Draw): string {
  if (!shares) return number
  return String(BigInt(`0x${sha256(canonical(['hatbox dice 2', promise, salt, number, shares])).slice(0, 16)}`) >> 1n)
}

function isKept({ by, commitment, number }: Share): boolean {
  if (by === 'player') return sha256(number) === commitment
  return number === '' && (by === 'late') === (commitment !== '')
}

/** Dice may change only where a named fork starts, each after the one before. */
function forksFit({ forks, actions }: MatchRecord): boolean {
  return forks.every(
    (fork, k) =>
      (fork.of !== '' || fork.code !== '') && fork.ply > (forks[k - 1]?.ply ?? -1) && fork.ply <= actions.length,
  )
}

/** Whether the promise covered names that were removed. */
function isUnknowable({ removed, draw }: MatchRecord): boolean {
  return !!removed?.length && !!draw?.shares
}

function drawFits(record: MatchRecord): boolean {
  const { draw, players, forks, seed } = record
  if (!draw) return true
  const shares = draw.shares ?? []
  if (draw.shares && (shares.length !== players || !shares.every(isKept))) return false
  const promised = isUnknowable(record) || draw.promise === promiseOf(record, draw)
  return promised && seedOf(draw) === (forks.at(-1)?.seed ?? seed)
}

/** Whether a record belongs to this table. */
function isOf(table: TableInfo, { game, players, options, names, draw, forks }: MatchRecord): boolean {
  const seated = table.seats.map((seat) => seat.name)
  const same =
    canonical([table.game, table.players, table.options, seated]) === canonical([game, players, options, names])
  const [here, there] = [table.forked_from, forks.at(-1)]
  const forked = here ? here.code === there?.code && here.ply === there.ply : !there
  return same && forked && table.seed_hash === (draw?.promise ?? '')
}

/** Format 1 has large numbers, which browsers round: the seed is read as text. */
function renewed(text: string): MatchRecord {
  const old = JSON.parse(text) as MatchRecord & { reseeds?: unknown[]; promise?: string; salt?: string }
  const seed = /"seed"\s*:\s*(\d+)/.exec(text)?.[1] ?? ''
  const draw = old.promise ? { promise: old.promise, salt: old.salt ?? '', number: seed, shares: null } : null
  const forks = (old.reseeds ?? []).map(() => ({ ply: 0, seed: '', of: '', code: '', redrawn: false }))
  return { ...old, seed, forks, draw, seal: '' }
}

/** What is wrong even before there is a record. */
export function flawSoFar(table: TableInfo, kept: Kept): Flaw {
  if (kept.promise && table.seed_hash && kept.promise !== table.seed_hash) return 'fair_dice_other'
  const mine = table.seats.find((seat) => seat.mine)
  return kept.opened && mine?.share && mine.share !== 'player' ? 'fair_dice_mine' : ''
}

/** Whether every move of a record follows the rules; null: these rules cannot tell, because old forks drew their dice differently. */
export function checkMoves(engine: Engine, text: string): boolean | null {
  try {
    const record = read(text)
    return record.forks.every((fork) => fork.redrawn) ? playsThrough(engine, record) : null
  } catch {
    return false
  }
}

function read(text: string): MatchRecord {
  const record = JSON.parse(text) as MatchRecord
  return record.format === 1 ? renewed(text) : record
}

const BROKEN: Verdict = {
  flaw: 'fair_dice_bad',
  promise: '',
  seal: '',
  mixed: [],
  late: [],
  forkedAt: 0,
  old: false,
  removed: false,
}

/** What a record says about its dice, and whether that fits what this device knows. */
export function checkRecord(text: string, kept: Kept = {}, table?: TableInfo): Verdict {
  try {
    return verdict(read(text), kept, table)
  } catch {
    return BROKEN
  }
}

function verdict(record: MatchRecord, kept: Kept, table?: TableInfo): Verdict {
  const { draw, names, forks, seal } = record
  const old = record.format === 1
  const named = (by: Share['by']) => names.filter((_, k) => draw?.shares?.[k]?.by === by)
  const told = {
    promise: draw?.promise ?? '',
    seal,
    mixed: named('player'),
    late: named('late'),
    forkedAt: forks.at(-1)?.ply ?? 0,
    old,
    removed: isUnknowable(record),
  }
  const sealed = old || (record.format === 2 && seal === sha256(canonical({ ...record, seal: '' })))
  if (!sealed || !forksFit(record) || !drawFits(record) || (table && !isOf(table, record)))
    return { ...told, flaw: 'fair_dice_bad' }
  if (kept.seal && kept.seal !== seal && !record.removed?.length) return { ...told, flaw: 'fair_dice_bad' }
  if (kept.promise && kept.promise !== told.promise) return { ...told, flaw: 'fair_dice_other' }
  if (kept.opened && !draw?.shares?.some((share) => share.number === kept.number))
    return { ...told, flaw: 'fair_dice_mine' }
  return { ...told, flaw: '' }
}
