// Foresight for tests: what each action would do is said beforehand.
import type { GameEvent, View } from '../src/lib/protocol'
import type { Foresee } from '../src/rules/foresight'

interface Told {
  events?: readonly GameEvent[]
  legal?: readonly number[]
  view?: View | null
}

/** By the actions, joined with commas. */
export function foretold(
  known: Readonly<Record<string, readonly GameEvent[] | Told>>,
  refused = { rule: '', reason: '', given: {} },
): Foresee {
  return (...actions) => {
    const found = known[actions.join()]
    if (!found) return null
    const told: Told = Array.isArray(found) ? { events: found } : (found as Told)
    return { events: told.events ?? [], legal: told.legal ?? [], view: told.view ?? null, refusal: () => refused }
  }
}
