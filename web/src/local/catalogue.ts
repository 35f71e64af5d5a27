// The games that a page without a server offers, and whether players and options go together; written by
// src/hatbox/wasm/catalogue.py.
import type { GameInfo, GameOption, OptionValue } from '../lib/protocol'
import { Refused } from './problems'

/** A game with what its rules reject: one option with a number of players, or two options together. */
export interface Offered extends GameInfo {
  ruleset: number
  clashes: readonly Readonly<Record<string, OptionValue>>[]
}

/** Every drawing of a board once; `whose` has its index by the values of `by`, joined with commas. */
export interface Boards {
  by: readonly string[]
  whose: Readonly<Record<string, number>>
  drawings: readonly unknown[]
}

type Options = Readonly<Record<string, OptionValue>>
const bad = (sentence: string): Refused => new Refused(sentence, 'bad_game')

/** All options of a game: the given ones, checked, and the defaults. */
export function checkedOptions(game: Offered, players: number, given: Options): Record<string, OptionValue> {
  if (!game.players.includes(players))
    throw bad(`${game.slug} is played by ${game.players.join(', ')} players, not ${players}.`)
  const names = game.options.map((option) => option.name)
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw bad(`${game.slug} has no option ${name}; it has ${names.join(', ')}.`)
  const chosen = Object.fromEntries(game.options.map((option) => [option.name, given[option.name] ?? option.default]))
  for (const option of game.options)
    if (!takes(option, chosen[option.name]))
      throw bad(`Option ${option.name} does not take ${String(chosen[option.name])} (rule ${option.rule}).`)
  const clash = game.clashes.find((one) =>
    Object.entries(one).every(([name, value]) => value === (name === 'players' ? players : chosen[name])),
  )
  if (clash) throw bad(`This does not go together: ${JSON.stringify(clash)}.`)
  return chosen
}

/** What changes for another game: if an option says who starts, the next seat starts. */
export function nextToBegin(
  offered: readonly GameOption[],
  { options, players }: { options: Options; players: number },
): Options {
  const began = offered.flatMap(({ name, seat }) =>
    seat && typeof options[name] === 'number' ? [[name, options[name]] as const] : [],
  )
  return Object.fromEntries(began.map(([name, seat]) => [name, (seat + 1) % players]))
}

function takes(option: GameOption, value: OptionValue | undefined): boolean {
  if (option.values) return option.values.includes(value ?? '')
  const numbers: unknown[] = Array.isArray(value) ? value : [value]
  const isOne = (number: unknown) =>
    Number.isInteger(number) &&
    (option.also.includes(Number(number)) ||
      (Number(number) >= (option.from ?? 0) && Number(number) <= (option.to ?? 0)))
  return numbers.length === option.count && numbers.every(isOne)
}

export function boardOf({ by, whose, drawings }: Boards, players: number, options: Options): unknown {
  const key = by.map((name) => (name === 'players' ? players : options[name])).join()
  return drawings[whose[key] ?? -1] ?? null
}
