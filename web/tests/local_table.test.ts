import { describe, expect, it, vi } from 'vitest'
import { blake2b } from '../src/lib/blake2b'
import { canonical } from '../src/lib/fair'
import type { Hint, ReplayFrame, Review, TableInfo, Warning } from '../src/lib/protocol'
import { sha256 } from '../src/lib/sha256'
import { isLocal } from '../src/local/code'
import { readSeat, type Seat } from '../src/local/journal'
import { MemoryStore } from '../src/local/store'
import { asked, engineOf, GAMES, Guest, searching, tables } from './local'

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const me = { kind: 'me', name: 'Ida' }
const bots = (count: number) => Array.from({ length: count }, () => ({ kind: 'bot', level: '3' }))
const wish = (game: string, players: number, seats: unknown[] = [me, ...bots(players - 1)], more: object = {}) => ({
  game,
  players,
  options: {},
  aid: false,
  seats,
  start: true,
  ...more,
})

const SHORTER: Record<string, object> = { catch_the_hat: { roll_cap: 120 }, great_hall: { max_rounds: 12 } }
const KINDS = GAMES.flatMap(({ slug, players }) => players.map((count) => [slug, count] as const))

describe('the fingerprint', () => {
  it('is BLAKE2b', () => {
    expect(hex(blake2b(new TextEncoder().encode('abc'), 16))).toBe('cf4ab791c62b8d2b2109c90275287816')
    expect(hex(blake2b(new Uint8Array(300).fill(7), 6))).toBe('15a781312879')
  })
})

describe.each(KINDS)('%s for %i in the page', (slug, players) => {
  it('is played to its end, wakes up the same, and gives a record that fits', async () => {
    const store = new MemoryStore()
    const here = tables(store)
    const { code } = await asked<{ code: string }>(
      here,
      'tables',
      wish(slug, players, undefined, { options: SHORTER[slug] ?? {} }),
    )
    expect(isLocal(code)).toBe(true)
    const guest = await Guest.at(here, code)
    await guest.playOn(() => guest.moves.length > 40 && guest.legal.length > 0)
    const again = await Guest.at(tables(store), code)
    const fresh = await Guest.at(here, code)
    expect(JSON.stringify(again.frames)).toBe(JSON.stringify(fresh.frames))
    again.leave()
    fresh.leave()
    await guest.playOn()
    expect(guest.table?.status).toBe('over')
    const { frames } = await asked<{ frames: ReplayFrame[] }>(here, `tables/${code}/replay?seat=all`)
    expect(frames.at(-1)?.ply).toBe(guest.now?.ply)
    const text = await asked<object>(here, `records/${code}`)
    const copy = await asked<{ code: string }>(tables(), 'records', { record: JSON.stringify(text) })
    expect(isLocal(copy.code)).toBe(true)
  })
})

