// What an option changes, as measured beforehand: the lab's figures, and what may honestly be said about them.
import type { ShellKey } from '../generated/keys'
import type { OptionValue } from './protocol'
import { during } from './ready'

/** A mean or a share of wins, and its 95 % interval. */
export type Figure = readonly [number, number, number]
export type Options = Readonly<Record<string, OptionValue>>

export interface Row {
  players: number
  /** Options that differ from the defaults. */
  options: Options
  /** Two teams, or as many sides as players. */
  sides: number
  games: number
  /** Games of the stronger bot against the weaker one. */
  pairs: number
  /** Actions of a game. */
  length: Figure
  /** Share of wins of the side that starts. */
  first: Figure
  /** Share of wins of the stronger side of two. */
  better: Figure
}

/** Games of a beginner with so many hints against a strong player: the beginner's share of wins. */
export interface Helped {
  /** -1: at every decision. */
  hints: number
  games: number
  share: Figure
}

/** The help with which a level wins about as often as a stronger one, two players. */
export interface Balanced {
  weak: '1' | '2' | '3' | '4'
  strong: string
  /** -1: at every decision. */
  hints: number
  /** Before a move that gives away so many wins in 1,000; 0: never. */
  warned: number
  games: number
  share: Figure
}

/** How often each seat wins where the best bots play the unchanged game. */
export interface Seated {
  players: number
  games: number
  shares: readonly Figure[]
}

/** What games among equals by the usual rules are like. */
export interface Character {
  players: number
  games: number
  /** Actions of a game. */
  length: Figure
  lead_changes: Figure
  /** Percent of a game after which only the winner was ahead. */
  clear_after: Figure
  /** Percent of the moves. */
  forced: Figure
  /** Decisions that matter, of all players. */
  decisions: Figure
  /** The fewest actions, how many of them a bar stands for, and the games in each bar. */
  lengths: readonly [number, number, readonly number[]]
  /** The mean chance of the later winner, from the beginning to the end of a game. */
  winner: readonly number[]
}

export interface Measured {
  even: string
  strong: string
  weak: string
  rows: readonly Row[]
  help: readonly Helped[]
  seats: readonly Seated[]
  balanced: readonly Balanced[]
  character: readonly Character[]
}

/** One changed option compared with the same game without it. */
export interface Effect {
  name: string
  value: OptionValue
  before: Row
  after: Row
}

/** A changed option about which nothing can be said: never measured, or only together with another one. */
export interface Unknown {
  name: string
  value: OptionValue
  needs: Options | null
}

const files = import.meta.glob<{ default: Measured }>('../generated/measured/*.json')

/** Games below which a figure says nothing. */
export const ENOUGH = 16

export async function measuredOf(slug: string): Promise<Measured | null> {
  const all = (await during(files[`../generated/measured/${slug}.json`]?.()))?.default
  return all ? { ...all, rows: enough(all.rows) } : null
}

/** The rows with enough games. */
export function enough(rows: readonly Row[]): Row[] {
  return rows.filter((row) => Math.min(row.games, row.pairs) >= ENOUGH)
}

/** Intervals are of 95 %, but among many comparisons some would differ by chance: a difference is shown from 99 % on. */
const STRICT = 2.576 / 1.96

/** The difference of two figures, or null if it is within the margin. */
export function difference(before: Figure, after: Figure): number | null {
  const found = after[0] - before[0]
  const margin = STRICT * Math.hypot(half(before), half(after))
  return Math.abs(found) > margin ? found : null
}

function half(figure: Figure): number {
  return (figure[2] - figure[1]) / 2
}

/** How much longer games are, in rough percent; 0 below 5, null where no difference was shown. */
export function longer(before: Row, after: Row): number | null {
  if (difference(before.length, after.length) === null) return null
  const percent = 100 * (after.length[0] / before.length[0] - 1)
  const step = Math.abs(percent) < 20 ? 5 : 10
  return Math.round(percent / step) * step + 0
}

/** Wins per 100. */
export function ofHundred(figure: Figure): number {
  return Math.round(100 * figure[0])
}

/** The game with these options and number of players, or the nearest number that was measured. */
export function rowOf(measured: Measured, players: number, options: Options): Row | null {
  const fitting = measured.rows.filter((row) => isSame(row.options, options))
  return nearest(fitting, (row) => Math.abs(row.players - players))
}

function nearest<T>(all: readonly T[], far: (one: T) => number): T | null {
  return all.reduce<T | null>((best, one) => (best === null || far(one) < far(best) ? one : best), null)
}

function isSame(one: Options, other: Options): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => String(one[name]) === String(other[name]))
}

/** What differs from the defaults. */
export function changed(chosen: Options, defaults: Options): Options {
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => String(value) !== String(defaults[name])))
}

/** What an option does, or that it was not measured; for a number between two measured ones, the nearest. */
export function effectOf(measured: Measured, players: number, name: string, chosen: Options): Effect | Unknown {
  const value = chosen[name] ?? false
  const about = measured.rows.filter((row) => ownOption(row) === name && isNear(row.options[name], value))
  const fitting = about.filter((row) =>
    Object.keys(row.options).every((other) => other === name || String(row.options[other]) === String(chosen[other])),
  )
  const after = nearest(
    fitting,
    (row) => 1000 * Math.abs(row.players - players) + away(row.options[name], value) - near(row),
  )
  const before = after && rowOf(measured, after.players, without(after.options, name))
  if (after && before?.players === after.players) return { name, value: after.options[name] ?? value, before, after }
  return { name, value, needs: about[0] ? without(about[0].options, name) : null }
}

