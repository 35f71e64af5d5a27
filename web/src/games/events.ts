// Events in words and pictures, as far as all games share them: arguments as in the terminal
// (hatbox/words.py); rule, drawing, sound and motion as declared in the game's events.py.
import type { Drawing } from '../generated/boxes'
import { type Rest, walkPart } from '../lib/animate'
import type { GameEvent, View } from '../lib/protocol'
import type { Sound } from '../lib/sound'
import type { Arguments } from '../lib/words'
import type { Context, Forgets, Scene, Spot, Told } from './types'

/** How an event is presented beyond its sentence; "seat" is the figure of its seat. */
export interface ToldAs {
  rule: string
  icon: Drawing | 'seat'
  sound: Sound | ''
  motion: Rest
}

interface More {
  spots?: readonly Spot[]
  given?: Arguments
  icon?: Drawing
}

/** A line of the log; an event that this page does not know has none. */
export function lineOf(
  as: ToldAs | undefined,
  event: GameEvent,
  context: Context,
  figure: (seat: number, context: Context) => Drawing,
  { spots = [], given = {}, icon }: More = {},
): Told | null {
  if (!as) return null
  const key = /^(end|private)_/.test(event.kind) ? event.kind : `event_${event.kind}`
  const own = as.icon === 'seat' ? figure(Number(event.seat ?? 0), context) : as.icon
  const told = { text: context.say(key, { ...argumentsOf(event, context), ...given }), icon: icon ?? own, spots }
  return as.rule ? { ...told, rule: as.rule } : told
}

/** One scene: the picture after an event. */
export function sceneOf<V extends View>(as: ToldAs | undefined, view: V, part = 1): Scene<V> {
  const scene = { view, rest: as?.motion ?? 'pause', part }
  return as?.sound ? { ...scene, sound: as.sound } : scene
}

/** The scenes of a walk, one picture per place: faster on a long path, with a landing at its end. */
export function walkScenes<V extends View>(
  path: readonly number[],
  pictureAt: (place: number, last: boolean) => V,
): Scene<V>[] {
  const part = walkPart(path.length)
  return path.map((place, k) => {
    const last = k === path.length - 1
    return { view: pictureAt(place, last), rest: 'step', part, sound: last ? 'land' : 'step', pitch: k }
  })
}

const ALIASES: Readonly<Record<string, string>> = { seat: 'player', place: 'stone' }
const SEATS = ['player', 'loser', 'partner', 'giver', 'taker', 'owner', 'victim']

/** Seats become names, several seats a list of names, and a path also provides its end. */
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

/** An event as the log of a memory game keeps it afterwards. */
export function later(event: GameEvent, forgets: Forgets): GameEvent {
  const blanks = forgets[event.kind]
  return blanks ? { ...event, ...blanks } : event
}
