// The first game with the hats: one other player, whose looks and swaps are easy to follow.
import type { Lesson, Moment } from '../../lib/lesson.svelte'
import { BOX_SPOT, type HatsView } from './model'

type Now = Moment<HatsView>
const mayLook = ({ view }: Now) => view.choosing === 'look_or_name'

const lesson: Lesson<HatsView> = {
  players: 2,
  options: { wins_needed: 5 },
  seat: 0,
  level: '1',
  aid: false,
  seed: 1,
  played: [],
  steps: [
    { say: 'lesson_goal', explains: true, at: () => [BOX_SPOT] },
    { say: 'lesson_look', when: mayLook, at: () => ['hat-3', 'moves'] },
    { say: 'lesson_swap', when: ({ view }) => view.choosing === 'swap', at: () => ['moves'] },
    { say: 'lesson_watch', after: ['swapped'], by: 'others' },
    { say: 'lesson_name', explains: true, when: mayLook, at: () => [BOX_SPOT] },
    { say: 'lesson_round', after: ['token_taken', 'wand_taken'], at: () => ['tokens'] },
  ],
}
export default lesson as unknown as Lesson
