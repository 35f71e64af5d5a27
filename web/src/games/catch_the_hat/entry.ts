import type { Entry } from '../entry'
import type { GameModule } from '../types'

const entry: Entry = {
  slug: 'catch_the_hat',
  age: 6,
  minutes: 30,
  players: [2, 6],
  rulebook: '26 360 8',
  shape: 'square',
  tall: 1,
  figure: 'hat-red',
  steps: [
    ['die-5', 'how_roll'],
    ['hat-green', 'how_catch'],
    ['rim-blue', 'how_home'],
    ['i-crown', 'how_win'],
  ],
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
