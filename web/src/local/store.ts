// Where the logs of tables in the page are stored: in the browser's database, each entry before it is shown.
import type { Status } from '../lib/protocol'
import type { Entry } from './journal'

/** What lists show of a table. */
export interface Head {
  code: string
  game: string
  players: number
  status: Status
  names: string[]
  /** When it last changed, in milliseconds. */
  at: number
}

export interface Store {
  /** The entries of a table after a version, in order. */
  entries(code: string, after?: number): Promise<Entry[]>
  /**
   * Stores entries from a version on, and the head if it changes: all or nothing; fails if one of these versions
   * already exists.
   */
  append(code: string, v: number, entries: readonly Entry[], head?: Head): Promise<void>
  drop(code: string): Promise<void>
}

/** For tests, and for private windows without a database: lasts as long as the page. */
export class MemoryStore implements Store {
  private readonly logs = new Map<string, string[]>()

  entries(code: string, after = 0): Promise<Entry[]> {
    return Promise.resolve((this.logs.get(code) ?? []).slice(after).map((text) => JSON.parse(text) as Entry))
  }

  append(code: string, v: number, entries: readonly Entry[]): Promise<void> {
    const log = this.logs.get(code) ?? []
    if (log.length !== v - 1) return Promise.reject(new Error(`there is a version ${v} of ${code} already`))
    this.logs.set(code, [...log, ...entries.map((entry) => JSON.stringify(entry))])
    return Promise.resolve()
  }

  drop(code: string): Promise<void> {
    this.logs.delete(code)
    return Promise.resolve()
  }
}

const [JOURNAL, HEADS] = ['journal', 'heads']

export class DatabaseStore implements Store {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(name = 'hatbox'): Promise<DatabaseStore> {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(JOURNAL, { keyPath: ['code', 'v'] })
      asked.result.createObjectStore(HEADS, { keyPath: 'code' })
    }
    return new DatabaseStore(await answered(asked))
  }

  async entries(code: string, after = 0): Promise<Entry[]> {
    const range = IDBKeyRange.bound([code, after + 1], [code, Infinity])
    const rows: { entry: Entry }[] = await answered(
      this.database.transaction(JOURNAL).objectStore(JOURNAL).getAll(range),
    )
    return rows.map((row) => row.entry)
  }

  append(code: string, v: number, entries: readonly Entry[], head?: Head): Promise<void> {
    // Only a new table, of which nothing would be lost, does not wait for the disk.
    const work = this.database.transaction([JOURNAL, HEADS], 'readwrite', { durability: v > 1 ? 'strict' : 'relaxed' })
    entries.forEach((entry, k) => work.objectStore(JOURNAL).add({ code, v: v + k, entry }))
    if (head) work.objectStore(HEADS).put(head)
    return done(work)
  }

  /** The heads of all tables. */
  heads(): Promise<Head[]> {
    return answered(this.database.transaction(HEADS).objectStore(HEADS).getAll())
  }

  close(): void {
    this.database.close()
  }

  drop(code: string): Promise<void> {
    const work = this.database.transaction([JOURNAL, HEADS], 'readwrite')
    work.objectStore(JOURNAL).delete(IDBKeyRange.bound([code, 0], [code, Infinity]))
    work.objectStore(HEADS).delete(code)
    return done(work)
  }
}

function answered<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('the database did not answer'))
  })
}

function done(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve()
    work.onabort = () => reject(work.error ?? new Error('nothing was kept'))
  })
}
