// The words on the screen: loaded per language and topic, switched in place.
import type { ShellKey } from '../generated/keys'
import { type Arguments, format, type Language, list, type Messages } from './words'

export type Loader = (language: Language, topic: string) => Promise<Messages>

class Words {
  language = $state<Language>('en')
  private lists = $state.raw<Readonly<Record<string, Messages>>>({})
  private load: Loader = () => Promise.resolve({})

  /** Where the lists come from: files of the app, or those inside a saved replay. */
  from(load: Loader): void {
    this.load = load
  }

  /** Switch the language only when all topics in use are loaded, so that languages never mix. */
  async speak(language: Language): Promise<void> {
    const topics = new Set(['shell', ...Object.keys(this.lists)])
    const loaded = await Promise.all(
      [...topics].map(async (topic) => [topic, await this.load(language, topic)] as const),
    )
    this.lists = Object.fromEntries(loaded)
    this.language = language
    document.documentElement.lang = language
  }

  async need(topic: string): Promise<void> {
    if (this.lists[topic]) return
    const language = this.language
    const messages = await this.load(language, topic)
    if (language === this.language) this.lists = { ...this.lists, [topic]: messages }
    else await this.need(topic)
  }

  has(topic: string, key: string): boolean {
    return this.lists[topic]?.[key] !== undefined
  }

  /** A sentence of any topic; a missing one shows its key, so that a test finds it. */
  say(topic: string, key: string, given: Arguments = {}): string {
    const message = this.lists[topic]?.[key]
    return message === undefined ? key : format(message, given, this.language)
  }

  list(parts: readonly string[]): string {
    return list(parts, this.language)
  }

  /** All current words of some topics, to save with a replay. */
  kept(topics: readonly string[]): Record<string, Messages> {
    return Object.fromEntries(topics.map((topic) => [topic, this.lists[topic] ?? {}]))
  }
}

export const words = new Words()

/** A sentence of the shell. */
export function t(key: ShellKey, given: Arguments = {}): string {
  return words.say('shell', key, given)
}

/** Names for bots, in the letters of the language. */
export const botNames = (): string[] => t('bot_names').split(', ')
