// A replay as one file that plays offline: the built player of the game, with this game's moves and words inside.
import { api } from './api'
import { download } from './download'
import type { Messages } from './words'
import type { Film, Reel } from './film.svelte'
import { words } from './language.svelte'
import type { TableInfo } from './protocol'
import { packed } from './pack'

const players = import.meta.glob<string>('../generated/player/*.txt', { query: '?url', import: 'default' })
const playerOf = (slug: string) => players[`../generated/player/${slug}.txt`]

/** What lies inside a saved replay. */
export interface Saved {
  language: string
  table: TableInfo
  at: number
  words: Record<string, Messages>
  reels: Record<string, Reel>
}

export const SLOT = 'HATBOX_REPLAY'

export function canSave(slug: string): boolean {
  return playerOf(slug) !== undefined
}

export async function saveReplay(film: Film): Promise<void> {
  const load = playerOf(film.table.game)
  if (!load) return
  const [address, reels] = await Promise.all([load(), film.everything()])
  const page = await (await fetch(address)).text()
  const saved: Saved = {
    language: words.language,
    table: film.table,
    at: film.at,
    words: words.kept(['shell', film.table.game]),
    reels,
  }
  const html = page.replace(SLOT, await packed(saved))
  download(`hatbox-${film.table.game}-${film.table.code}.html`, html, 'text/html')
}

/** The record of a game on this device, which `hatbox verify` reads. */
export async function saveRecord(table: TableInfo): Promise<void> {
  download(`hatbox-${table.game}-${table.code}.json`, await api.record(table.code), 'application/json')
}
