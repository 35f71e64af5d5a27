// The doors of a game whose board is not drawn yet: played in words, from the table's own texts.
import { colourOf } from '../lib/art'
import type { GameEvent, View } from '../lib/protocol'
import { words } from '../lib/language.svelte'
import { argumentsOf } from './events'
import type { Context, GameModule, Told } from './types'

const SHARED = ['seat', 'turn', 'players', 'over', 'capped']

export function plainGame(slug: string): GameModule {
  return {
    Board: (() => ({})) as unknown as GameModule['Board'],
    figure: (seat) => `hat-${colourOf(seat)}`,
    scenes: (view) => [{ view, rest: 'pause' }],
    tell: (event, context) => tell(slug, event, context),
    prompt: (_, __, context) => ({ sentence: context.shell('your_turn'), offers: [] }),
    describe: (choice) => choice.text,
    facts: () => ({ number: '', unit: '', sub: '' }),
    inWords: (view) => inWords(view),
    result: (_, __, context) => ({ why: context.shell('game_over'), columns: [], rows: [] }),
  }
}

function tell(slug: string, event: GameEvent, context: Context): Told | null {
  const key = event.kind.startsWith('end_') ? event.kind : `event_${event.kind}`
  if (!words.has(slug, key)) return null
  return { text: context.say(key, argumentsOf(event, context)), icon: 'i-dots', spots: [] }
}

function inWords(view: View): { term: string; text: string }[] {
  return Object.entries(view)
    .filter(([field]) => !SHARED.includes(field))
    .map(([field, value]) => ({
      term: field.replaceAll('_', ' '),
      text: typeof value === 'object' ? JSON.stringify(value) : String(value),
    }))
}
