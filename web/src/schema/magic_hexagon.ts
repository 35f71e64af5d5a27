// Made by `hatbox schema` from src/hatbox/games/magic_hexagon. Do not edit.
import type { ToldAs } from '../games/events'
import type { View as AnyView } from './table'

export const Phase = { HYPNO: 0, MOVE: 1, PICK: 2, OVER: 3 } as const
export const Action = { MOVE: 0, PICK: 1092, NO_HYPNOSIS: 1098, NAME: 1099 } as const
export const CELLS = 91
export const NEXT: readonly (readonly number[])[] = [[1, -1, -1, -1, 6, 7], [2, -1, -1, 0, 7, 8], [3, -1, -1, 1, 8, 9], [4, -1, -1, 2, 9, 10], [5, -1, -1, 3, 10, 11], [-1, -1, -1, 4, 11, 12], [7, 0, -1, -1, 13, 14], [8, 1, 0, 6, 14, 15], [9, 2, 1, 7, 15, 16], [10, 3, 2, 8, 16, 17], [11, 4, 3, 9, 17, 18], [12, 5, 4, 10, 18, 19], [-1, -1, 5, 11, 19, 20], [14, 6, -1, -1, 21, 22], [15, 7, 6, 13, 22, 23], [16, 8, 7, 14, 23, 24], [17, 9, 8, 15, 24, 25], [18, 10, 9, 16, 25, 26], [19, 11, 10, 17, 26, 27], [20, 12, 11, 18, 27, 28], [-1, -1, 12, 19, 28, 29], [22, 13, -1, -1, 30, 31], [23, 14, 13, 21, 31, 32], [24, 15, 14, 22, 32, 33], [25, 16, 15, 23, 33, 34], [26, 17, 16, 24, 34, 35], [27, 18, 17, 25, 35, 36], [28, 19, 18, 26, 36, 37], [29, 20, 19, 27, 37, 38], [-1, -1, 20, 28, 38, 39], [31, 21, -1, -1, 40, 41], [32, 22, 21, 30, 41, 42], [33, 23, 22, 31, 42, 43], [34, 24, 23, 32, 43, 44], [35, 25, 24, 33, 44, 45], [36, 26, 25, 34, 45, 46], [37, 27, 26, 35, 46, 47], [38, 28, 27, 36, 47, 48], [39, 29, 28, 37, 48, 49], [-1, -1, 29, 38, 49, 50], [41, 30, -1, -1, -1, 51], [42, 31, 30, 40, 51, 52], [43, 32, 31, 41, 52, 53], [44, 33, 32, 42, 53, 54], [45, 34, 33, 43, 54, 55], [46, 35, 34, 44, 55, 56], [47, 36, 35, 45, 56, 57], [48, 37, 36, 46, 57, 58], [49, 38, 37, 47, 58, 59], [50, 39, 38, 48, 59, 60], [-1, -1, 39, 49, 60, -1], [52, 41, 40, -1, -1, 61], [53, 42, 41, 51, 61, 62], [54, 43, 42, 52, 62, 63], [55, 44, 43, 53, 63, 64], [56, 45, 44, 54, 64, 65], [57, 46, 45, 55, 65, 66], [58, 47, 46, 56, 66, 67], [59, 48, 47, 57, 67, 68], [60, 49, 48, 58, 68, 69], [-1, 50, 49, 59, 69, -1], [62, 52, 51, -1, -1, 70], [63, 53, 52, 61, 70, 71], [64, 54, 53, 62, 71, 72], [65, 55, 54, 63, 72, 73], [66, 56, 55, 64, 73, 74], [67, 57, 56, 65, 74, 75], [68, 58, 57, 66, 75, 76], [69, 59, 58, 67, 76, 77], [-1, 60, 59, 68, 77, -1], [71, 62, 61, -1, -1, 78], [72, 63, 62, 70, 78, 79], [73, 64, 63, 71, 79, 80], [74, 65, 64, 72, 80, 81], [75, 66, 65, 73, 81, 82], [76, 67, 66, 74, 82, 83], [77, 68, 67, 75, 83, 84], [-1, 69, 68, 76, 84, -1], [79, 71, 70, -1, -1, 85], [80, 72, 71, 78, 85, 86], [81, 73, 72, 79, 86, 87], [82, 74, 73, 80, 87, 88], [83, 75, 74, 81, 88, 89], [84, 76, 75, 82, 89, 90], [-1, 77, 76, 83, 90, -1], [86, 79, 78, -1, -1, -1], [87, 80, 79, 85, -1, -1], [88, 81, 80, 86, -1, -1], [89, 82, 81, 87, -1, -1], [90, 83, 82, 88, -1, -1], [-1, 84, 83, 89, -1, -1]]
export const ROWS: readonly (readonly number[])[] = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18, 19, 20], [21, 22, 23, 24, 25, 26, 27, 28, 29], [30, 31, 32, 33, 34, 35, 36, 37, 38, 39], [40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50], [51, 52, 53, 54, 55, 56, 57, 58, 59, 60], [61, 62, 63, 64, 65, 66, 67, 68, 69], [70, 71, 72, 73, 74, 75, 76, 77], [78, 79, 80, 81, 82, 83, 84], [85, 86, 87, 88, 89, 90]]
export const FACES = 44
export const HOLE = -1
export const BLACK_DISC = 44
export const FIRST_KITCHEN = 12
export const FIRST_MAGIC = 28

