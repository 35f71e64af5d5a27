// What the shell knows of a game before its board is loaded.
import type { Drawing } from '../generated/boxes'
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
  /** A game without it is played in text mode. */
  load?: () => Promise<{ default: GameModule }>
}
