import type { Entry } from '../entry'
import type { GameModule } from '../types'

const STANDSTILL = [8, 9, 10, 16] // numbers of steps with which two exact players keep each other away forever

const entry: Entry = {
  slug: 'hat_stairs',
  age: 5,
  minutes: 10,
  players: [2, 4],
  rulebook: '4457',
  shape: 'wide',
  tall: 900 / 780,
  draws: true,
  figure: 'apprentice-red',
  steps: [
    ['stone-back', 'how_stone'],
    ['stone-3', 'how_walk'],
    ['magic-hat', 'how_hat'],
    ['larder', 'how_larder'],
  ],
  chapters: [
    ['HS-01', 'chapter_setup'],
    ['HS-07', 'chapter_turn'],
    ['HS-14', 'chapter_larder'],
    ['HS-17', 'chapter_hat'],
    ['HS-23', 'chapter_end'],
    ['HS-24', 'chapter_further'],
  ],
  memory: true,
  young: true,
  suggest: (players, { steps, stuck, stall_remix }) =>
    players === 2 && STANDSTILL.includes(Number(steps)) && stuck === 'pass' && !stall_remix ? 'suggest_remix' : null,
  lesson: () => import('./lesson'),
  load: async () => (await import('.')) as unknown as { default: GameModule },
}

export default entry
