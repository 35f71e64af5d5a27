// Replays a record in the browser, so that nobody has to trust the table.
import type { Value } from './description'
import type { Engine } from './engine'

export interface Recorded {
  ruleset: number
  players: number
  options: Readonly<Record<string, Value>>
  seed: string
  forks: readonly { ply: number; seed: string }[]
  actions: readonly number[]
}

/** Whether every move was legal when it was made; forks must be of the kind that redraws hidden information. */
export function playsThrough(engine: Engine, { ruleset, players, options, seed, forks, actions }: Recorded): boolean {
  if (engine.about.ruleset !== ruleset) return false
  engine.begin(players, options, BigInt(seed))
  return [...actions, null].every((action, ply) => {
    for (const fork of forks) if (fork.ply === ply) engine.redraw(-1, BigInt(fork.seed))
    if (action === null) return true
    const possible = !engine.over && engine.legal().includes(action)
    if (possible) engine.play(action)
    return possible
  })
}
