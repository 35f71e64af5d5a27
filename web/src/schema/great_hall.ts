// Made by `hatbox schema` from src/hatbox/games/great_hall. Do not edit.
import type { ToldAs } from '../games/events'
import type { View as AnyView } from './table'

export const Phase = { ROUND_DONE: -4, TURN_BEGINS: -3, TURN_DONE: -2, CARRIED_OUT: -1, EXCHANGE: 1, CARD: 2, MODE: 3, PIECE: 4, STEPS: 5, HALL_OR_WALK: 6, TARGET: 7, DISCARD: 8, DISCARD_AGAIN: 10, ENDED: 11 } as const
export const Action = { GIVE: 0, PLAY: 10, THROW: 20, FOLD: 30, USE: 31, STEP: 43, ENTER: 51, WALK: 52, CARETAKER: 53, FIGURE: 54, OTHER: 118 } as const
export const Kind = { TWO: 0, THREE: 1, FIVE: 2, SIX: 3, FOUR: 4, SEVEN: 5, START_9: 6, START_1_8: 7, SWAP: 8, JOKER: 9 } as const
export const Use = { START: 0, ONE: 1, TWO: 2, THREE: 3, FOUR: 4, BACK_FOUR: 5, FIVE: 6, SIX: 7, SEVEN: 8, EIGHT: 9, NINE: 10, SWAP: 11, NULL: 12 } as const
export const DORMITORY = 64
export const HALL = 65
export const POINTS: readonly number[] = [0, 1, 2, 3, 4, -4, 5, 6, 7, 8, 9, 0, 0]
export const USES: readonly (readonly number[])[] = [[2], [3], [6], [7], [4, 5], [8], [0, 10], [0, 1, 9], [11, 12], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]

export const CARDS = ['2', '3', '5', '6', '4_back', '7', 'start_9', 'start_1_8', 'swap', 'joker'] as const
export type Card = (typeof CARDS)[number]
export const HOUSES = ['ember', 'tide', 'fern', 'honey'] as const
export type House = (typeof HOUSES)[number]

export interface View extends AnyView {
  track: number
  houses: number[]
  leads: number[]
  figures: number[][]
  caretaker: number
  has_caretaker: boolean
  hand: Card[]
  hand_sizes: number[]
  given: Card | ''
  gift_is_there: boolean
  received: Card | ''
  chosen: number[]
  laid: Card[][]
  stock: number
  discard: number
  top: Card | ''
  discarded: number[]
  dealer: number
  round: number
  hand_size: number
  folded: number[]
  choosing: 'gift' | 'card' | 'use' | 'figure' | 'steps' | 'hall' | 'target' | 'discard' | 'discard_again' | 'nothing'
  card: Card | ''
  mode: number
  piece: number
  steps: number
  seven_left: number
  moved: number[]
  drawn: Card | ''
  winner: number
}

export type Event =
  | { kind: 'dealt'; seat: number; count: number }
  | { kind: 'reshuffled' }
  | { kind: 'cards_exchanged' }
  | { kind: 'private_card_received'; seat: number; receiver: number; card: Card }
  | { kind: 'card_played'; seat: number; card: Card }
  | { kind: 'dropped_out'; seat: number; cards: Card[] }
  | { kind: 'discarded'; seat: number; card: Card }
  | { kind: 'drew'; seat: number; card: Card | '' }
  | { kind: 'no_effect'; seat: number }
  | { kind: 'figure_started'; seat: number; house: House; field: number }
  | { kind: 'figure_forward'; seat: number; count: number; house: House; field: number; path: number[] }
  | { kind: 'figure_back'; seat: number; count: number; house: House; field: number; path: number[] }
  | { kind: 'hall_entered'; seat: number; house: House; field: number; path: number[] }
  | { kind: 'walked_past'; house: House }
  | { kind: 'sent_to_bed'; house: House; field: number }
  | { kind: 'swapped'; seat: number; first: number; second: number }
  | { kind: 'caretaker_wakes'; seat: number; field: number }
  | { kind: 'caretaker_moves'; seat: number; count: number; field: number; path: number[] }
  | { kind: 'caretaker_catches'; house: House; field: number }
  | { kind: 'caretaker_banished'; seat: number; field: number }
  | { kind: 'helps_partner'; seat: number; partner: number }
  | { kind: 'end_team'; seat: number; partner: number }
  | { kind: 'end_solo'; seat: number; count: number }
  | { kind: 'end_nobody' }

