// What the shell knows about a game before its board is loaded.
import type { Drawing } from '../generated/boxes'
import type { ShellKey } from '../generated/keys'
import type { OptionValue } from '../lib/protocol'
import type { Habit } from '../lib/settings.svelte'
import type { Lesson } from '../lib/lesson.svelte'
import type { GameModule } from './types'

export interface Entry {
  slug: string
  age: number
  minutes: number
  players: readonly [number, number]
  /** The rulebook number, as printed. */
  rulebook: string
  /** Wide boards have the players beside the board, square ones to its left. */
  shape: 'wide' | 'square'
  /** height / width of the portrait drawing */
  tall: number
  figure: Drawing
  /** How to play, in four pictures: a drawing, and the word list key of its sentence. */
  steps: readonly (readonly [Drawing, string])[]
  /** Keys for what the small signs on the board mean. */
  signs?: readonly string[]
  /** Where each chapter of the rules starts; rules are numbered in this order, so the first number is enough. */
  chapters: readonly (readonly [rule: string, title: ShellKey])[]
  /** Dice, cards or stones are drawn during the game, so people may want to verify that nobody cheated. */
  draws?: true
  /** Remembering is the point of the game, so a table may help with it. */
  memory?: true
  /** Device settings that only this game has: their key, and their name. */
  habits?: readonly (readonly [setting: Habit, name: ShellKey])[]
  /** The key of a sentence if another option would suit the players better. */
  suggest?: (players: number, options: Readonly<Record<string, OptionValue>>) => string | null
  /** The guided first game. */
  lesson?: () => Promise<{ default: Lesson }>
  /** Played by children who cannot read yet, so reading aloud is offered. */
  young?: true
  /** A game without it is played in text mode. */
  load?: () => Promise<{ default: GameModule }>
}