describe('a table in the page', () => {
  it('refuses what the rules refuse, in their words', async () => {
    for (const { slug } of GAMES) {
      const here = tables()
      const { code } = await asked<{ code: string }>(
        here,
        'tables',
        wish(slug, 3, [me, { ...me, name: 'Jo' }, { ...me, name: 'Kim' }], {
          options: slug === 'magic_hexagon' ? { hypnosis: false } : {},
        }),
      )
      const guest = await Guest.at(here, code)
      const engine = await engineOf(slug)
      engine.begin(3, guest.table?.options ?? {}, 7n)
      const illegal = Array.from({ length: engine.about.actions }, (_, action) => action)
        .filter((action) => !guest.legal.includes(action))
        .slice(0, 40)
      for (const action of illegal) {
        guest.act(action, `no ${action}`)
        await guest.until(() => guest.frames.at(-1)?.t === 'nack')
        expect(guest.frames.pop()).toMatchObject({ t: 'nack', code: 'illegal', ...engine.refusal(action) })
      }
    }
  })

  it('plays a move once, however often it is sent, and not on an old position', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(
      here,
      'tables',
      wish('great_hall', 3, [me, { kind: 'me' }, { kind: 'me' }]),
    )
    const guest = await Guest.at(here, code)
    const v = guest.v
    const action = guest.legal[0] ?? -1
    guest.act(action, 'twice')
    guest.act(action, 'twice')
    await guest.until(() => guest.frames.filter((frame) => frame.t === 'ack').length === 2)
    expect(guest.moves).toHaveLength(1)
    guest.act(guest.legal[0] ?? -1, 'late', v)
    await guest.until(() => guest.frames.at(-1)?.t === 'nack')
    expect(guest.frames.at(-1)).toMatchObject({ code: 'stale' })
  })

  it('takes back what may be taken back, and nothing after chance or a reveal', async () => {
    const here = tables()
    let [taken, kept] = [0, 0]
    for (const { slug } of GAMES) {
      const { code } = await asked<{ code: string }>(here, 'tables', wish(slug, 2, [me, { kind: 'me' }]))
      const guest = await Guest.at(here, code)
      for (let k = 0; k < 60 && !guest.now?.over; k++) {
        const [before, seat] = [JSON.stringify({ ...guest.now, undo: false }), guest.now?.turn ?? -1]
        const v = guest.v
        guest.act(guest.legal[k % guest.legal.length] ?? -1)
        await guest.until(() => guest.v > v && (guest.legal.length > 0 || guest.now?.over === true))
        const answer = await here.answer(`tables/${code}/undo`, { seat })
        expect(answer.status).toBe(guest.frames.at(-1)?.t === 'undone' ? 200 : 409)
        if (answer.status === 200) {
          expect(JSON.stringify({ ...guest.now, undo: false })).toBe(before)
          taken++
          const again = guest.v
          guest.act(guest.legal[k % guest.legal.length] ?? -1)
          await guest.until(() => guest.v > again && (guest.legal.length > 0 || guest.now?.over === true))
        } else kept++
      }
    }
    expect(taken).toBeGreaterThan(5)
    expect(kept).toBeGreaterThan(5)
  })

  it('shows each of several people on one device only what is theirs', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(
      here,
      'tables',
      wish('great_hall', 3, [me, { kind: 'me', name: 'Jo' }, { kind: 'me', name: 'Kim' }]),
    )
    const guest = await Guest.at(here, code)
    expect(Object.keys(guest.now?.views ?? {})).toEqual(['0', '1', '2'])
    expect(Object.keys(guest.now?.legal ?? {})).toEqual([String(guest.now?.turn)])
    const screen = await Guest.at(here, code, true)
    expect(Object.keys(screen.now?.views ?? {})).toEqual(['-1'])
    expect(screen.now?.legal).toEqual({})
    expect(screen.table?.seats.some((seat) => seat.mine)).toBe(false)
  })

  it('makes offers as often as somebody wants to be asked', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', wish('magic_hexagon', 2, [me, { kind: 'me' }]))
    const guest = await Guest.at(here, code)
    await asked(here, `tables/${code}/standing`, { seat: 1, answer: 'ask' })
    expect(guest.now?.standing[0]).toBe('once')
    const engine = await engineOf('magic_hexagon')
    const asks = [new Map<number, Record<string, unknown>>(), new Map()]
    await guest.playOn(() => {
      const { now } = guest
      if (now && guest.legal.includes(engine.about.decline))
        asks[now.turn]?.set(now.ply, now.views[now.turn] as unknown as Record<string, unknown>)
      return false
    })
    const [first, ...more] = asks[0]?.values() ?? []
    expect(first).toMatchObject({ hypnosis_matters: true })
    expect(first?.turn_index, 'not before their first move').toBeGreaterThanOrEqual(2)
    expect(more, 'once').toEqual([])
    expect(guest.now?.standing[0]).toBe('not_now')
    expect(asks[1]?.size).toBeGreaterThan(0)
  })

  it('gives hints as the seat has help, and counts them', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', {
      ...wish('hat_stairs', 2, [me, { kind: 'me' }]),
      start: false,
    })
    await asked(here, `tables/${code}/help`, { seat: 0, help: { hints: 5, warned: 0, aid: false } })
    await asked(here, `tables/${code}/start`, {})
    await expect(asked(here, `tables/${code}/hint`, { seat: 1 })).rejects.toMatchObject({ code: 'no_hints' })
    const first = await asked<{ moves: unknown[] }>(here, `tables/${code}/hint`, { seat: 0 })
    expect(first.moves).toHaveLength(3)
    expect(await asked(here, `tables/${code}/hint`, { seat: 0 })).toEqual(first)
    expect((await asked<TableInfo>(here, `tables/${code}`)).seats[0]).toMatchObject({ hints_left: 4, hints_taken: 1 })
  })

  it('warns as the seat has help, and only then', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', {
      ...wish('hat_stairs', 2, [me, { kind: 'me' }]),
      start: false,
    })
    await asked(here, `tables/${code}/help`, { seat: 0, help: { hints: 5, warned: 1, aid: false } })
    await asked(here, `tables/${code}/start`, {})
    const { moves } = await asked<Hint>(here, `tables/${code}/hint`, { seat: 0 })
    const [best, worse] = [moves[0]?.action, moves.find((move) => move.chance < (moves[0]?.chance ?? 0))?.action]
    expect(worse, 'some move is worse').toBeDefined()
    expect(await asked(here, `tables/${code}/warning`, { seat: 0, action: best })).toEqual({ lost: 0, better: null })
    const warning = await asked<Warning>(here, `tables/${code}/warning`, { seat: 0, action: worse })
    expect(warning.better).toEqual(moves[0])
    expect(warning.lost).toBeGreaterThan(0)
    await asked(here, `tables/${code}/warning`, { seat: 0, action: worse })
    expect((await asked<TableInfo>(here, `tables/${code}`)).seats[0]).toMatchObject({
      warnings_taken: 1,
      hints_taken: 1,
    })
    await expect(asked(here, `tables/${code}/warning`, { seat: 1, action: worse })).rejects.toMatchObject({
      code: 'not_your_turn',
    })
  })

  it('opens logs from before help had parts', () => {
    const old = { kind: 'person', name: 'Ida', level: '', help: 'some' } as unknown as Seat
    expect(readSeat(old).help).toEqual({ hints: 5, warned: 0, aid: false })
    expect(readSeat({ ...old, help: { hints: 0, warned: 80, aid: true } }).help.warned).toBe(80)
  })

  it('changes what is played before the game, and puts a bot in one seat', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', {
      ...wish('hat_stairs', 3, [me, { kind: 'open' }, { kind: 'me' }]),
      start: false,
    })
    await expect(asked(here, `tables/${code}/agree`, { players: 9 })).rejects.toMatchObject({ code: 'bad_game' })
    const fewer = await asked<TableInfo>(here, `tables/${code}/agree`, {
      players: 2,
      options: { steps: 8, hat_step: 4 },
      aid: true,
    })
    expect(fewer.seats.map((seat) => seat.kind)).toEqual(['person', 'person'])
    expect(fewer).toMatchObject({ players: 2, aid: true, options: { steps: 8 } })
    const more = await asked<TableInfo>(here, `tables/${code}/agree`, { players: 4 })
    expect(more.seats.map((seat) => seat.kind)).toEqual(['person', 'person', 'open', 'open'])
    await expect(asked(here, `tables/${code}/fill`, { level: '2', seat: 0 })).rejects.toMatchObject({
      code: 'seat_taken',
    })
    const filled = await asked<TableInfo>(here, `tables/${code}/fill`, { level: '2', seat: 3 })
    expect(filled.seats.map((seat) => seat.kind)).toEqual(['person', 'person', 'open', 'bot'])
  })

  it('goes on with the next game, and another one begins', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', wish('magic_hexagon', 3))
    const guest = await Guest.at(here, code)
    await guest.playOn()
    const next = await asked<{ code: string }>(here, `tables/${code}/rematch`, {})
    expect(await asked(here, `tables/${code}/rematch`, {})).toEqual(next)
    const table = await asked<TableInfo>(here, `tables/${next.code}`)
    expect(table.seats.map((seat) => seat.name)).toEqual(['Ida', 'Ben', 'Cleo'])
    expect(table.options.start).toBe(1)
    expect(table.status).toBe('playing')
  })

  it('leaves a finished game where somebody wants to try something else, with other dice', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', wish('hat_stairs', 2))
    const guest = await Guest.at(here, code)
    await guest.playOn()
    const fork = await asked<{ code: string }>(here, `tables/${code}/fork`, { ply: 4 })
    await asked(here, `tables/${fork.code}/fill`, { level: '2' })
    await asked(here, `tables/${fork.code}/start`, {})
    const table = await asked<TableInfo>(here, `tables/${fork.code}`)
    expect(table.forked_from).toEqual({ code, ply: 4 })
    const other = await Guest.at(here, fork.code)
    expect(other.now?.ply).toBe(4)
    await other.playOn()
    const text = JSON.stringify(await asked(here, `records/${fork.code}`))
    expect((await asked<{ code: string }>(here, 'records', { record: text })).code).toBeTruthy()
  })

  it('reviews every decision, with the search of the rules, and keeps what it found', async () => {
    const store = new MemoryStore()
    const here = tables(store, searching())
    const { code } = await asked<{ code: string }>(here, 'tables', wish('magic_hexagon', 2))
    const guest = await Guest.at(here, code)
    await expect(asked(here, `tables/${code}/review`)).rejects.toMatchObject({ code: 'not_over' })
    await guest.playOn()
    const v = guest.v
    expect(await asked(here, `tables/${code}/review`)).toMatchObject({ total: 2 * (guest.now?.ply ?? 0) + 17 })
    await guest.until(() => guest.v > v)
    const review = await asked<Review>(here, `tables/${code}/review`)
    expect(review.plies.length).toBeGreaterThan(10)
    for (const { start, chance, hidden, others, further, own, result } of review.account?.seats ?? [])
      expect(start + chance + hidden + others + further + own).toBeCloseTo(result, 9)
    expect(review.account?.steps.map(({ ply }) => ply)).toEqual(
      Array.from({ length: guest.now?.ply ?? 0 }, (_, k) => k + 1),
    )
    expect(await asked(tables(store), `tables/${code}/review`)).toEqual(review)
  })

  it('puts bots back where bots sat when a game is opened again, and leaves the choice', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(
      here,
      'tables',
      wish('great_hall', 3, [{ kind: 'bot', level: '5' }, me, { kind: 'bot', level: '2' }]),
    )
    const guest = await Guest.at(here, code)
    await guest.playOn(() => guest.moves.length > 8 && guest.legal.length > 0)
    const record = await asked<{ bots?: string[]; seal: string }>(here, `records/${code}`)
    const open = (text: object) =>
      asked<{ code: string }>(here, 'records', { record: JSON.stringify(text) }).then((found) => found.code)
    const seats = async (at: string) =>
      (await asked<TableInfo>(here, `tables/${at}`)).seats.map(({ kind, level, name }) => [kind, level, name])
    const again = await open(record)
    expect(await seats(again)).toEqual([
      ['bot', '5', 'Ada'],
      ['person', '', 'Ida'],
      ['bot', '2', 'Cleo'],
    ])
    await asked(here, `tables/${again}/kick`, { seat: 0 })
    await asked(here, `tables/${again}/sit`, { seat: 0, name: 'Ida' })
    await asked(here, `tables/${again}/stand`, { seat: 1 })
    await asked(here, `tables/${again}/fill`, { level: '1' })
    await asked(here, `tables/${again}/start`, {})
    expect(await seats(again)).toEqual([
      ['person', '', 'Ida 2'],
      ['bot', '1', 'Ben'],
      ['bot', '2', 'Cleo'],
    ])
    const next = await Guest.at(here, again)
    await next.playOn(() => next.moves.length > 20)
    const unnoted = { ...record, seal: '' }
    delete unnoted.bots
    expect((await seats(await open({ ...unnoted, seal: sha256(canonical(unnoted)) }))).map(([kind]) => kind)).toEqual([
      'person',
      'person',
      'person',
    ])
  })

  it('refuses an altered record, options that clash, and codes it does not know', async () => {
    const here = tables()
    const { code } = await asked<{ code: string }>(here, 'tables', wish('hat_stairs', 2))
    await (await Guest.at(here, code)).playOn()
    const record = await asked<{ actions: number[]; names: string[] }>(here, `records/${code}`)
    await expect(
      asked(here, 'records', { record: JSON.stringify({ ...record, names: ['Eve', 'Ben'] }) }),
    ).rejects.toMatchObject({ code: 'bad_record' })
    await expect(asked(here, 'records', { record: 'hello' })).rejects.toMatchObject({ code: 'bad_record' })
    await expect(
      asked(here, 'tables', wish('hat_stairs', 2, [], { options: { steps: 8, hat_step: 9 } })),
    ).rejects.toMatchObject({ code: 'bad_game' })
    await expect(asked(here, 'tables/LOCAL-NONE')).rejects.toMatchObject({
      code: 'no_table',
      message: expect.stringContaining('LOCAL-NONE'),
    })
  })

  it('does not show what it could not keep, and starts again from what is kept', async () => {
    const store = new MemoryStore()
    const here = tables(store)
    const { code } = await asked<{ code: string }>(here, 'tables', wish('hat_stairs', 2, [me, { kind: 'me' }]))
    const guest = await Guest.at(here, code)
    const append = store.append.bind(store)
    store.append = () => Promise.reject(new Error('full'))
    guest.act(guest.legal[0] ?? -1)
    await guest.until(() => guest.frames.at(-1)?.t === 'nack')
    expect(guest.moves).toHaveLength(0)
    expect(guest.frames.at(-1)).toMatchObject({ code: 'store' })
    store.append = append
    guest.act(guest.legal[0] ?? -1, 'again')
    await guest.until(() => guest.moves.length === 1)
  })
})

