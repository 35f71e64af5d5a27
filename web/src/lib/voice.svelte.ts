// Sentences said aloud in the language of the page, for those who do not read yet. Silent without a voice, and while sound is off.
import { words } from './language.svelte'
import { settings } from './settings.svelte'
import { locale } from './words'

class Voice {
  private voices = $state.raw<readonly SpeechSynthesisVoice[]>([])

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
    return this.voices.find((voice) => of(voice) === wanted) ?? this.voices.find((voice) => of(voice).split('-')[0] === words.language)
  }

  get speaks(): boolean {
    return settings.child && settings.sound && settings.volume > 0 && this.own !== undefined
  }

  /** Say one sentence instead of whatever is being said. */
  say(sentence: string): void {
    this.hush()
    const voice = this.own
    if (!this.speaks || !voice || !sentence) return
    const said = new SpeechSynthesisUtterance(sentence)
    said.voice = voice
    said.lang = voice.lang
    said.volume = settings.volume / 100
    speechSynthesis.speak(said)
  }

  hush(): void {
    if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
  }
}

export const voice = new Voice()
