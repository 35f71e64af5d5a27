// A replay as one file that plays offline: the game's built player, with this game's moves, words and fonts inside.
import { api } from './api'
import { download } from './download'
import type { Messages } from './words'
import type { Film, Reel } from './film.svelte'
import { words } from './language.svelte'
import type { TableInfo } from './protocol'
import { packed } from './pack'

const players = import.meta.glob<string>('../generated/player/*.txt', { query: '?url', import: 'default' })
const fonts = import.meta.glob<string>('/node_modules/@fontsource-variable/*/files/*-wght-normal.woff2', {
  query: '?url',
  import: 'default',
  eager: true,
})
const playerOf = (slug: string) => players[`../generated/player/${slug}.txt`]

/** The contents of a saved replay. */
export interface Saved {
  language: string
  table: TableInfo
  at: number
  words: Record<string, Messages>
  reels: Record<string, Reel>
}

export const SLOT = 'HATBOX_REPLAY'
/** Precedes the name of a font in a player's styles. */
const FONT_SLOT = /https:\/\/font\.invalid\/([\w-]+\.woff2)/g

export function canSave(slug: string): boolean {
  return playerOf(slug) !== undefined
}

export async function saveReplay(film: Film): Promise<void> {
  const load = playerOf(film.table.game)
  if (!load) return
  const [address, reels] = await Promise.all([load(), film.everything()])
  const page = await withFonts(await (await fetch(address)).text())
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

/** The page with its font files inside. */
async function withFonts(page: string): Promise<string> {
  const named = [...new Set([...page.matchAll(FONT_SLOT)].map((found) => found[1] ?? ''))]
  const inside = new Map(await Promise.all(named.map(async (name) => [name, await asData(name)] as const)))
  return page.replace(FONT_SLOT, (_, name: string) => inside.get(name) ?? '')
}

async function asData(name: string): Promise<string> {
  const address = Object.entries(fonts).find(([path]) => path.endsWith(`/${name}`))?.[1]
  if (!address) throw new Error(`the app has no font ${name}`)
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
  return `data:font/woff2;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** The record of a game on this device, which `hatbox verify` reads. */
export async function saveRecord(table: TableInfo): Promise<void> {
  download(`hatbox-${table.game}-${table.code}.json`, await api.record(table.code), 'application/json')
}
