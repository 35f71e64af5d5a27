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
  draws: true,
  figure: 'hat-red',
  steps: [
    ['die-5', 'how_roll'],
    ['hat-green', 'how_catch'],
    ['rim-blue', 'how_home'],
    ['i-crown', 'how_win'],
  ],
  signs: ['sign_bench'],
  chapters: [
    ['CH-01', 'chapter_setup'],
    ['CH-06', 'chapter_turn'],
    ['CH-15', 'chapter_catch'],
    ['CH-24', 'chapter_home'],
    ['CH-31', 'chapter_six'],
    ['CH-33', 'chapter_end'],
    ['CH-40', 'chapter_variants'],
  ],
  habits: [
    ['rollMyself', 'roll_myself'],
    ['rollAgain', 'roll_again'],
  ],
  lesson: () => import('./lesson'),
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
