// A game night as this device knows it: asked again as soon as something has changed.
import { untrack } from 'svelte'
import { api, ApiError } from './api'
import { givenNames } from './house.svelte'
import { t } from './language.svelte'
import type { GivenName, NightInfo } from './protocol'
import { clock } from './ticking.svelte'

const PAUSE = 2000 // milliseconds until a lost server is asked again

export class NightStore {
  info = $state.raw<NightInfo | null>(null)
  missing = $state(false)
  lost = $state(false)
  /** When the next round starts by itself, by this device's clock. */
  private startsAt = $state<number | null>(null)
  private closed = false
  private shown = 0

  constructor(readonly code: string) {}

  /** Follow the night until the page is left. */
  follow(): () => void {
    untrack(() => void this.listen()) // what it reads must not start it again
    return () => (this.closed = true)
  }

  /** What a request of ours answered counts; news asked for before may still be for somebody who has not joined. */
  show(info: NightInfo): void {
    this.shown++
    if (this.closed) return
    this.info = info
    this.startsAt = info.next_in === null ? null : Date.now() + info.next_in * 1000
    remember(info)
  }

  /** Milliseconds until the next round starts by itself. */
  get left(): number | null {
    return this.startsAt === null ? null : Math.max(0, this.startsAt - clock.now)
  }

  private async listen(): Promise<void> {
    while (!this.closed && !this.missing) {
      try {
        const before = this.shown
        const found = await (this.info ? api.nightNews(this.code, this.info.mark) : api.night(this.code))
        this.lost = false
        if (before === this.shown) this.show(found)
      } catch (error) {
        this.missing = error instanceof ApiError && error.code === 'no_night'
        this.lost = true
        if (!this.missing) await new Promise((done) => setTimeout(done, PAUSE))
      }
    }
  }
}

/** The tables to which this page has brought somebody: going back from one is no way to be sent there again. */
const brought = new Set<string>()

/** Whether somebody should be brought to this table now. */
export function isNewTable(code: string): boolean {
  if (!code || brought.has(code)) return false
  brought.add(code)
  return true
}

const STORE = 'hatbox.nights' // kept as long as this tab: tables by their codes, with the codes of their nights

/** Spectators find the way back: the server tells a night's code to the players of a table alone. */
function remember(info: NightInfo): void {
  const codes = info.played.flatMap((round) => round.tables.map((table) => table.code))
  try {
    const known = Object.fromEntries(codes.map((code) => [code, info.code]))
    sessionStorage.setItem(STORE, JSON.stringify({ ...seen(), ...known }))
  } catch {
    // no storage: the button leads home
  }
}

const seen = () => JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, string>

/** The night of a table that this tab has seen in its list. */
export function nightOf(table: string): string {
  try {
    return seen()[table] ?? ''
  } catch {
    return ''
  }
}

/** A given name with its meaning, where that is another word in the language of this device. */
export function meaningOf({ name, animal }: GivenName): string {
  const own = givenNames()[animal] ?? ''
  return own && !name.startsWith(own) ? `${name} (${own})` : name
}

const NIGHT_LETTERS = 9

/** Whether what somebody typed is a night's code: it has a letter more than a table's. */
export const isNightCode = (typed: string): boolean => typed.match(/[\p{L}01]/gu)?.length === NIGHT_LETTERS

/** Whether there is something to rank: a game, or a round that somebody sat out. */
export const isScored = (info: NightInfo): boolean => info.standing.some((row) => row.games + row.byes > 0)

/** What the list of people is: who has come, how it stands, or how it ended. */
export function headingOf(info: NightInfo, final: boolean): string {
  if (final) return t('night_final')
  return isScored(info) || !info.standing.length
    ? t('night_standing')
    : t('players_count', { count: info.standing.length })
}

/** Points as people read them. */
export const pointsText = (points: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(points)
