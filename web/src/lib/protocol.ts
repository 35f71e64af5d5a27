// What the table sends and takes, in the words of docs/protocol.md.

import type { OptionValue } from '../schema/table'

export type * from '../schema/table'

/** The fields that the view of every game has. */
export interface View {
  seat: number
  turn: number
  players: number
  over: boolean
  capped: boolean
}

export interface GameEvent {
  kind: string
  [field: string]: unknown
}

export interface GameOption {
  name: string
  default: OptionValue
  values: OptionValue[] | null
  from: number | null
  to: number | null
  also: number[]
  count: number
  rule: string
  house_rule: boolean
}

export interface GameInfo {
  slug: string
  title: string
  players: number[]
  options: GameOption[]
  secrets?: boolean
}

/** One move of a finished game, as the chosen eyes saw it; the first frame is the start. */
export interface ReplayFrame {
  ply: number
  seat: number
  text: string
  events: GameEvent[]
  view: View
}

export interface ReviewPly {
  ply: number
  seat: number
  action: number
  text: string
  /** Per seat, before the move, fair to what the mover knew. */
  chances: number[]
  margin: number
  best: number
  best_text: string
  /** The chance to win that was given away. */
  lost: number
}

export type ReviewAnswer = { plies: ReviewPly[] } | { done: number; total: number }
