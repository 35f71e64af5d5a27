import type { Entry } from '../entry'
import type { GameModule } from '../types'

const entry: Entry = {
  slug: 'magic_hexagon',
  age: 10,
  minutes: 40,
  players: [2, 4],
  rulebook: '',
  shape: 'wide',
  tall: 872 / 1040,
  figure: 'wizard-fire',
  steps: [
    ['wizard-earth', 'how_hat'],
    ['disc-fire', 'how_collect'],
    ['power-green', 'how_stones'],
    ['hypnosis', 'how_hypnosis'],
  ],
  chapters: [
    ['MH-01', 'chapter_setup'],
    ['MH-10', 'chapter_turn'],
    ['MH-18', 'chapter_jump'],
    ['MH-30', 'chapter_limits'],
    ['MH-40', 'chapter_areas'],
    ['MH-50', 'chapter_stones'],
    ['MH-60', 'chapter_hypnosis'],
    ['MH-70', 'chapter_end'],
  ],
  lesson: () => import('./lesson'),
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
