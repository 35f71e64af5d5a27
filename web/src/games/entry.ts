// What the shell knows of a game before its board is loaded.
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
  /** The rulebook's number, as it is printed. */
  rulebook: string
  /** Wide boards have the players beside the board, square ones left of it. */
  shape: 'wide' | 'square'
  /** height / width of the portrait drawing */
  tall: number
  figure: Drawing
  /** How to play, in four pictures: a drawing, and the key of its sentence among the game's words. */
  steps: readonly (readonly [Drawing, string])[]
  /** Keys of what the small signs on the board mean. */
  signs?: readonly string[]
  /** Where each chapter of the rules begins; rules are numbered in this order, so a first number is enough. */
  chapters: readonly (readonly [rule: string, title: ShellKey])[]
  /** Dice, cards or stones are drawn from move to move, so people may want to check that nobody meddled. */
  draws?: true
  /** Remembering is the game, so a table may help with it. */
  memory?: true
  /** Switches of this device that only this game has: where they are kept, and what they are called. */
  habits?: readonly (readonly [setting: Habit, name: ShellKey])[]
  /** The key of a sentence where players would be happier with another option. */
  suggest?: (players: number, options: Readonly<Record<string, OptionValue>>) => string | null
  /** The guided first game. */
  lesson?: () => Promise<{ default: Lesson }>
  /** Played by children who do not read yet: the voice is offered. */
  young?: true
  /** A game without it is played in text mode. */
  load?: () => Promise<{ default: GameModule }>
}
