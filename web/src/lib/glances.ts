// Positions for small pictures; a table is asked again only after it has changed.
import { loadGame } from '../games/load'
import type { GameModule } from '../games/types'
import { api } from './api'
import type { Glance, Listed } from './protocol'
import { during } from './ready'

export interface Look extends Glance {
  game: GameModule
}

const kept = new Map<string, { since: number; look: Look }>()
const REST = 150 // milliseconds
let last: Promise<unknown> = Promise.resolve()
let scrolled = -Infinity
addEventListener('scroll', () => (scrolled = performance.now()), { passive: true })

/** The position of a table; null if there is none. One after another, so that the page stays smooth. */
export function glanceAt(table: Listed, isWanted: () => boolean): Promise<Look | null> {
  const found = last.then(rest).then(() => (isWanted() ? (known(table) ?? ask(table)) : null))
  last = found
  return during(found)
}

function known({ code, since }: Listed): Look | null {
  const found = kept.get(code)
  return found && since && found.since === since ? found.look : null
}

async function ask({ code, game, since }: Listed): Promise<Look | null> {
  try {
    const [glance, module] = await Promise.all([api.glance(code), loadGame(game)])
    const look = { ...glance, game: module }
    kept.set(code, { since, look })
    return look
  } catch {
    return null // keep the game's own picture
  }
}

/** Wait until nothing scrolls and the browser is idle: pictures that only pass by are not needed. */
async function rest(): Promise<void> {
  while (performance.now() - scrolled < REST) await new Promise((done) => setTimeout(done, REST))
  await new Promise<unknown>((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 300 }) : setTimeout(done, 20),
  )
}
