// What my moves would do from here: the rules are loaded once moves can be tried, and every position is computed once.
import type { Engine } from '../rules/engine'
import { blind, type Foresee, foreseeFrom } from '../rules/foresight'
import { loadEngine } from '../rules/load'
import type { Now } from './protocol'
import { during } from './ready'

export class Tries {
  private engine = $state.raw<Engine | null>(null)
  private seen: { now: Now; foresee: Foresee } | null = null

  /** Loads the rules if moves can be tried in the position. */
  prepare(game: string, now: Now | null): void {
    if (now?.known && !this.engine)
      void during(loadEngine(game)).then(
        (engine) => (this.engine = engine),
        () => undefined,
      )
  }

  from(now: Now | null, aid: boolean): Foresee {
    const { engine } = this
    if (!engine || !now?.known) return blind
    if (this.seen?.now !== now) this.seen = { now, foresee: foreseeFrom(engine, now.known, now.turn, aid) }
    return this.seen.foresee
  }
}
