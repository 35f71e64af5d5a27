// All games. A board is loaded when it is needed; a game without one is played in text mode.
import type { Drawing } from '../generated/boxes'
import type { ShellKey } from '../generated/keys'
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
  /** How to play, in four pictures: drawing and sentence. */
  steps: readonly (readonly [Drawing, ShellKey])[]
  load?: () => Promise<{ default: GameModule }>
}

export const GAMES: readonly Entry[] = [
  { slug: 'catch_the_hat', age: 6, minutes: 30, players: [2, 6], rulebook: '26 360 8', shape: 'square', tall: 1, figure: 'hat-red', steps: [] },
  {
    slug: 'hat_stairs',
    age: 5,
    minutes: 10,
    players: [2, 4],
    rulebook: '4457',
    shape: 'wide',
    tall: 900 / 780,
    figure: 'apprentice-red',
    steps: [
      ['stone-back', 'how_hat_stairs_stone'],
      ['stone-3', 'how_hat_stairs_walk'],
      ['magic-hat', 'how_hat_stairs_hat'],
      ['larder', 'how_hat_stairs_larder'],
    ],
    load: async () => (await import('./hat_stairs')) as unknown as { default: GameModule },
  },
  { slug: 'vanished_animal', age: 6, minutes: 15, players: [2, 4], rulebook: '8536', shape: 'wide', tall: 952 / 760, figure: 'animal-rabbit', steps: [] },
  { slug: 'great_hall', age: 8, minutes: 45, players: [2, 4], rulebook: '', shape: 'square', tall: 1, figure: 'sleeper-red', steps: [] },
  { slug: 'magic_hexagon', age: 10, minutes: 40, players: [2, 4], rulebook: '', shape: 'wide', tall: 1, figure: 'wizard-fire', steps: [] },
]

export const SLUGS: readonly string[] = GAMES.map((game) => game.slug)

export function entryOf(slug: string): Entry | undefined {
  return GAMES.find((game) => game.slug === slug)
}
