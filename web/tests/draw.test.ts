import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SeatInfo, TableInfo } from '../src/lib/protocol'
import { sha256 } from '../src/lib/sha256'

const sent: [string, string, string][] = []
let refusing = false
const answer = (what: string) => (code: string, text: string) => {
  sent.push([what, code, text])
  return refusing ? Promise.reject(new Error('too late')) : Promise.resolve(null)
}
vi.mock('../src/lib/api', () => ({
  api: {
    commit: (code: string, text: string) => answer('commit')(code, text),
    open: (code: string, text: string) => answer('open')(code, text),
  },
}))

const PROMISE = 'a'.repeat(64)
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})

function table(more: Partial<TableInfo>, commitment = ''): TableInfo {
  const seats = [
    { mine: false, commitment: '' },
    { mine: true, commitment },
  ] as SeatInfo[]
  return { code: 'AAAAA', status: 'waiting', seats, seed_hash: '', drawing: false, ...more } as TableInfo
}

/** A page that has just been opened on this device. */
async function page() {
  vi.resetModules()
  return import('../src/lib/draw')
}

const settle = () => new Promise((done) => setTimeout(done))

describe("this device's part in the dice", () => {
  beforeEach(() => {
    stored.clear()
    sent.length = 0
    refusing = false
  })

  it('commits once while people gather, and opens once after the promise', async () => {
    const { keptOf, takePart } = await page()
    takePart(table({}))
    takePart(table({}))
    await settle()
    const number = keptOf('AAAAA').number ?? ''
    expect(number).toMatch(/^[0-9a-f]{64}$/)
    expect(sent).toEqual([['commit', 'AAAAA', sha256(number)]])
    takePart(table({}, sha256(number)))
    takePart(table({ status: 'preparing', drawing: true, seed_hash: PROMISE }, sha256(number)))
    takePart(table({ status: 'preparing', drawing: true, seed_hash: PROMISE }, sha256(number)))
    await settle()
    takePart(table({ status: 'playing', seed_hash: PROMISE }, sha256(number)))
    await settle()
    expect(sent.slice(1)).toEqual([['open', 'AAAAA', number]])
    expect(keptOf('AAAAA')).toEqual({ number, promise: PROMISE, opened: true })
  })

  it('opens after the page was closed and opened again', async () => {
    const before = await page()
    before.takePart(table({}))
    await settle()
    const after = await page()
    const number = after.keptOf('AAAAA').number ?? ''
    after.takePart(table({ status: 'preparing', drawing: true, seed_hash: PROMISE }, sha256(number)))
    await settle()
    expect(sent.at(-1)).toEqual(['open', 'AAAAA', number])
  })

  it('keeps the first promise, and opens nothing under another one', async () => {
    const { keep, keptOf, takePart } = await page()
    keep('AAAAA', { number: '7'.repeat(64) })
    takePart(table({ drawing: true, status: 'preparing', seed_hash: PROMISE }))
    takePart(table({ drawing: true, status: 'preparing', seed_hash: 'b'.repeat(64) }, sha256('7'.repeat(64))))
    await settle()
    expect(keptOf('AAAAA').promise).toBe(PROMISE)
    expect(sent).toEqual([])
  })

  it('opens nothing that the table has not noted, and leaves the number of another device alone', async () => {
    const { keep, takePart } = await page()
    takePart(table({}, 'c'.repeat(64)))
    keep('AAAAA', { number: '7'.repeat(64) })
    takePart(table({ drawing: true, status: 'preparing', seed_hash: PROMISE }, 'c'.repeat(64)))
    await settle()
    expect(sent).toEqual([])
  })

  it('goes on without a number that came too late', async () => {
    const { keep, keptOf, takePart } = await page()
    refusing = true
    keep('AAAAA', { number: '7'.repeat(64) })
    takePart(table({ drawing: true, status: 'preparing', seed_hash: PROMISE }, sha256('7'.repeat(64))))
    await settle()
    expect(keptOf('AAAAA').opened).toBeUndefined()
  })

  it('takes no part as a spectator, nor where the table has promised its dice already', async () => {
    const { takePart } = await page()
    takePart({ ...table({}), seats: [{ mine: false, commitment: '' }] as SeatInfo[] })
    takePart(table({ seed_hash: PROMISE }))
    await settle()
    expect(sent).toEqual([])
  })

  it('loses nothing that another tab has kept', async () => {
    const [one, other] = [await page(), await page()]
    one.keep('AAAAA', { number: '1' })
    other.keep('BBBBB', { number: '2' })
    one.keep('AAAAA', { promise: PROMISE })
    expect(other.keptOf('AAAAA')).toEqual({ number: '1', promise: PROMISE })
    expect(one.keptOf('BBBBB')).toEqual({ number: '2' })
  })

  it('works without storage', async () => {
    vi.stubGlobal('localStorage', undefined)
    const { keptOf, takePart } = await page()
    takePart(table({}))
    await settle()
    expect(keptOf('AAAAA').number).toHaveLength(64)
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
  })
})
