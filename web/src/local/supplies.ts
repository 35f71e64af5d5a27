// What tables in the page load when they need it: rules, the list of games, boards.
import { loadEngine } from '../rules/load'
import type { Boards, Offered } from './catalogue'
import type { Supplies } from './tables'

const boards = import.meta.glob<{ default: Boards }>('../generated/boards/*.json')

export const supplies: Supplies = {
  engine: loadEngine,
  games: async () => (await import('../generated/games.json')).default as unknown as readonly Offered[],
  boards: async (slug) => (await boards[`../generated/boards/${slug}.json`]?.())?.default ?? { by: [], whose: {}, drawings: [] },
}
