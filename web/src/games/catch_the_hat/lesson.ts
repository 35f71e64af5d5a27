// The first chase: it starts in the middle of a game, where hats are close to each other.
import type { Lesson, Moment } from '../../lib/lesson.svelte'
import type { HatView } from './model'

type Now = Moment<HatView>
const HOME = 'field-77' // of the first seat
const REST = 'field-3'
const isStart = ({ view, rolls }: Now) => view.choosing === 'hat' && !rolls
const hasTower = (now: Now) => isStart(now) && now.view.pieces.some((piece) => piece.captives.length > 0)
const towers = ({ view, me }: Now) =>
  view.pieces
    .filter((piece) => piece.captives.length > 0)
    .sort((one, other) => Number(other.seat === me) - Number(one.seat === me))
    .map((piece) => `field-${piece.field}`)

const lesson: Lesson<HatView> = {
  players: 2,
  options: { hats: 4 },
  seat: 0,
  level: '2',
  aid: false,
  seed: 7,
  played: [
    81, 49, 85, 24, 81, 43, 105, 81, 42, 85, 28, 81, 37, 85, 24, 81, 36, 86, 21, 106, 82, 4, 86, 19, 83, 2, 86, 24, 82,
    7, 87, 22, 82, 2, 85, 30, 105, 86, 20, 82, 53, 87, 20, 81, 30, 105, 83, 8, 105, 81, 24, 105, 81, 29, 88, 68, 106,
    84, 54, 88, 64, 83, 10, 86, 18, 84, 56, 87, 16, 84, 55, 87, 60, 106, 82, 55, 88, 29, 82, 53, 88, 24, 82, 0, 87, 10,
    106, 84, 63, 86, 19, 82, 3, 88, 28, 84, 69, 86, 25, 105, 86, 23, 82, 1, 86, 20, 82, 52, 86, 17, 81, 28, 86, 21, 84,
    68, 86, 26, 84, 56, 86, 64, 82, 47, 105,
  ],
  steps: [
    { say: 'lesson_goal', explains: true, at: () => [HOME] },
    { say: 'lesson_roll', when: ({ rolls }) => rolls, at: () => ['die'], extra: true },
    { say: 'lesson_hat', when: isStart, at: () => ['moves'] },
    { say: 'lesson_field', when: ({ view }) => view.choosing === 'field', at: () => ['moves'] },
    { say: 'lesson_six', when: ({ view }) => view.choosing === 'six', at: () => ['die'], extra: true },
    { say: 'lesson_caught', after: ['caught', 'caught_from'], at: (now) => towers(now) },
    { say: 'lesson_brought_home', after: ['brought_home'], at: () => [HOME], extra: true },
    { say: 'lesson_tower', explains: true, when: hasTower, at: (now) => towers(now) },
    { say: 'lesson_rest', explains: true, when: isStart, at: () => [REST] },
    { say: 'lesson_end', explains: true, when: isStart },
  ],
}
export default lesson as unknown as Lesson
