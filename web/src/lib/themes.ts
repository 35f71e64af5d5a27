// What puzzles of a game are about: see src/hatbox/lab/puzzles/themes.py.
export const THEMES = {
  catch_the_hat: ['catch', 'escape', 'home', 'finish', 'plan'],
  hat_stairs: ['remember', 'hat', 'catch', 'escape', 'dare', 'finish', 'plan'],
  vanished_animal: ['remember', 'dare'],
  great_hall: ['split', 'catch', 'escape', 'home', 'start', 'finish', 'plan'],
  magic_hexagon: ['area', 'set', 'block', 'finish', 'plan'],
} as const satisfies Record<string, readonly string[]>

export type Theme = (typeof THEMES)[keyof typeof THEMES][number]

export function themesOf(slug: string): readonly Theme[] {
  return (THEMES as Readonly<Record<string, readonly Theme[]>>)[slug] ?? []
}
