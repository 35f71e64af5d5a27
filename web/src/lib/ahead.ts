// What a table's page will need, loaded while somebody still looks at the home page, or while the table is being made.
import { loadGame } from '../games/load'

const A_MOMENT = 1_000 // milliseconds
const tablePage = () => import('../shell/TablePage.svelte')

/** A moment after the page was drawn: the worker with its tables, and all games if this device keeps them; a first visit has enough to load. */
export function prepareTables(): void {
  setTimeout(async () => {
    const { wake, prepare } = await import('../local/link')
    if (!navigator.serviceWorker?.controller) return wake()
    await tablePage()
    prepare()
  }, A_MOMENT)
}

/** Page, board, words and rules of a game that was chosen. */
export async function loadAhead(game: string): Promise<void> {
  await Promise.allSettled([
    tablePage(),
    loadGame(game),
    import('../rules/load').then(({ loadRules }) => loadRules(game)),
  ])
}