/** The option that a row is about: what it needs is named first. */
export function ownOption(row: Row): string | undefined {
  return Object.keys(row.options).at(-1)
}

function without(options: Options, name: string): Options {
  return Object.fromEntries(Object.entries(options).filter(([other]) => other !== name))
}

/** The same choice; any two numbers can be compared for distance. */
function isNear(measured: OptionValue | undefined, value: OptionValue): boolean {
  return String(measured) === String(value) || (typeof measured === 'number' && typeof value === 'number')
}

function away(measured: OptionValue | undefined, value: OptionValue): number {
  return typeof measured === 'number' && typeof value === 'number' ? Math.abs(measured - value) : 0
}

/** Less than a step of any number: among equal rows, the one measured with more of the chosen options. */
function near(row: Row): number {
  return Object.keys(row.options).length / 100
}

export function isEffect(one: Effect | Unknown): one is Effect {
  return 'after' in one
}

export const KINDS = ['length', 'first', 'better'] as const
export type Kind = (typeof KINDS)[number]
export const LABELS: Readonly<Record<Kind, ShellKey>> = {
  length: 'lab_length',
  first: 'lab_first_seat',
  better: 'lab_luck',
}

/** Every measured change of a game with that number of players, the largest effect first; no difference comes last. */
export function allEffects(measured: Measured, players: number, kind: Kind): Effect[] {
  const rows = measured.rows.filter((row) => row.players === players && ownOption(row) !== undefined)
  const found = rows.map((row) => effectOf(measured, players, ownOption(row) ?? '', row.options)).filter(isEffect)
  return found.sort((a, b) => weight(b, kind) - weight(a, kind))
}

function weight({ before, after }: Effect, kind: Kind): number {
  if (kind === 'first' && before.sides !== after.sides) return 0
  const shown = difference(before[kind], after[kind])
  return shown === null ? 0 : Math.abs(shown) / (kind === 'length' ? before.length[0] : 1)
}

/** A sentence of the shell, and its arguments. */
export interface Said {
  key: ShellKey
  given: Record<string, number>
}

/** What a change does, a sentence or two for each kind; never more exact than measured. */
export function saidOf(effect: Effect, kind: Kind): Said[] {
  return kind === 'length' ? lengthSaid(effect) : kind === 'first' ? firstSaid(effect) : betterSaid(effect)
}

function lengthSaid({ before, after }: Effect): Said[] {
  const percent = longer(before, after)
  if (percent === null) return [same(after.games)]
  const more = after.length[0] > before.length[0]
  if (percent === 0) return [{ key: more ? 'lab_bit_longer' : 'lab_bit_shorter', given: {} }]
  return [{ key: more ? 'lab_longer' : 'lab_shorter', given: { percent: Math.abs(percent) } }]
}

/** Starting has a different value for a team: then the new figure is shown alone. */
function firstSaid({ before, after }: Effect): Said[] {
  if (before.sides !== after.sides) return [firstNow(after)]
  if (!isTold(before.first, after.first)) return [same(after.games)]
  return [{ key: 'lab_first_changed', given: { share: ofHundred(after.first), before: ofHundred(before.first) } }]
}

function betterSaid({ before, after }: Effect): Said[] {
  if (!isTold(before.better, after.better)) return [same(after.pairs)]
  const luck = Math.abs(after.better[0] - 0.5) < Math.abs(before.better[0] - 0.5) ? 'lab_more_luck' : 'lab_less_luck'
  return [
    { key: 'lab_better_changed', given: { share: ofHundred(after.better), before: ofHundred(before.better) } },
    { key: luck, given: {} },
  ]
}

/** Whether a change shows no difference at all. */
export function isSilent(effect: Effect): boolean {
  return (
    effect.before.sides === effect.after.sides && KINDS.every((kind) => saidOf(effect, kind)[0]?.key === 'lab_same')
  )
}

/** Whether two shares differ beyond the margin, and still do in whole games of 100. */
export function isTold(before: Figure, after: Figure): boolean {
  return difference(before, after) !== null && ofHundred(before) !== ofHundred(after)
}

function same(count: number): Said {
  return { key: 'lab_same', given: { count } }
}

/** The seats of the best bots, if some seat certainly wins more or less than its share. */
export function seatsNow(measured: Measured, players: number): Seated | null {
  const found = measured.seats.find((one) => one.players === players)
  const fair = 1 / players
  return found?.shares.some((share) => fair < share[1] || share[2] < fair) ? found : null
}

/** How often the starting player wins; nothing is said if the interval contains the fair share. */
export function firstNow(row: Row): Said {
  const fair = 1 / row.sides
  if (row.first[1] <= fair && fair <= row.first[2]) return { key: 'lab_first_even', given: { count: row.games } }
  return { key: 'lab_first_now', given: { share: ofHundred(row.first), fair: Math.round(100 * fair) } }
}

export function betterNow(row: Row): Said {
  return { key: 'lab_better_now', given: { share: ofHundred(row.better) } }
}

/** What a bot is called: levels as in the level list, others by how they think. */
export function botKey(name: string): ShellKey {
  return (name.startsWith('level_') ? name : `lab_bot_${name}`) as ShellKey
}
