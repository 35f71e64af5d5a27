// Made by `hatbox schema` from src/hatbox/games/hat_stairs. Do not edit.
import type { ToldAs } from '../games/events'
import type { View as AnyView } from './table'

export const Phase = { CHOOSE_STONE: 0, CHOOSE_DIRECTION: 1, ENDED: 2 } as const
export const Action = { TURN: 0, UP: 6, DOWN: 7, PASS: 8 } as const
export const PLACES = 6

export interface View extends AnyView {
  steps: number
  hat_step: number
  step: number[]
  hat: number
  stones: number[]
  noted: number[]
  open: number
  forbidden: number[]
  choosing: 'stone' | 'direction' | 'nothing'
  turns: number
  winner: number
}

export type Event =
  | { kind: 'stone_turned'; seat: number; place: number; value: number }
  | { kind: 'stone_hidden'; place: number }
  | { kind: 'goes_up'; seat: number; count: number; step: number; path: number[] }
  | { kind: 'goes_down'; seat: number; count: number; step: number; path: number[] }
  | { kind: 'bounces'; seat: number; step: number; path: number[] }
  | { kind: 'stays'; seat: number; step: number }
  | { kind: 'hat_taken'; seat: number }
  | { kind: 'hat_snatched'; seat: number; loser: number }
  | { kind: 'hat_given'; seat: number; loser: number }
  | { kind: 'hat_kept'; seat: number }
  | { kind: 'stones_mixed' }
  | { kind: 'stones_mixed_again'; count: number }
  | { kind: 'end_larder'; seat: number }
  | { kind: 'end_nobody' }

export const EVENTS: Readonly<Record<Event['kind'], ToldAs>> = {
  stone_turned: { rule: '', icon: 'stone-back', sound: 'stone', motion: 'look' },
  stone_hidden: { rule: '', icon: 'stone-back', sound: 'stone', motion: 'flip' },
  goes_up: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  goes_down: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  bounces: { rule: '', icon: 'seat', sound: 'step', motion: 'step' },
  stays: { rule: '', icon: 'seat', sound: '', motion: 'pause' },
  hat_taken: { rule: 'HS-17', icon: 'magic-hat', sound: 'hat', motion: 'fly' },
  hat_snatched: { rule: 'HS-19', icon: 'magic-hat', sound: 'hat', motion: 'fly' },
  hat_given: { rule: 'HS-20', icon: 'magic-hat', sound: 'hat', motion: 'fly' },
  hat_kept: { rule: 'HS-21', icon: 'magic-hat', sound: '', motion: 'pause' },
  stones_mixed: { rule: 'HS-22', icon: 'stone-back', sound: 'mix', motion: 'mix' },
  stones_mixed_again: { rule: '', icon: 'stone-back', sound: 'mix', motion: 'mix' },
  end_larder: { rule: 'HS-23', icon: 'larder', sound: 'win', motion: 'look' },
  end_nobody: { rule: 'HS-R06', icon: 'larder', sound: '', motion: 'pause' },
}

export const FORGOTTEN = {
  stone_turned: { place: 0, value: 0 },
  stone_hidden: { place: 0 },
} as const

export type Reason =
  | 'whole_value'
  | 'did_not_fit'
  | 'same_stone'
  | 'one_stone'
  | 'must_move'
  | 'below_start'
  | 'hat_needed'
  | 'exact_larder'

export interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  dx: number
  dy: number
  floor: number
  steps: Point[]
  stones: Point[]
  larder: Point
  parts: number[]
}
