import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonical, checkMoves, checkRecord, flawSoFar } from '../src/lib/fair'
import type { TableInfo } from '../src/lib/protocol'
import { sha256 } from '../src/lib/sha256'
import { Engine } from '../src/rules/engine'
import records from './records.json' // written by `python -m tests.forging`

const { genuine, forged, named, secret } = records
const seal = (text: string) => (JSON.parse(text) as { seal: string }).seal
const promise = (text: string) => (JSON.parse(text) as { draw: { promise: string } }).draw.promise

/** The table at which a record was played, as far as that is checked. */
function tableOf(text: string): TableInfo {
  const { game, players, options, names, draw } = JSON.parse(text) as {
    game: string
    players: number
    options: object
    names: string[]
    draw: { promise: string }
  }
  return {
    game,
    players,
    options,
    seats: names.map((name) => ({ name })),
    seed_hash: draw.promise,
    forked_from: null,
  } as unknown as TableInfo
}

function engineOf(text: string): Engine {
  const { game } = JSON.parse(text) as { game: string }
  const file = join(import.meta.dirname, '..', 'src', 'generated', `${game}.wasm`)
  if (!existsSync(file)) throw new Error('run make web: the rules are not compiled yet')
  return new Engine(new WebAssembly.Module(readFileSync(file)))
}

describe('SHA-256', () => {
  it('fits the test vectors of the standard', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    )
    expect(sha256('a'.repeat(1_000_000))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0')
  })

  it('agrees with another implementation at every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'ü'.repeat(length >> 1) + 'x'.repeat(length & 1)
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })
})

describe('a record in the browser', () => {
  it.each(Object.entries(genuine))('is genuine: %s', (_name, text) => {
    expect(checkRecord(text).flaw).toBe('')
  })

  it.each(Object.entries(forged))('is refused: %s', (_name, text) => {
    expect(checkRecord(text).flaw === '' && checkMoves(engineOf(text), text) === true).toBe(false)
  })

  it('is played again with its own dice and forks', () => {
    for (const text of [genuine.genuine, genuine['odd names'], genuine.forked, named])
      expect(checkMoves(engineOf(text), text)).toBe(true)
    const other = JSON.stringify({ ...(JSON.parse(genuine.forked) as object), seed: '1' })
    expect(checkMoves(engineOf(other), other), 'with other dice the moves do not fit').toBe(false)
    expect(checkMoves(engineOf(forged['old sixes']), forged['old sixes']), 'only the table knows how').toBeNull()
  })

  it('says whose numbers are in the dice', () => {
    expect(checkRecord(genuine.genuine)).toMatchObject({
      mixed: ['Ada'],
      late: ['Ben'],
      old: false,
      forkedAt: 0,
      seal: seal(genuine.genuine),
    })
    expect(checkRecord(genuine.alone)).toMatchObject({ mixed: [], late: [] })
    expect(checkRecord(genuine.forked).forkedAt).toBe(4)
    expect(checkRecord(genuine.old).old).toBe(true)
  })

  it('says that a promise cannot be checked once a name of it was removed', () => {
    expect(checkRecord(genuine.nameless, { seal: seal(genuine.genuine) })).toMatchObject({ flaw: '', removed: true })
    expect(checkRecord(genuine.genuine).removed).toBe(false)
    const marked = JSON.stringify({ ...(JSON.parse(genuine.genuine) as object), removed: [0] })
    expect(checkRecord(marked).flaw, 'the mark is sealed').toBe('fair_dice_bad')
  })

  it('must keep the first promise that this device saw', () => {
    expect(checkRecord(genuine.genuine, { promise: promise(genuine.genuine) }).flaw).toBe('')
    expect(checkRecord(genuine.genuine, { promise: promise(genuine.alone) }).flaw).toBe('fair_dice_other')
  })

  it('must hold the number that this device opened', () => {
    expect(checkRecord(genuine.genuine, { number: secret, opened: true }).flaw).toBe('')
    expect(checkRecord(genuine.genuine, { number: '00', opened: true }).flaw).toBe('fair_dice_mine')
    expect(checkRecord(genuine.genuine, { number: '00', opened: false }).flaw, 'it came too late').toBe('')
  })

  it('must be the one that this device saw at the end', () => {
    expect(checkRecord(genuine.genuine, { seal: seal(genuine.genuine) }).flaw).toBe('')
    expect(checkRecord(genuine.genuine, { seal: seal(genuine.alone) }).flaw).toBe('fair_dice_bad')
  })

  it('must be that of the table', () => {
    const table = tableOf(genuine.genuine)
    expect(checkRecord(genuine.genuine, {}, table).flaw).toBe('')
    expect(checkRecord(genuine['odd names'], {}, table).flaw).toBe('fair_dice_bad')
    expect(checkRecord(genuine.genuine, {}, { ...table, seed_hash: promise(genuine.alone) }).flaw).toBe('fair_dice_bad')
  })

  it('vouches after its last fork only, and is not that of a table which left no other game', () => {
    const { forkedAt, flaw } = checkRecord(named)
    expect([flaw, forkedAt > 30]).toEqual(['', true])
    expect(checkRecord(named, {}, tableOf(named)).flaw).toBe('fair_dice_bad')
    expect(checkRecord(named, {}, { ...tableOf(named), forked_from: { code: 'ABCDE', ply: forkedAt } }).flaw).toBe('')
  })

  it('must be readable at all', () => {
    for (const text of ['', '[]', 'null', '{}', '{"format":2}', '{"format":3}', genuine.genuine.slice(0, -9)])
      expect(checkRecord(text).flaw).toBe('fair_dice_bad')
  })

  it('is not needed to see that a promise was changed, or a number left out', () => {
    const table = { ...tableOf(genuine.genuine), seats: [{ mine: true, share: 'late' }] } as TableInfo
    const first = promise(genuine.genuine)
    expect(flawSoFar(table, { promise: first })).toBe('')
    expect(flawSoFar(table, { promise: promise(genuine.alone) })).toBe('fair_dice_other')
    expect(flawSoFar(table, { promise: first, opened: true })).toBe('fair_dice_mine')
    expect(
      flawSoFar({ ...table, seats: [{ mine: true, share: 'player' }] } as TableInfo, { promise: first, opened: true }),
    ).toBe('')
  })

  it('is hashed with its keys in order', () => {
    expect(canonical({ b: [1, { d: null, c: 'ä' }], a: true })).toBe('{"a":true,"b":[1,{"c":"ä","d":null}]}')
  })
})
