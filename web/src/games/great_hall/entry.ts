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
  draws: true,
  figure: 'sleeper-red',
  steps: [
    ['gh-s18', 'how_cards'],
    ['sleeper-blue', 'how_walk'],
    ['sleeper-red', 'how_hall'],
    ['caretaker', 'how_caretaker'],
  ],
  signs: ['sign_shield', 'sign_pale_bed'],
  chapters: [
    ['GH-01', 'chapter_setup'],
    ['GH-06', 'chapter_cards'],
    ['GH-13', 'chapter_turn'],
    ['GH-20', 'chapter_start'],
    ['GH-30', 'chapter_walk'],
    ['GH-40', 'chapter_hall'],
    ['GH-50', 'chapter_special'],
    ['GH-60', 'chapter_end'],
    ['GH-70', 'chapter_caretaker'],
    ['GH-80', 'chapter_few'],
  ],
  lesson: () => import('./lesson'),
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