export const HATS = ['red', 'blue', 'green', 'white'] as const
export type Hat = (typeof HATS)[number]
export const STONES = ['green', 'light_blue', 'dark_blue'] as const
export type Stone = (typeof STONES)[number]

export interface View extends AnyView {
  layout: 'lozenge' | 'corners' | 'ring'
  board: number[]
  hats: number[]
  owned: number[][]
  stones: number[][]
  discs: number[]
  score: number[]
  places: number[]
  cards: boolean[]
  protected: number
  named: number
  on_turn: number
  choosing: 'hypnosis' | 'move' | 'pick' | 'nothing'
  hypnosis_matters: boolean
  picking: number[]
  round_one: boolean
  needed: number[]
  lower_only: boolean
  stone_values: number[]
  stones_left: number[]
  turn_index: number
  moves_made: number
}

export type Event =
  | { kind: 'hat_runs'; seat: number; hat_obj: Hat; field: number; origin: number; path: number[] }
  | { kind: 'hat_jumps'; seat: number; hat_obj: Hat; field: number; origin: number }
  | { kind: 'collected_ingredients'; seat: number; count: number; fields: number[]; faces: number[] }
  | { kind: 'collected_kitchen'; seat: number; count: number; fields: number[]; faces: number[] }
  | { kind: 'collected_magic'; seat: number; count: number; fields: number[]; faces: number[] }
  | { kind: 'area_claimed'; seat: number; count: number; fields: number[]; faces: number[] }
  | { kind: 'set_colours'; seat: number; colour: Stone }
  | { kind: 'set_symbols'; seat: number; colour: Stone }
  | { kind: 'hypnotised'; seat: number; victim: number; hat_obj: Hat }
  | { kind: 'protected'; seat: number }
  | { kind: 'skipped'; seat: number }
  | { kind: 'stuck_with_hat'; seat: number; hat_obj: Hat }
  | { kind: 'end_nothing_left' }
  | { kind: 'end_first_stuck'; seat: number }
  | { kind: 'end_score_line'; seat: number; discs: number; stones: number; total: number; rank: number }

export const EVENTS: Readonly<Record<Event['kind'], ToldAs>> = {
  hat_runs: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  hat_jumps: { rule: 'MH-18', icon: 'seat', sound: 'hat', motion: 'fly' },
  collected_ingredients: { rule: '', icon: 'seat', sound: 'pop', motion: 'fly' },
  collected_kitchen: { rule: '', icon: 'seat', sound: 'pop', motion: 'fly' },
  collected_magic: { rule: '', icon: 'seat', sound: 'pop', motion: 'fly' },
  area_claimed: { rule: 'MH-41', icon: 'disc-black', sound: 'mix', motion: 'flip' },
  set_colours: { rule: 'MH-51', icon: 'seat', sound: 'stone', motion: 'look' },
  set_symbols: { rule: 'MH-52', icon: 'seat', sound: 'stone', motion: 'look' },
  hypnotised: { rule: 'MH-60', icon: 'hypnosis', sound: 'paper', motion: 'look' },
  protected: { rule: 'MH-63', icon: 'hypnosis', sound: '', motion: 'pause' },
  skipped: { rule: 'MH-71', icon: 'i-dots', sound: '', motion: 'pause' },
  stuck_with_hat: { rule: '', icon: 'i-dots', sound: '', motion: 'pause' },
  end_nothing_left: { rule: 'MH-70', icon: 'i-flag', sound: 'win', motion: 'look' },
  end_first_stuck: { rule: 'MH-O06', icon: 'i-flag', sound: 'win', motion: 'look' },
  end_score_line: { rule: 'MH-72', icon: 'i-crown', sound: '', motion: 'pause' },
}

export type Reason =
  | 'must_move'
  | 'straight_line'
  | 'hole_in_the_way'
  | 'hat_in_the_way'
  | 'one_value'
  | 'hat_on_disc'
  | 'collect_something'
  | 'black_stays'
  | 'jump_to_black'
  | 'run_first'
  | 'one_disc_round_one'
  | 'kitchen_locked'
  | 'magic_locked'
  | 'hypnosis_used'
  | 'hypnosis_before_you'
  | 'answer_first'
  | 'no_cards'
  | 'named_hat'
  | 'dead_hat'

export interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  disc: number
  cells: Point[]
  corners: Point[]
  next: number[][]
  black: number[]
}
