// Sentences said aloud in the language of the page, one after another. Silent without a voice, and while sound is off.
import { words } from './language.svelte'
import { set, settings } from './settings.svelte'
import { locale } from './words'

/** What is said; of each kind only the newest waits. */
export type Kind = 'event' | 'prompt' | 'hint' | 'lesson'

interface Sentence {
  kind: Kind
  text: string
  /** What belongs together waits together: the events of one move. */
  group: unknown
}

class Voice {
  private voices = $state.raw<readonly SpeechSynthesisVoice[]>([])
  private waiting: Sentence[] = []
  private current: Sentence | null = null

  constructor() {
    if (typeof speechSynthesis === 'undefined') return
    const look = () => (this.voices = speechSynthesis.getVoices())
    look()
    speechSynthesis.addEventListener?.('voiceschanged', look) // most browsers know their voices only later
  }

  /** A voice of this device for the language of the page. */
  private get own(): SpeechSynthesisVoice | undefined {
    const wanted = locale(words.language).toLowerCase()
    const of = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().replace('_', '-')
    return (
      this.voices.find((voice) => of(voice) === wanted) ??
      this.voices.find((voice) => of(voice).split('-')[0] === words.language)
    )
  }

  /** Whether this device can speak the language of the page. */
  get exists(): boolean {
    return this.own !== undefined
  }

  get speaks(): boolean {
    return settings.voice && settings.sound && settings.volume > 0 && this.exists
  }

  /** The button at the table; it turns the sound on too. */
  toggle(): void {
    const on = !this.speaks
    set('voice', on)
    if (on) set('sound', true)
    else this.hush()
  }

  /** Say a sentence after the current one, replacing an older one of its kind that has not started. */
  say(text: string, kind: Kind, group: unknown = {}): void {
    if (!this.speaks || !text) return
    this.waiting = [...this.waiting.filter((one) => one.kind !== kind || one.group === group), { text, kind, group }]
    // Some browsers forget to report the end of a sentence.
    if (this.current && speechSynthesis.speaking === false && speechSynthesis.pending === false) this.current = null
    this.begin()
  }

  /** Say a sentence now, because the user asked for it. */
  again(text: string): void {
    this.hush()
    this.say(text, 'prompt')
  }

  /** Sentences of this kind are out of date, including the current one. */
  drop(kind: Kind): void {
    this.waiting = this.waiting.filter((one) => one.kind !== kind)
    if (this.current?.kind !== kind) return
    this.stop()
    this.begin()
  }

  hush(): void {
    this.waiting = []
    this.stop()
  }

  private stop(): void {
    this.current = null
    if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
  }

  private begin(): void {
    const voice = this.own
    if (this.current || !voice) return
    const next = this.waiting.shift()
    if (!next) return
    this.current = next
    const said = new SpeechSynthesisUtterance(next.text)
    said.voice = voice
    said.lang = voice.lang
    said.volume = settings.volume / 100
    said.onend = said.onerror = () => this.over(next)
    speechSynthesis.speak(said)
  }

  /** A stopped sentence reports its end late, when another one is already being said. */
  private over(sentence: Sentence): void {
    if (this.current !== sentence) return
    this.current = null
    this.begin()
  }
}

export const voice = new Voice()
