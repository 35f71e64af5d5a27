// The first race: a figure is close to the hall, and there are few cards.
import { DORMITORY } from '../../schema/great_hall'
import type { Lesson, Moment } from '../../lib/lesson.svelte'
import type { HallView } from './model'

type Now = Moment<HallView>
const isCard = ({ view }: Now) => view.choosing === 'card'
const hall = ({ view, me }: Now) => [`hall-${view.houses[me] ?? 0}`]
const figures = ({ view, me }: Now) =>
  (view.figures[view.houses[me] ?? 0] ?? []).filter((place) => place < DORMITORY).map((place) => `figure-${place}`)

const lesson: Lesson<HallView> = {
  players: 2,
  options: {},
  seat: 0,
  level: '1',
  aid: false,
  seed: 2,
  played: [
    4, 7, 14, 36, 78, 14, 36, 54, 16, 31, 14, 36, 98, 17, 40, 78, 14, 35, 94, 13, 86, 11, 98, 13, 92, 15, 101, 50, 13,
    98, 15, 60, 50,
  ],
  steps: [
    { say: 'lesson_goal', explains: true, at: (now) => figures(now) },
    { say: 'lesson_gift', when: ({ view }) => view.choosing === 'gift', at: () => ['moves'] },
    { say: 'lesson_card', when: isCard, at: () => ['moves'] },
    {
      say: 'lesson_use',
      when: ({ view }) => view.choosing === 'use' || view.choosing === 'figure',
      at: () => ['moves'],
      extra: true,
    },
    { say: 'lesson_no_card', when: ({ view }) => view.choosing === 'discard', at: () => ['moves'], extra: true },
    { say: 'lesson_sent_to_bed', after: ['sent_to_bed'], extra: true },
    { say: 'lesson_hall_entered', after: ['hall_entered'], at: (now) => hall(now), extra: true },
    { say: 'lesson_caretaker', after: ['caretaker_wakes'], at: () => ['caretaker'] },
    { say: 'lesson_start', explains: true, when: isCard, at: () => ['beds'] },
    { say: 'lesson_bed', explains: true, when: isCard, at: (now) => figures(now) },
    { say: 'lesson_hall', explains: true, when: isCard, at: (now) => hall(now) },
  ],
}
export default lesson as unknown as Lesson
