import { describe, expect, it } from 'vitest'
import { PollPlug } from '../src/lib/poll'
import type { Frame } from '../src/lib/protocol'
import { minutes } from '../src/lib/ticking.svelte'
import { moved, WHOLE, zoomed } from '../src/lib/zoom'

describe('zoom', () => {
  it('keeps the point under the fingers where it is', () => {
    const look = zoomed(WHOLE, 2, 100, 50, 400, 400)
    expect([(100 - look.x) / look.scale, (50 - look.y) / look.scale]).toEqual([100, 50])
  })

  it('never shows what lies outside the board', () => {
    expect(zoomed(WHOLE, 0.3, 10, 10, 400, 400)).toEqual(WHOLE)
    expect(zoomed(WHOLE, 100, 0, 0, 400, 400).scale).toBe(4)
    const look = moved(zoomed(WHOLE, 2, 0, 0, 400, 300), 5000, -5000, 400, 300)
    expect([look.x, look.y]).toEqual([200, -150])
  })
})

describe('clocks', () => {
  it('show minutes and seconds and never less than nothing', () => {
    expect([minutes(272_000), minutes(59_001), minutes(-5)]).toEqual(['4:32', '1:00', '0:00'])
  })
})

describe('the long poll', () => {
  it('says the same frames as a socket, from the version that is known', async () => {
    const asked: number[] = []
    const frames: Frame[] = []
    const answers: Frame[][] = [[{ t: 'undone', v: 5, ply: 1, now: null as never }], []]
    const plug: PollPlug = new PollPlug('ABCD', false, {
      events: (_, since) => {
        asked.push(since)
        const next = answers.shift()
        return next ? Promise.resolve(next) : Promise.reject(new Error('gone'))
      },
      act: (_, move) => Promise.resolve({ t: 'ack', id: String(move.id), v: 6 }),
    })
    let closed = false
    plug.onmessage = ({ data }) => frames.push(JSON.parse(String(data)) as Frame)
    plug.onclose = () => (closed = true)
    plug.send('{"t":"hello","last_v":3}')
    plug.send('{"t":"act","id":"a","v_seen":3,"seat":0,"action":1}')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(asked).toEqual([3, 5, 5])
    expect(frames.map((frame) => frame.t).sort()).toEqual(['ack', 'undone'])
    expect(closed).toBe(true)
  })
})
