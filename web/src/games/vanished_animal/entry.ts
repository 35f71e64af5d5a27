import type { Entry } from '../entry'
import type { GameModule } from '../types'

const entry: Entry = {
  slug: 'vanished_animal',
  age: 6,
  minutes: 15,
  players: [2, 4],
  rulebook: '8536',
  shape: 'wide',
  tall: 952 / 760,
  figure: 'animal-rabbit',
  steps: [
    ['i-eye', 'how_look'],
    ['tophat', 'how_swap'],
    ['card-owl', 'how_name'],
    ['token-wand', 'how_wand'],
  ],
  chapters: [
    ['VA-01', 'chapter_setup'],
    ['VA-08', 'chapter_look'],
    ['VA-12', 'chapter_name'],
    ['VA-16', 'chapter_rounds'],
    ['VA-21', 'chapter_further'],
  ],
  memory: true,
  young: true,
  lesson: () => import('./lesson'),
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
