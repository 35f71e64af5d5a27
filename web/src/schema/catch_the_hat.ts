// Made by `hatbox schema` from src/hatbox/games/catch_the_hat. Do not edit.
import type { ToldAs } from '../games/events'
import type { View as AnyView } from './table'

export const Phase = { ROLL: 0, PICK: 1, DEST: 2, GOLD: 3, SIX: 4, ENDED: 5 } as const
export const Action = { GO: 0, PICK: 81, ROLL_AGAIN: 105, STOP: 106, PASS: 107 } as const
export const SEAT_HOME: readonly (readonly (readonly number[])[])[] = [[[-1, -1, -1, -1, -1, -1], [-1, -1, -1, -1, -1, -1], [0, 2, -1, -1, -1, -1], [0, 1, 2, -1, -1, -1], [0, 1, 2, 3, -1, -1], [-1, -1, -1, -1, -1, -1], [-1, -1, -1, -1, -1, -1]], [[-1, -1, -1, -1, -1, -1], [-1, -1, -1, -1, -1, -1], [0, 3, -1, -1, -1, -1], [0, 2, 4, -1, -1, -1], [0, 1, 3, 4, -1, -1], [0, 1, 2, 3, 4, -1], [0, 1, 2, 3, 4, 5]]]

export interface Piece {
  hat: number
  seat: number
  field: number
  captives: number[]
  golden: 'carried' | 'worn' | ''
}

export interface View extends AnyView {
  homes: number
  colours: number[]
  teams: number[]
  hats_each: number
  pieces: Piece[]
  jails: number[][]
  golden_field: number
  golden_holder: number
  choosing: 'hat' | 'field' | 'step' | 'six' | 'nothing'
  die: number
  picked: number
  pips: number
  left: number
  extra: number
  rolls: number
  roll_cap: number
  scores: number[]
  winners: number[]
}

export type Event =
  | { kind: 'rolled'; seat: number; value: number }
  | { kind: 'hat_leaves_home'; seat: number; hat: number; count: number; path: number[] }
  | { kind: 'hat_moves'; seat: number; hat: number; count: number; path: number[] }
  | { kind: 'tower_moves'; seat: number; hat: number; count: number; path: number[] }
  | { kind: 'walks_on_from_home'; seat: number; hat: number; path: number[] }
  | { kind: 'caught'; seat: number; hat: number; count: number; field: number; hats: number[] }
  | { kind: 'caught_from'; seat: number; hat: number; count: number; field: number; hats: number[]; loser: number }
  | { kind: 'brought_home'; seat: number; owner: number; count: number; hats: number[] }
  | { kind: 'freed'; seat: number; count: number; hats: number[] }
  | { kind: 'missed_move'; seat: number }
  | { kind: 'rolls_again'; seat: number }
  | { kind: 'stops_after_six'; seat: number }
  | { kind: 'no_hats_left'; seat: number }
  | { kind: 'lost_last_hat'; seat: number }
  | { kind: 'golden_caught'; seat: number; hat: number }
  | { kind: 'golden_worn'; seat: number; hat: number }
  | { kind: 'golden_lost' }
  | { kind: 'end_capped'; count: number }
  | { kind: 'end_one_colour' }
  | { kind: 'end_one_team' }
  | { kind: 'end_score_line'; seat: number; count: number }
  | { kind: 'end_free_line'; seat: number; free: number; count: number }
  | { kind: 'end_most'; seat: number; count: number }
  | { kind: 'end_shared'; count: number; seats: number[] }
  | { kind: 'end_survivor'; seat: number }
  | { kind: 'end_team'; team: number; score: number }
  | { kind: 'end_golden'; seats: number[] }
  | { kind: 'end_last_standing'; seat: number }
  | { kind: 'end_last_team'; team: number }
  | { kind: 'end_tower'; seat: number }
  | { kind: 'end_tower_team'; team: number }
  | { kind: 'end_most_free'; seats: number[] }
  | { kind: 'end_caught_decide'; seats: number[] }
  | { kind: 'end_level' }

