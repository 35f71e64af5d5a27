// Made by `hatbox schema` from src/hatbox/games/magic_hexagon. Do not edit.
import type { View as AnyView } from '../lib/protocol'

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
