// What a move would do: the rules play it on the position as the seat knows it, and say what happens.
import type { GameEvent, View } from '../lib/protocol'
import type { Engine, Refusal } from './engine'

/** What a sequence of my actions would do. */
export interface Foreseen {
  /** What happens until something is drawn at random. */
  events: readonly GameEvent[]
  /** What I could do next; empty if my turn is over or something was drawn. */
  legal: readonly number[]
  /** The position then; null if something was drawn. */
  view: View | null
  /** Why I could not do something then. */
  refusal(action: number): Refusal
}

/** Looks ahead; null if that is impossible: an action is illegal, or the rules are not loaded (yet). */
export type Foresee = (...actions: readonly number[]) => Foreseen | null

export const blind: Foresee = () => null

/**
 * Looks ahead from the record that a table sent (its layout, a colon, base64); every result is cached, because pictures
 * and sentences ask for the same.
 */
export function foreseeFrom(engine: Engine, known: string, seat: number, aid: boolean): Foresee {
  const position = positionOf(engine, known)
  return position ? foreseeAt(engine, position, seat, aid) : blind
}

/** The position that a table sent; null if the table has different rules from this page. */
export function positionOf(engine: Engine, known: string): Uint8Array | null {
  const [layout, record = ''] = known.split(':')
  return layout === engine.about.layout ? Uint8Array.from(atob(record), (letter) => letter.charCodeAt(0)) : null
}

export function foreseeAt(engine: Engine, position: Uint8Array, seat: number, aid: boolean): Foresee {
  const kept = new Map<string, Look | null>()

  function look(actions: readonly number[]): Look | null {
    const key = actions.join()
    let found = kept.get(key)
    if (found === undefined) {
      found = actions.length
        ? next(look(actions.slice(0, -1)), actions.at(-1) ?? -1)
        : new Look(engine, position, seat, aid)
      kept.set(key, found)
    }
    return found
  }

  function next(before: Look | null, action: number): Look | null {
    if (!before?.legal.includes(action)) return null
    engine.position = before.position
    engine.play(action)
    const { events, chance } = engine.untilChance(seat)
    return new Look(engine, engine.position, seat, aid, [...before.events, ...(events as GameEvent[])], chance)
  }

  return (...actions) => look(actions)
}

class Look implements Foreseen {
  readonly legal: readonly number[]
  private shown: View | null = null

  constructor(
    private readonly engine: Engine,
    readonly position: Uint8Array,
    private readonly seat: number,
    private readonly aid: boolean,
    readonly events: readonly GameEvent[] = [],
    private readonly chance = false,
  ) {
    engine.position = position
    this.legal = chance || engine.turn !== seat ? [] : engine.legal()
  }

  get view(): View | null {
    if (this.chance) return null
    this.engine.position = this.position
    this.shown ??= this.engine.view(this.seat, this.aid) as unknown as View
    return this.shown
  }

  refusal(action: number): Refusal {
    this.engine.position = this.position
    return this.engine.refusal(action)
  }
}

/** Everything that could follow from some actions, as far as `goOn` says, each with the actions that lead there. */
export function allFrom(
  foresee: Foresee,
  actions: readonly number[],
  goOn: (seen: Foreseen) => boolean,
): { actions: readonly number[]; seen: Foreseen }[] {
  const seen = foresee(...actions)
  if (!seen) return []
  if (!seen.legal.length || !goOn(seen)) return [{ actions, seen }]
  return seen.legal.flatMap((action) => allFrom(foresee, [...actions, action], goOn))
}