describe.each(GAMES.map(({ slug }) => slug))('the bots of %s in the page', (slug) => {
  it('choose their moves themselves, at every level, and advise the others', async () => {
    const here = tables(new MemoryStore(), searching())
    for (const levels of [
      ['1', '2'],
      ['3', '4'],
      ['5', 'perfect'],
    ]) {
      const { code } = await asked<{ code: string }>(
        here,
        'tables',
        wish(slug, 3, [me, ...levels.map((level) => ({ kind: 'bot', level }))]),
      )
      const guest = await Guest.at(here, code)
      await guest.playOn(() => guest.moves.length > 24 && guest.legal.length > 1)
      expect(guest.moves.filter((move) => move.at_random)).toEqual([])
      if (guest.now?.over) continue
      await asked(here, `tables/${code}/hint`, { seat: 0 }).then((found) =>
        expect(found).toMatchObject({ chances: expect.arrayContaining([expect.any(Number)]) }),
      )
      guest.leave()
    }
  })
})

describe('two pages of one browser', () => {
  it('see what the other one does, and never both write the same move', async () => {
    const store = new MemoryStore()
    const [one, other] = [tables(store), tables(store)]
    const { code } = await asked<{ code: string }>(one, 'tables', wish('hat_stairs', 2, [me, { kind: 'me' }]))
    const [here, there] = [await Guest.at(one, code), await Guest.at(other, code)]
    here.act(here.legal[0] ?? -1)
    await here.until(() => here.moves.length === 1)
    await other.changedElsewhere(code)
    await there.until(() => there.moves.length === 1)
    expect(there.moves).toEqual(here.moves)
    there.act(there.legal[0] ?? -1, 'there')
    await there.until(() => there.moves.length === 2)
    here.act(here.legal[0] ?? -1, 'here') // has not heard of it yet
    await here.until(() => here.frames.at(-1)?.t === 'nack')
    expect(here.frames.at(-1)).toMatchObject({ code: 'store' })
    expect(here.now?.ply).toBe(2)
  })
})

