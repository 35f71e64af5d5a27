import { beforeEach, describe, expect, it, vi } from 'vitest'

interface Utterance {
  text: string
  onend?: () => void
  onerror?: () => void
}
const spoken: Utterance[] = []
const synthesis = {
  getVoices: () => [{ lang: 'en-GB', name: 'Test' }],
  addEventListener: () => undefined,
  cancel: vi.fn(),
  speak: (one: Utterance) => void spoken.push(one),
}
vi.stubGlobal('speechSynthesis', synthesis)
vi.stubGlobal(
  'SpeechSynthesisUtterance',
  class {
    constructor(readonly text: string) {}
  },
)
const { voice } = await import('../src/lib/voice.svelte')
const { settings } = await import('../src/lib/settings.svelte')

const said = () => spoken.map((one) => one.text)
/** The sentence that is being said comes to its end. */
const end = () => spoken.at(-1)?.onend?.()

describe('the voice', () => {
  beforeEach(() => {
    voice.hush()
    spoken.length = 0
    synthesis.cancel.mockClear()
    Object.assign(settings, { voice: true, sound: true, volume: 100 })
  })

  it('is off until somebody wants it, and while sound is off', () => {
    settings.voice = false
    voice.say('one', 'prompt')
    Object.assign(settings, { voice: true, sound: false })
    voice.say('two', 'prompt')
    expect(said()).toEqual([])
  })

  it('never talks over itself: the next sentence waits for the end of the one before', () => {
    voice.say('one', 'event')
    voice.say('two', 'prompt')
    expect(said()).toEqual(['one'])
    end()
    expect(said()).toEqual(['one', 'two'])
    expect(synthesis.cancel).not.toHaveBeenCalled()
  })

  it('a newer sentence of a kind takes the place of one that has not begun', () => {
    voice.say('said', 'lesson')
    voice.say('old', 'prompt')
    voice.say('new', 'prompt')
    end()
    end()
    expect(said()).toEqual(['said', 'new'])
  })

  it('keeps the events of one move together and leaves out those of older moves', () => {
    voice.say('first', 'event', 1)
    voice.say('left out', 'event', 2)
    voice.say('three', 'event', 3)
    voice.say('and more', 'event', 3)
    end()
    end()
    end()
    expect(said()).toEqual(['first', 'three', 'and more'])
  })

  it('cuts a sentence only where it is out of date', () => {
    voice.say('lesson', 'lesson')
    voice.say('event', 'event')
    voice.drop('event')
    expect(synthesis.cancel).not.toHaveBeenCalled()
    voice.say('prompt', 'prompt')
    voice.drop('lesson')
    expect([synthesis.cancel.mock.calls.length, said()]).toEqual([1, ['lesson', 'prompt']])
    spoken[0]?.onend?.() // late news of the one that was cut
    voice.say('after', 'event')
    expect(said()).toEqual(['lesson', 'prompt'])
  })

  it('goes on after a sentence that could not be said', () => {
    voice.say('one', 'event')
    voice.say('two', 'prompt')
    spoken[0]?.onerror?.()
    expect(said()).toEqual(['one', 'two'])
  })

  it('says again at once what somebody asks for', () => {
    voice.say('one', 'prompt')
    voice.again('one')
    expect(said()).toEqual(['one', 'one'])
  })
})
