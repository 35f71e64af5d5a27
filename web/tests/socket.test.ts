import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Frame } from '../src/lib/protocol'
import { type Link, type Plug, TableSocket, TIMES } from '../src/lib/socket'

class FakePlug implements Plug {
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: Plug['onopen'] = null
  onmessage: Plug['onmessage'] = null
  onclose: Plug['onclose'] = null
  onerror: Plug['onerror'] = null

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }
  says(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  count(kind: string): number {
    return this.sent.filter((message) => message.t === kind).length
  }
}

describe('TableSocket', () => {
  let plugs: FakePlug[]
  let links: Link[]
  let frames: Frame[]
  let socket: TableSocket
  let version: number
  const plug = () => plugs.at(-1) as FakePlug

  beforeEach(() => {
    vi.useFakeTimers()
    plugs = []
    links = []
    frames = []
    version = 0
    const open = () => {
      plugs.push(new FakePlug())
      return plug()
    }
    socket = new TableSocket(open, {
      frame: (frame) => frames.push(frame),
      link: (link) => links.push(link),
      version: () => version,
    })
    socket.connect()
    plug().opens()
  })
  afterEach(() => {
    socket.close()
    vi.useRealTimers()
  })

  it('is lost when nothing comes, even if the browser does not notice', () => {
    plug().says({ t: 'pong' })
    const dead = plug()
    dead.close = () => undefined // a dead network: no goodbye arrives
    vi.advanceTimersByTime(TIMES.pong)
    expect(links.at(-1)).toBe('lost')
    vi.advanceTimersByTime(TIMES.firstAgain)
    expect(plug()).not.toBe(dead)
    plug().opens()
    plug().says({ t: 'pong' })
    expect(links.at(-1)).toBe('online')
    dead.onclose?.()
    expect(links.at(-1)).toBe('online')
  })

  it('is lost at once when the device says so', () => {
    plug().says({ t: 'pong' })
    socket.drop()
    expect(links.at(-1)).toBe('lost')
  })

  it('says hello with the last version', () => {
    expect(plug().sent[0]).toEqual({ t: 'hello', last_v: 0 })
  })

  it('resends a move after 2.5 s, then every 1.2 s, always with the same id, until it is answered', () => {
    socket.act('a', 0, 4)
    expect(plug().count('act')).toBe(1)
    vi.advanceTimersByTime(TIMES.resend)
    expect(plug().count('act')).toBe(2)
    vi.advanceTimersByTime(TIMES.resendNext * 2)
    expect(plug().count('act')).toBe(4)
    expect(
      new Set(
        plug()
          .sent.filter((message) => message.t === 'act')
          .map((message) => message.id),
      ),
    ).toEqual(new Set(['a']))
    plug().says({ t: 'ack', id: 'a', v: 2 })
    vi.advanceTimersByTime(8_000)
    expect(plug().count('act')).toBe(4)
  })

  it('does not resend a refused move', () => {
    socket.act('a', 0, 4)
    plug().says({
      t: 'nack',
      id: 'a',
      code: 'illegal',
      rule: 'HS-14',
      reason: 'below_start',
      sentence: '',
      v: 1,
      given: {},
    })
    vi.advanceTimersByTime(5_000)
    expect(plug().count('act')).toBe(1)
    expect(frames).toHaveLength(1)
  })

  it('comes back after a lost connection with its version and its unanswered move', () => {
    plug().says({ t: 'pong' })
    socket.act('a', 0, 4)
    version = 7
    plug().close()
    expect(links.at(-1)).toBe('lost')
    vi.advanceTimersByTime(TIMES.firstAgain)
    expect(plugs).toHaveLength(2)
    plug().opens()
    expect(plug().sent[0]).toEqual({ t: 'hello', last_v: 7 })
    expect(plug().count('act')).toBe(1)
    plug().says({ t: 'pong' })
    expect(links.at(-1)).toBe('online')
  })

  it('tells the table whether somebody can see the page', () => {
    let hidden = true
    socket.close()
    socket = new TableSocket(() => (plugs.push(new FakePlug()), plug()), {
      frame: () => undefined,
      link: () => undefined,
      version: () => 0,
      hidden: () => hidden,
    })
    socket.connect()
    plug().opens()
    expect(plug().sent).toEqual([
      { t: 'hello', last_v: 0, hidden: true },
      { t: 'ping', hidden: true },
    ])
    hidden = false
    socket.tellSight()
    expect(plug().sent.at(-1)).toEqual({ t: 'ping' })
  })

  it('waits longer after the second failure', () => {
    plug().close()
    vi.advanceTimersByTime(TIMES.firstAgain)
    plug().close()
    vi.advanceTimersByTime(TIMES.again - 1)
    expect(plugs).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(plugs).toHaveLength(3)
  })

  it('pings 2.5 s after a pong and gives a silent connection up after 9 s', () => {
    plug().says({ t: 'pong' })
    const before = plug().count('ping')
    vi.advanceTimersByTime(TIMES.ping)
    expect(plug().count('ping')).toBe(before + 1)
    vi.advanceTimersByTime(TIMES.pong)
    expect(links.at(-1)).toBe('lost')
  })

  it('stays closed once it is closed', () => {
    socket.close()
    vi.advanceTimersByTime(60_000)
    expect(plugs).toHaveLength(1)
  })
})
