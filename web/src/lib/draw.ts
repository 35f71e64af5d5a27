// This device's part in the dice: a secret number for each table, and the first promise that the table made.
// Stored in the browser, so that a closed tab or a lost connection costs nothing.
import { api } from './api'
import type { Kept } from './fair'
import type { TableInfo } from './protocol'
import { sha256 } from './sha256'

const STORE = 'hatbox.dice'
const MOST = 200 // tables, the latest ones

let memory: Record<string, Kept> = {} // without storage it lasts as long as the page

/** Read again each time: other tabs write too. */
function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '') as Record<string, Kept>
  } catch {
    return memory
  }
}

/** What this device knows of a table. */
export function keptOf(code: string): Kept {
  return all()[code] ?? {}
}

export function keep(code: string, more: Kept): void {
  const { [code]: before, ...others } = all()
  memory = Object.fromEntries([...Object.entries(others), [code, { ...before, ...more }] as const].slice(-MOST))
  try {
    localStorage.setItem(STORE, JSON.stringify(memory))
  } catch {
    // a private window without storage
  }
}

/** A number that nobody can guess; this works without https too. */
export function secretNumber(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const asking = new Set<string>() // requests in progress

async function once(what: string, work: () => Promise<unknown>): Promise<void> {
  if (asking.has(what)) return
  asking.add(what)
  try {
    await work()
  } catch {
    // too late, or no connection: the game continues without this number, and its record says so
  } finally {
    asking.delete(what)
  }
}

/** Commit to a number while players gather, open it once the table has made its promise; a restarted server is told again. */
export function takePart(table: TableInfo): void {
  const { code, seed_hash: promise } = table
  const mine = table.seats.find((seat) => seat.mine)
  const kept = keptOf(code)
  if (promise && !kept.promise) keep(code, { promise })
  if (!mine) return
  if (table.status === 'waiting' && !promise && !mine.commitment)
    void once(`commit ${code}`, () => commit(code, kept.number ?? secretNumber()))
  if (table.drawing && kept.number && mayOpen(kept, mine.commitment, promise))
    void once(`open ${code}`, () => open(code, kept.number as string))
}

/** Never open a number under two promises, or one that the table has not listed. */
function mayOpen({ number, promise: first }: Kept, noted: string | undefined, promise: string): boolean {
  return sha256(number ?? '') === noted && (first ?? promise) === promise
}

async function commit(code: string, number: string): Promise<void> {
  keep(code, { number })
  await api.commit(code, sha256(number))
}

async function open(code: string, number: string): Promise<void> {
  await api.open(code, number)
  keep(code, { opened: true })
}