export const EVENTS: Readonly<Record<Event['kind'], ToldAs>> = {
  rolled: { rule: '', icon: 'die-6', sound: 'mix', motion: 'fly' },
  hat_leaves_home: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  hat_moves: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  tower_moves: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  walks_on_from_home: { rule: 'CH-28', icon: 'seat', sound: 'step', motion: 'step' },
  caught: { rule: 'CH-18', icon: 'seat', sound: 'pop', motion: 'fly' },
  caught_from: { rule: 'CH-15', icon: 'seat', sound: 'pop', motion: 'fly' },
  brought_home: { rule: 'CH-29', icon: 'seat', sound: 'hat', motion: 'fly' },
  freed: { rule: 'CH-29', icon: 'seat', sound: 'hat', motion: 'fly' },
  missed_move: { rule: 'CH-23', icon: 'seat', sound: '', motion: 'pause' },
  rolls_again: { rule: 'CH-31', icon: 'die-6', sound: '', motion: 'pause' },
  stops_after_six: { rule: '', icon: 'seat', sound: '', motion: 'pause' },
  no_hats_left: { rule: 'CH-36', icon: 'seat', sound: '', motion: 'pause' },
  lost_last_hat: { rule: 'CH-36', icon: 'seat', sound: '', motion: 'pause' },
  golden_caught: { rule: 'CH-49', icon: 'hat-gold', sound: 'hat', motion: 'look' },
  golden_worn: { rule: 'CH-50', icon: 'hat-gold', sound: 'win', motion: 'look' },
  golden_lost: { rule: 'CH-53', icon: 'hat-gold', sound: '', motion: 'pause' },
  end_capped: { rule: 'CH-R10', icon: 'i-flag', sound: '', motion: 'look' },
  end_one_colour: { rule: 'CH-33', icon: 'i-flag', sound: '', motion: 'look' },
  end_one_team: { rule: 'CH-33', icon: 'i-flag', sound: '', motion: 'look' },
  end_score_line: { rule: 'CH-34', icon: 'seat', sound: '', motion: 'none' },
  end_free_line: { rule: 'CH-R10', icon: 'seat', sound: '', motion: 'none' },
  end_most: { rule: 'CH-35', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_shared: { rule: 'CH-R09', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_survivor: { rule: 'CH-R09', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_team: { rule: 'CH-45', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_golden: { rule: 'CH-54', icon: 'hat-gold', sound: 'win', motion: 'look' },
  end_last_standing: { rule: 'CH-40', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_last_team: { rule: 'CH-40', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_tower: { rule: 'CH-47', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_tower_team: { rule: 'CH-47', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_most_free: { rule: 'CH-R10', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_caught_decide: { rule: 'CH-R10', icon: 'i-crown', sound: 'win', motion: 'look' },
  end_level: { rule: 'CH-R09', icon: 'i-crown', sound: 'win', motion: 'look' },
}

export type Reason =
  | 'must_move'
  | 'choose_hat'
  | 'not_your_hat'
  | 'one_hat'
  | 'captive'
  | 'jailed'
  | 'like_another'
  | 'grey_full'
  | 'team_mate'
  | 'foreign_home'
  | 'no_way_home'
  | 'home_needs_captive'
  | 'walk_out'
  | 'exact_home'
  | 'no_turning'
  | 'golden_home_first'
  | 'no_such_field'
  | 'one_step'
  | 'dead_end'
  | 'no_move'
  | 'roll_or_stop'
  | 'exact_roll'

export interface Spot {
  x: number
  y: number
  angle: number
  kind: 'ring' | 'spoke' | 'centre' | 'home'
  grey: boolean
  touches: number[]
}

export interface Layout {
  size: number
  homes: 4 | 6
  fields: Spot[]
  ring: [number, number]
  pitch: number
  spoke: [number, number]
  centre: number
  home: number
}
