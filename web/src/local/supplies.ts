// What tables in the page load on demand: rules, the list of games, boards.
import { loadEngine } from '../rules/load'
import type { Boards, Offered } from './catalogue'
import type { Supplies } from './tables'

// Both are written by `hatbox wasm`: types are checked without them, so nothing imports them by name.
const lists = import.meta.glob<{ default: readonly Offered[] }>('../generated/games.json')
const boards = import.meta.glob<{ default: Boards }>('../generated/boards/*.json')

export const supplies: Supplies = {
  engine: loadEngine,
  games: async () => (await lists['../generated/games.json']?.())?.default ?? [],
  boards: async (slug) =>
    (await boards[`../generated/boards/${slug}.json`]?.())?.default ?? { by: [], whose: {}, drawings: [] },
}
