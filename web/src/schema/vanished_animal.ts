// Made by `hatbox schema` from src/hatbox/games/vanished_animal. Do not edit.
import type { ToldAs } from '../games/events'
import type { View as AnyView } from './table'

export const Phase = { ACT: 0, SWAPPING: 1, SWAPPING_AGAIN: 2, ENDED: 3 } as const
export const Action = { PEEK: 0, NAME: 5, SWAP: 11, NO_SWAP: 16, SECOND_SWAP: 17, NO_SECOND_SWAP: 27 } as const
export const BOX = 5
export const PAIR: readonly (readonly number[])[] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]

export const ANIMALS = ['rabbit', 'dove', 'frog', 'cat', 'mouse', 'owl'] as const
export type Animal = (typeof ANIMALS)[number]

export interface View extends AnyView {
  choosing: 'look_or_name' | 'swap' | 'second_swap' | 'nothing'
  lifted: number
  inside: (Animal | '')[]
  noted: (Animal | '')[]
  box: Animal | ''
  swapped: number[]
  out: boolean[]
  named: (Animal | '')[]
  tokens: number[]
  wins_needed: number
  round: number
  starter: number
  turns: number
  voids: number
  told: (Animal | '')[]
  winner: number
}

export type Event =
  | { kind: 'round_starts'; seat: number; round: number }
  | { kind: 'looked'; seat: number; hat: number; animal: Animal | '' }
  | { kind: 'swapped'; seat: number; first: number; second: number }
  | { kind: 'swapped_again'; seat: number; first: number; second: number }
  | { kind: 'not_swapped'; seat: number }
  | { kind: 'named'; seat: number; animal: Animal }
  | { kind: 'named_right'; seat: number }
  | { kind: 'named_wrong'; seat: number; box: Animal | '' }
  | { kind: 'last_one_left'; seat: number }
  | { kind: 'round_void' }
  | { kind: 'revealed'; animal: Animal; hats: Animal[] }
  | { kind: 'token_taken'; seat: number }
  | { kind: 'wand_taken'; seat: number }
  | { kind: 'end_wand'; seat: number }
  | { kind: 'end_nobody' }

export const EVENTS: Readonly<Record<Event['kind'], ToldAs>> = {
  round_starts: { rule: 'VA-05', icon: 'hatbox', sound: 'mix', motion: 'mix' },
  looked: { rule: '', icon: 'seat', sound: 'hat', motion: 'fly' },
  swapped: { rule: '', icon: 'seat', sound: 'paper', motion: 'mix' },
  swapped_again: { rule: 'VA-21', icon: 'seat', sound: 'paper', motion: 'mix' },
  not_swapped: { rule: '', icon: 'seat', sound: 'land', motion: 'fly' },
  named: { rule: '', icon: 'seat', sound: 'pop', motion: 'look' },
  named_right: { rule: 'VA-13', icon: 'i-check', sound: 'hat', motion: 'look' },
  named_wrong: { rule: 'VA-14', icon: 'seat', sound: 'refused', motion: 'look' },
  last_one_left: { rule: 'VA-15', icon: 'seat', sound: '', motion: 'look' },
  round_void: { rule: 'VA-R07', icon: 'i-dots', sound: '', motion: 'look' },
  revealed: { rule: '', icon: 'hatbox', sound: 'hat', motion: 'look' },
  token_taken: { rule: 'VA-16', icon: 'token-hat', sound: 'hat', motion: 'look' },
  wand_taken: { rule: 'VA-17', icon: 'token-wand', sound: 'hat', motion: 'look' },
  end_wand: { rule: 'VA-18', icon: 'token-wand', sound: 'win', motion: 'look' },
  end_nobody: { rule: 'VA-R07', icon: 'token-wand', sound: '', motion: 'pause' },
}

export const FORGOTTEN = {
  looked: { hat: 0, animal: '' },
  swapped: { first: 0, second: 0 },
  swapped_again: { first: 0, second: 0 },
  named_wrong: { box: '' },
} as const

export type Reason =
  | 'one_thing'
  | 'no_pass'
  | 'look_at_new'
  | 'must_swap'
  | 'swap_other'
  | 'first_swap'
  | 'second_swap'
  | 'other_hats'

export interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  centre: Point
  places: Point[]
  box: Point
  cards: Point[]
  tokens: Point[]
  wand: Point
  card: number
  hatbox: number
}
