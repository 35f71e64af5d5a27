// The fields of an event as arguments of its sentence, as the terminal has them (hatbox/words.py).
import type { GameEvent } from '../lib/protocol'
import type { Arguments } from '../lib/words'
import type { Context, Forgets, GameModule } from './types'

const ALIASES: Readonly<Record<string, string>> = { seat: 'player', place: 'stone' }
const SEATS = ['player', 'loser', 'partner', 'giver', 'taker', 'owner', 'victim']

/** Seats become names, several seats a list of names, and a way also gives its end. */
export function argumentsOf(event: GameEvent, context: Pick<Context, 'names' | 'list'>): Arguments {
  const given: Record<string, string | number> = {}
  const nameOf = (seat: number) => context.names[seat] ?? seat
  for (const [field, value] of Object.entries(event) as [string, unknown][]) {
    const name = ALIASES[field] ?? field
    if (typeof value === 'number') given[name] = SEATS.includes(name) ? nameOf(value) : value
    else if (typeof value === 'string') given[name] = value
    else if (field === 'seats') given.players = context.list((value as number[]).map((seat) => String(nameOf(seat))))
    else if (field === 'path') given.to = (value as number[]).at(-1) ?? ''
  }
  return given
}

/** The words of a table for one event: what a game does not give itself is taken from the event. */
export function knowing(event: GameEvent, context: Context): Context {
  const known = argumentsOf(event, context)
  return { ...context, say: (key, given) => context.say(key, { ...known, ...given }) }
}

/** A game whose sentences find all that an event has. */
export function telling(game: GameModule): GameModule {
  return { ...game, tell: (event, context) => game.tell(event, knowing(event, context)) }
}

/** An event as the log of a memory game keeps it when the moment is over. */
export function later(event: GameEvent, forgets: Forgets): GameEvent {
  const blanks = forgets[event.kind]
  return blanks ? { ...event, ...blanks } : event
}
