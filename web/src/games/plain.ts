// The module of a game without a drawn board: played in words, from the table's own texts.
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
  const text = words.has(slug, key) ? context.say(key, argumentsOf(event, context)) : inOwnWords(event, context)
  return { text, icon: 'i-dots', spots: [] }
}

/** An event without a sentence: who, what, and its numbers. */
function inOwnWords(event: GameEvent, context: Context): string {
  const { kind, seat, ...rest } = event
  const what = [kind, ...Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`)].join(' · ')
  return `${typeof seat === 'number' ? `${context.names[seat]}: ` : ''}${what.replaceAll('_', ' ')}`
}

/** A simple board row by row; for any other view, every field. */
function inWords(view: View): { term: string; text: string }[] {
  const { cells, width } = view as { cells?: unknown; width?: unknown }
  if (Array.isArray(cells) && typeof width === 'number')
    return Array.from({ length: cells.length / width }, (_, row) => ({
      term: String(row + 1),
      text: cells.slice(row * width, (row + 1) * width).join(' '),
    }))
  return Object.entries(view)
    .filter(([field]) => !SHARED.includes(field))
    .map(([field, value]) => ({
      term: field.replaceAll('_', ' '),
      text: typeof value === 'object' ? JSON.stringify(value) : String(value),
    }))
}
