// Made by `hatbox schema` from src/hatbox/games/magic_hexagon. Do not edit.
import type { ToldAs } from '../games/events'
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
