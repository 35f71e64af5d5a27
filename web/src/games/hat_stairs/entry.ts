import type { Entry } from '../entry'
import type { GameModule } from '../types'

const entry: Entry = {
  slug: 'hat_stairs',
  age: 5,
  minutes: 10,
  players: [2, 4],
  rulebook: '4457',
  shape: 'wide',
  tall: 900 / 780,
  figure: 'apprentice-red',
  steps: [
    ['stone-back', 'how_stone'],
    ['stone-3', 'how_walk'],
    ['magic-hat', 'how_hat'],
    ['larder', 'how_larder'],
  ],
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
