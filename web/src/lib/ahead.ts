// Loads what a table's page will need while the home page is shown, or while the table is being made.
import { loadGame } from '../games/load'

const A_MOMENT = 1_000 // milliseconds
const tablePage = () => import('../shell/TablePage.svelte')

/** Shortly after the page was drawn: the worker with its tables, and all games if they are cached on this device; a first visit has enough to load. */
export function prepareTables(): void {
  setTimeout(async () => {
    const { wake, prepare } = await import('../local/link')
    if (!navigator.serviceWorker?.controller) return wake()
    await tablePage()
    prepare()
  }, A_MOMENT)
}

/** Page, board, words and rules of the chosen game. */
export async function loadAhead(game: string): Promise<void> {
  await Promise.allSettled([
    tablePage(),
    loadGame(game),
    import('../rules/load').then(({ loadRules }) => loadRules(game)),
  ])
}