export const EVENTS: Readonly<Record<Event['kind'], ToldAs>> = {
  dealt: { rule: 'GH-09', icon: 'gh-back', sound: 'paper', motion: 'fly' },
  reshuffled: { rule: 'GH-10', icon: 'gh-back', sound: 'mix', motion: 'mix' },
  cards_exchanged: { rule: 'GH-11', icon: 'gh-back', sound: 'paper', motion: 'fly' },
  private_card_received: { rule: '', icon: 'gh-back', sound: 'paper', motion: 'fly' },
  card_played: { rule: '', icon: 'gh-back', sound: 'paper', motion: 'fly' },
  dropped_out: { rule: 'GH-14', icon: 'gh-back', sound: 'paper', motion: 'look' },
  discarded: { rule: 'GH-83', icon: 'gh-back', sound: 'paper', motion: 'fly' },
  drew: { rule: '', icon: 'gh-back', sound: 'paper', motion: 'fly' },
  no_effect: { rule: 'GH-54', icon: 'gh-swap', sound: '', motion: 'pause' },
  figure_started: { rule: 'GH-23', icon: 'seat', sound: 'land', motion: 'fly' },
  figure_forward: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  figure_back: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  hall_entered: { rule: 'GH-40', icon: 'seat', sound: 'hat', motion: 'fly' },
  walked_past: { rule: 'GH-45', icon: 'seat', sound: '', motion: 'pause' },
  sent_to_bed: { rule: 'GH-33', icon: 'seat', sound: 'pop', motion: 'fly' },
  swapped: { rule: 'GH-52', icon: 'gh-swap', sound: 'hat', motion: 'fly' },
  caretaker_wakes: { rule: 'GH-70', icon: 'caretaker', sound: 'hat', motion: 'fly' },
  caretaker_moves: { rule: 'GH-72', icon: 'caretaker', sound: 'step', motion: 'step' },
  caretaker_catches: { rule: 'GH-73', icon: 'caretaker', sound: 'pop', motion: 'fly' },
  caretaker_banished: { rule: 'GH-R10', icon: 'caretaker', sound: 'pop', motion: 'fly' },
  helps_partner: { rule: 'GH-60', icon: 'seat', sound: 'hat', motion: 'look' },
  end_team: { rule: 'GH-61', icon: 'seat', sound: 'win', motion: 'look' },
  end_solo: { rule: 'GH-81', icon: 'seat', sound: 'win', motion: 'look' },
  end_nobody: { rule: 'GH-R20', icon: 'caretaker', sound: '', motion: 'pause' },
}

export type Reason =
  | 'gift_first'
  | 'card_first'
  | 'use_first'
  | 'figure_first'
  | 'steps_first'
  | 'hall_or_walk'
  | 'target_first'
  | 'discard_first'
  | 'not_in_hand'
  | 'must_play'
  | 'play_drawn'
  | 'only_four_back'
  | 'not_on_card'
  | 'nobody_there'
  | 'not_yours'
  | 'partner_figure'
  | 'protected'
  | 'seven_complete'
  | 'seven_once_each'
  | 'swap_protected'
  | 'swap_own'
  | 'swap_nobody'
  | 'swap_possible'
  | 'never_without_effect'
  | 'nobody_on_track'
  | 'start_card_needed'
  | 'dormitory_empty'
  | 'start_occupied'
  | 'caretaker_blocks_start'
  | 'caretaker_not_swapped'
  | 'caretaker_there'
  | 'caretaker_asleep'
  | 'no_caretaker'
  | 'caretaker_whole_seven'

export interface Point {
  x: number
  y: number
  turn: number
}

export interface Layout {
  size: number
  fields: Point[]
  starts: number[]
  darks: number[]
  bridges: Point[][]
  hall: Point[][]
  dormitories: Point[][]
  caretaker: Point
}
