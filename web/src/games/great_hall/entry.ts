import type { Entry } from '../entry'
import type { GameModule } from '../types'

const entry: Entry = {
  slug: 'great_hall',
  age: 8,
  minutes: 45,
  players: [2, 4],
  rulebook: '',
  shape: 'square',
  tall: 1,
  figure: 'sleeper-red',
  steps: [
    ['gh-s18', 'how_cards'],
    ['sleeper-blue', 'how_walk'],
    ['sleeper-red', 'how_hall'],
    ['caretaker', 'how_caretaker'],
  ],
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
