// What the table sends and takes, in the words of docs/protocol.md.

export type Status = 'waiting' | 'preparing' | 'playing' | 'over'
export type OptionValue = boolean | number | string | number[]

export interface SeatInfo {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string
  level: string
  mine: boolean
  present: boolean
  warm?: boolean
  /** By me. */
  muted?: boolean
  help?: Help
  /** Where they are counted. */
  hints_left?: number | null
  /** That the seat's help gave it in this game. */
  hints_taken?: number
}

/** Hints for one seat: none, a few in the game, one at every move. */
export type Help = 'none' | 'some' | 'always'

/** Minutes for the whole game, and seconds added per decision. */
export interface Clock {
  minutes: number
  seconds: number
}

export interface TableInfo {
  code: string
  game: string
  players: number
  options: Record<string, OptionValue>
  aid: boolean
  status: Status
  host: boolean
  seats: SeatInfo[]
  v: number
  seed_hash: string
  seed?: string | null
  salt?: string | null
  layout: unknown
  record?: string | null
  rematch?: string | null
  hints?: boolean
  chat?: boolean
  clock?: Clock | null
  forked_from?: { code: string; ply: number } | null
}

export interface Listed {
  code: string
  game: string
  players: number
  status: Status
  open: number
  names: string[]
}

/** The fields that the view of every game has. */
export interface View {
  seat: number
  turn: number
  players: number
  over: boolean
  capped: boolean
}

export interface Choice {
  action: number
  text: string
}

export interface Now {
  ply: number
  turn: number
  over: boolean
  winners: number[]
  views: Record<string, View>
  legal: Record<string, Choice[]>
  undo: boolean
  /** Milliseconds left per seat, when the table has clocks. */
  clocks?: number[] | null
  clock_runs?: number
  /** Answers that my seats gave in advance, where the game has such. */
  standing?: Record<string, Standing>
}

export type Standing = 'not_now' | 'ask'

export interface GameEvent {
  kind: string
  [field: string]: unknown
}

export interface MoveFrame {
  t: 'move'
  v: number
  ply: number
  seat: number
  text: string
  events: GameEvent[]
  now?: Now | null
}

export interface Nack {
  t: 'nack'
  id: string
  code: 'stale' | 'not_your_turn' | 'illegal' | 'over' | 'too_fast' | 'not_yours' | 'not_started' | 'store'
  rule: string
  reason: string
  sentence: string
  v: number
  given?: Record<string, number | string>
}

export type Frame =
  | { t: 'welcome'; v: number; table: TableInfo; moves: MoveFrame[]; now: Now | null }
  | { t: 'ack'; id: string; v: number }
  | Nack
  | MoveFrame
  | { t: 'table'; v: number; table: TableInfo; now?: Now | null }
  | { t: 'undone'; v: number; ply: number; now: Now }
  | { t: 'presence'; seats: boolean[]; watching: number; away?: (number | null)[] }
  | { t: 'chat'; seat: number; name: string; text: string; at: number | string }
  | { t: 'pong' }
  | { t: 'emote'; seat: number; key: string }
  | { t: 'error'; code: string; sentence: string }

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

export interface SeatWish {
  kind: 'me' | 'open' | 'bot'
  name?: string
  level?: string
}

/** One move of a finished game, as the chosen eyes saw it; the first frame is the start. */
export interface ReplayFrame {
  ply: number
  seat: number
  text: string
  events: GameEvent[]
  view: View
}

export interface Hint {
  moves: { action: number; text: string; chance: number; reason: string }[]
  chances: number[]
  margin: number
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