describe('a clock in the page', () => {
  it('runs for the one who decides, adds its seconds, and lets a bot play on when the time is up', async () => {
    vi.useFakeTimers()
    const here = tables()
    const { code } = await asked<{ code: string }>(
      here,
      'tables',
      wish('hat_stairs', 2, [me, { kind: 'me' }], { clock: { minutes: 1, seconds: 5 } }),
    )
    const guest = await Guest.at(here, code)
    expect(guest.now).toMatchObject({ clocks: [60_000, 60_000], clock_runs: 0 })
    vi.advanceTimersByTime(10_000)
    while (guest.now?.turn === 0) {
      const v = guest.v
      guest.act(guest.legal[0] ?? -1)
      await guest.until(() => guest.v > v)
    }
    expect(guest.now).toMatchObject({ clocks: [55_000, 60_000], clock_runs: 1 })
    const played = guest.moves.length
    await vi.advanceTimersByTimeAsync(61_000)
    await guest.until(() => guest.moves.length > played)
    expect(guest.table?.seats[1]?.warm).toBe(true)
    vi.useRealTimers()
  })
})

describe('a game to learn with', () => {
  it('begins after the moves that were given, with the dice of its seed, and is kept nowhere', async () => {
    const store = new MemoryStore()
    const here = tables(store)
    const wish = {
      game: 'hat_stairs',
      players: 2,
      options: {},
      seed: 3,
      seats: [
        { kind: 'me', name: 'Mia' },
        { kind: 'bot', level: '1' },
      ],
      played: [2, 6],
    }
    const { code } = await asked<{ code: string }>(here, 'lessons', wish)
    const one = await Guest.at(here, code)
    const other = await Guest.at(here, (await asked<{ code: string }>(here, 'lessons', wish)).code)
    await one.until(() => one.legal.length > 0)
    await other.until(() => other.legal.length > 0)
    expect(one.now?.ply).toBeGreaterThanOrEqual(2)
    expect(one.now?.views).toEqual(other.now?.views)
    expect(await store.entries(code)).toEqual([])
  })

  it('waits for whoever made it while another table is opened', async () => {
    const here = tables()
    const wish = {
      game: 'hat_stairs',
      players: 2,
      options: {},
      seed: 3,
      seats: [{ kind: 'me' }, { kind: 'bot', level: '1' }],
      played: [],
    }
    const [first, second] = await Promise.all([1, 2].map(() => asked<{ code: string }>(here, 'lessons', wish)))
    await Guest.at(here, first?.code ?? '')
    await new Promise((done) => setTimeout(done)) // whatever is forgotten is forgotten now
    const guest = await Guest.at(here, second?.code ?? '')
    await guest.until(() => guest.legal.length > 0)
  })

  it('says which move cannot have been played', async () => {
    const wish = {
      game: 'hat_stairs',
      players: 2,
      options: {},
      seed: 3,
      seats: [{ kind: 'me' }, { kind: 'bot', level: '1' }],
      played: [7],
    }
    await expect(asked(tables(), 'lessons', wish)).rejects.toThrow()
  })
})
