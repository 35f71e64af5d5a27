// The first game on the stairs: a short staircase, so that the hat is close and the larder is not far.
import type { Lesson } from '../../lib/lesson.svelte'
import type { StairsView } from './model'

const lesson: Lesson<StairsView> = {
  players: 2,
  options: { steps: 10, hat_step: 4 },
  seat: 0,
  level: '1',
  aid: false,
  seed: 1,
  played: [],
  steps: [
    { say: 'lesson_goal', explains: true, at: () => ['hat'] },
    { say: 'lesson_stone', when: ({ view }) => view.choosing === 'stone', at: () => ['moves'] },
    { say: 'lesson_way', when: ({ view }) => view.choosing === 'direction', at: () => ['moves'] },
    { say: 'lesson_remember', after: ['goes_up', 'goes_down'], by: 'me', at: () => ['stone-2'] },
    { say: 'lesson_watch', after: ['goes_up', 'goes_down', 'stays'], by: 'others', at: () => ['seat-1'] },
    { say: 'lesson_larder', explains: true, when: ({ view }) => view.choosing === 'stone', at: () => ['larder'] },
    { say: 'lesson_hat_taken', after: ['hat_taken'], at: () => ['hat'] },
    { say: 'lesson_same_step', after: ['hat_taken'], at: () => ['hat'] },
    { say: 'lesson_hat_changes', after: ['hat_snatched', 'hat_given'], at: () => ['hat'], extra: true },
  ],
}
export default lesson as unknown as Lesson
