// Saved rules: stored with the person on a server, otherwise in this browser; a link contains all of them.
import { type Agreement, type Chosen, valueOf, withOptions } from './agreed'
import { api } from './api'
import { changed, effectOf, isEffect, type Measured } from './measured'
import { ALONE } from './place'
import type { GameInfo, OptionValue, RuleSet, RuleSetWish } from './protocol'

const STORE = 'hatbox.rules'
const MOST = 50
export const LONGEST_NAME = 48
/** A query parameter beside the options; no option has this name. */
export const NAMED = 'rules'

export class TooMany extends Error {}

export async function ruleSets(): Promise<readonly RuleSet[]> {
  return ALONE ? read() : api.ruleSets()
}

export async function saveRules(wish: RuleSetWish): Promise<readonly RuleSet[]> {
  if (!ALONE) return api.saveRules(wish)
  const before = read()
  if (before.length >= MOST) throw new TooMany()
  return write([
    ...before,
    { ...wish, id: crypto.getRandomValues(new Uint32Array(2)).join('-'), options: wish.options ?? {} },
  ])
}

export async function forgetRules(id: string): Promise<readonly RuleSet[]> {
  return ALONE ? write(read().filter((one) => one.id !== id)) : api.forgetRules(id)
}

/** What differs from the printed rules. */
export function differing(info: GameInfo, chosen: Chosen): Record<string, OptionValue> {
  return { ...changed(chosen, Object.fromEntries(info.options.map((option) => [option.name, option.default]))) }
}

/** A link that brings the rules to another person. */
export function linkTo(info: GameInfo, rules: Pick<RuleSet, 'name' | 'players' | 'options'>): string {
  return withOptions(`/${info.slug}`, rules.options, info, { [NAMED]: rules.name, players: String(rules.players) })
}

/** The rules of an address; null if it has something that is not in this game. */
export function fromLink(
  info: GameInfo,
  address: URLSearchParams,
): Pick<RuleSet, 'name' | 'players' | 'options'> | null {
  const options: Record<string, OptionValue> = {}
  for (const [name, text] of address) {
    if (name === NAMED || name === 'players') continue
    const option = info.options.find((one) => one.name === name)
    const value = option && valueOf(option, text)
    if (value === undefined) return null
    options[name] = value
  }
  const players = Number(address.get('players'))
  const name = (address.get(NAMED) ?? '').trim()
  if (!info.players.includes(players) || name.length > LONGEST_NAME) return null
  return { name, players, options }
}

/** Play by these rules. */
export function apply(agreed: Agreement, rules: Pick<RuleSet, 'players' | 'options'>): void {
  agreed.players = rules.players
  agreed.options = { ...rules.options }
}

/** How many of the changes the lab has tried, of those that can be measured: who starts cannot. */
export function tried(
  measured: Measured | null,
  info: GameInfo,
  rules: Pick<RuleSet, 'players' | 'options'>,
): { count: number; total: number } {
  const names = Object.keys(rules.options).filter(
    (name) => !info.options.some((option) => option.seat && option.name === name),
  )
  const count = measured
    ? names.filter((name) => isEffect(effectOf(measured, rules.players, name, rules.options))).length
    : 0
  return { count, total: names.length }
}

function read(): RuleSet[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as RuleSet[]
  } catch {
    return []
  }
}

function write(all: RuleSet[]): RuleSet[] {
  try {
    localStorage.setItem(STORE, JSON.stringify(all))
  } catch {
    // a private window without storage: nothing is stored
  }
  return all
}
