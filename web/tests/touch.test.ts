// A phone buzzes at its owner's turn and catches, and only where sound and touch are on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '../src/lib/settings.svelte'
import { play, wakeOnFirstTap } from '../src/lib/sound'
import { feel, isAbout } from '../src/lib/touch'

const vibrate = vi.fn()

beforeEach(() => {
  vibrate.mockReset()
  settings.sound = true
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: true } })
})
afterEach(() => vi.unstubAllGlobals())

test('my turn and a catch feel different', () => {
  play('turn')
  feel('caught')
  expect(vibrate.mock.calls).toEqual([[[40]], [[25, 50, 60]]])
})

test('other sounds are not felt', () => {
  for (const sound of ['step', 'pop', 'win', 'refused'] as const) play(sound)
  expect(vibrate).not.toHaveBeenCalled()
})

test('one switch is for both', () => {
  settings.sound = false
  play('turn')
  feel('caught')
  expect(vibrate).not.toHaveBeenCalled()
})

test('nothing is asked of a browser that cannot, or before the first touch', () => {
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: false } })
  feel('turn')
  expect(vibrate).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', {})
  expect(() => feel('turn')).not.toThrow()
})

test('a catch is about who catches and who loses', () => {
  const caught = { kind: 'caught_from', seat: 0, loser: 2 }
  expect([0, 1, 2].map((seat) => isAbout(caught, [seat]))).toEqual([true, false, true])
  expect(isAbout({ kind: 'caught', seat: 0 }, [1], [1, 3])).toBe(true)
  expect(isAbout({ kind: 'caught', seat: 0 }, [])).toBe(false)
})

test('the volume is how loud every sound becomes, and nought is silence', () => {
  const peaks: number[] = []
  const taps: (() => void)[] = []
  class Node {
    gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: (loud: number) => peaks.push(loud) }
    connect = (next: unknown) => next
    start = () => undefined
    stop = () => undefined
  }
  class Audio {
    state = 'running'
    currentTime = 0
    sampleRate = 100
    resume = () => Promise.resolve()
  }
  class Noise {
    getChannelData = () => new Float32Array(1)
  }
  const stubs = {
    AudioContext: Audio,
    AudioBuffer: Noise,
    OscillatorNode: Node,
    GainNode: Node,
    AudioBufferSourceNode: Node,
    BiquadFilterNode: Node,
  }
  for (const [name, stub] of Object.entries(stubs)) vi.stubGlobal(name, stub)
  vi.stubGlobal('addEventListener', (_: string, tap: () => void) => taps.push(tap))
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  wakeOnFirstTap()
  taps[0]?.()
  const loudest = (volume: number) => {
    settings.volume = volume
    peaks.length = 0
    play('pop')
    return Math.max(0, ...peaks)
  }
  expect(loudest(100)).toBeGreaterThan(0.2)
  expect(loudest(50)).toBeCloseTo(loudest(100) / 2)
  expect(loudest(0)).toBe(0)
})
