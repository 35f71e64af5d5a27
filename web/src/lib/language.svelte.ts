// The words on the screen: loaded per language and topic, switched in place.
import type { ShellKey } from '../generated/keys'
import { type Arguments, format, type Language, list, type Messages } from './words'

const files = import.meta.glob<{ default: Messages }>('../generated/words/*/*.json')

class Words {
  language = $state<Language>('en')
  private lists = $state.raw<Readonly<Record<string, Messages>>>({})

  /** Change the language only when all topics in use are there, so that no half sentence is ever seen. */
  async speak(language: Language): Promise<void> {
    const topics = new Set(['shell', ...Object.keys(this.lists)])
    const loaded = await Promise.all([...topics].map(async (topic) => [topic, await load(language, topic)] as const))
    this.lists = Object.fromEntries(loaded)
    this.language = language
    document.documentElement.lang = language
  }

  async need(topic: string): Promise<void> {
    if (this.lists[topic]) return
    const language = this.language
    const messages = await load(language, topic)
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
}

async function load(language: Language, topic: string): Promise<Messages> {
  const file = files[`../generated/words/${language}/${topic}.json`]
  return file ? (await file()).default : {}
}

export const words = new Words()

/** A sentence of the shell. */
export function t(key: ShellKey, given: Arguments = {}): string {
  return words.say('shell', key, given)
}
