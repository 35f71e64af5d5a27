// The first game on the hexagon: both players have collected a little, so that sets are near and tools are unlocked.
import type { Lesson, Moment } from '../../lib/lesson.svelte'
import { BLACK_DISC } from '../../schema/magic_hexagon'
import type { HexagonView } from './model'

type Now = Moment<HexagonView>
const moves = ({ view }: Now) => view.choosing === 'move'
const black = ({ view }: Now) =>
  view.board.flatMap((face, cell) => (face === BLACK_DISC && !view.hats.includes(cell) ? [`cell-${cell}`] : []))
const COLLECTED = ['collected_ingredients', 'collected_kitchen', 'collected_magic']

const lesson: Lesson<HexagonView> = {
  players: 2,
  options: {},
  seat: 0,
  level: '1',
  aid: false,
  seed: 1,
  played: [
    1098, 24, 1092, 1098, 1020, 1098, 807, 1098, 1072, 1098, 45, 1098, 489, 1098, 399, 1098, 425, 1098, 873, 1098, 963,
    1101, 790, 289, 875, 1098, 281, 44, 1098, 744,
  ],
  steps: [
    { say: 'lesson_goal', explains: true, when: moves },
    { say: 'lesson_hat', when: moves, at: () => ['moves'] },
    { say: 'lesson_collected', after: COLLECTED, by: 'me' },
    { say: 'lesson_hypnosis', when: ({ view }) => view.choosing === 'hypnosis', at: () => ['moves'] },
    { say: 'lesson_area', after: ['area_claimed'], extra: true },
    { say: 'lesson_stone', after: ['set_colours', 'set_symbols'], extra: true },
    { say: 'lesson_tools', explains: true, when: moves },
    { say: 'lesson_sets', explains: true, when: moves },
    { say: 'lesson_islands', explains: true, when: moves },
    { say: 'lesson_jump', explains: true, when: moves, at: (now) => black(now) },
    { say: 'lesson_hypnotised', after: ['hypnotised'], extra: true },
  ],
}
export default lesson as unknown as Lesson
