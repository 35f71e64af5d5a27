// All games, in the order of the home page.
import catchTheHat from './catch_the_hat/entry'
import type { Entry } from './entry'
import greatHall from './great_hall/entry'
import hatStairs from './hat_stairs/entry'
import magicHexagon from './magic_hexagon/entry'
import vanishedAnimal from './vanished_animal/entry'

export const GAMES: readonly Entry[] = [catchTheHat, hatStairs, vanishedAnimal, greatHall, magicHexagon]

export const SLUGS: readonly string[] = GAMES.map((game) => game.slug)

export function entryOf(slug: string): Entry | undefined {
  return GAMES.find((game) => game.slug === slug)
}
