// Warnings before a move: a seat with this help is asked again before it gives much away.
import { api } from './api'
import type { Now, Warning } from './protocol'
import { begin } from './ready'
import type { TableStore } from './table.svelte'

const PATIENCE = 3_000 // milliseconds that a move waits for an answer at most; a table answers sooner

/** A move that waits for its player's decision. */
export interface Doubt {
  action: number
  lost: number
  better: NonNullable<Warning['better']>
}

export class Warner {
  doubt = $state.raw<Doubt | null>(null)
  /** The table is being asked about a move that is not made yet. */
  asks = $state(false)

  constructor(private readonly store: TableStore) {}

  /** Whether a move must be checked: the seat has this help and a choice. */
  isDue(action: number): boolean {
    const { now, table, legal } = this.store
    return (
      (table?.seats[now?.turn ?? -1]?.help.warned ?? 0) > 0 &&
      legal.length > 1 &&
      legal.some((choice) => choice.action === action)
    )
  }

  /** A new position: nothing waits any more, and if I am to be warned the table thinks ahead. */
  look(now: Now | null): void {
    this.doubt = null
    const { table, code } = this.store
    const seat = now?.turn ?? -1
    if (table?.seats[seat]?.help.warned && (now?.legal[String(seat)]?.length ?? 0) > 1)
      api.warning(code, seat).catch(() => undefined)
  }

  /** Asks about a move; without an answer or a warning it is played. */
  async ask(action: number): Promise<void> {
    if (this.asks) return
    const { code, now } = this.store
    const [ply, seat] = [now?.ply, now?.turn ?? -1]
    const answered = begin()
    this.asks = true
    this.doubt = null
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))
    const found = await Promise.race([api.warning(code, seat, action).catch(() => null), late])
    this.asks = false
    if (this.store.now?.ply === ply) {
      if (found?.better) this.doubt = { action, lost: found.lost, better: found.better }
      else this.store.play(action)
    }
    answered()
  }

  /** Nothing waits for a decision any more. */
  forget(): void {
    this.doubt = null
  }
}
