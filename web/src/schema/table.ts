// Made by `hatbox schema` from src/hatbox/table. Do not edit.
import type { GameEvent } from '../lib/protocol'

export const LANGUAGES = ['en', 'de', 'fr', 'nl', 'es', 'it', 'pt', 'sv', 'da', 'ru'] as const
export const EMOTES = ['emote_smile', 'emote_clap', 'emote_surprise', 'emote_sad', 'emote_party', 'emote_wave', 'phrase_hello', 'phrase_good_luck', 'phrase_nice_move', 'phrase_thanks', 'phrase_wow', 'phrase_oops', 'phrase_oh_no', 'phrase_sorry', 'phrase_thinking', 'phrase_ha_ha', 'phrase_just_wait', 'phrase_be_right_back', 'phrase_here_again', 'phrase_one_more', 'phrase_good_game', 'phrase_bye'] as const
export const LEVELS = ['1', '2', '3', '4', '5', 'perfect'] as const
export const FIGURES = ['rabbit', 'dove', 'frog', 'cat', 'mouse', 'owl'] as const
export const COLOURS = ['red', 'blue', 'green', 'yellow', 'white', 'black'] as const
export const USUAL_LEVEL = '3'
export const SOMEBODY = 'somebody'
export const SOME_HINTS = 5
export const NO_LIMIT = -1
export const NO_HELP: Help = {"hints":0,"warned":0,"aid":false}

export type Status = 'waiting' | 'preparing' | 'playing' | 'over'
export type Level = '1' | '2' | '3' | '4' | '5' | 'perfect'
export type ProfileFigure = 'rabbit' | 'dove' | 'frog' | 'cat' | 'mouse' | 'owl'
export type ProfileColour = 'red' | 'blue' | 'green' | 'yellow' | 'white' | 'black'
export type NightKind = 'round_robin' | 'swiss'
export type Standing = 'not_now' | 'once' | 'ask'
export type NackCode = 'stale' | 'not_your_turn' | 'illegal' | 'over' | 'too_fast' | 'not_yours' | 'not_started' | 'store'
export type OptionValue = boolean | number | string | number[]

export interface Help {
  hints: number
  warned: number
  aid: boolean
}

export interface Clock {
  minutes: number
  seconds?: number
}

export interface Pace {
  days: 1 | 3 | 7 | 14
  late?: 'move' | 'bot' | 'wait'
}

export interface SeatInfo {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string
  level: string
  mine: boolean
  host: boolean
  present: boolean
  warm: boolean
  muted: boolean
  help: Help
  hints_left: number | null
  hints_taken: number
  warnings_taken: number
  stalls: boolean
  agreed: number
  stood_in: boolean
  commitment: string
  share: '' | 'player' | 'late' | 'none'
}

export interface ForkedFrom {
  code: string
  ply: number
}

export interface TableInfo {
  code: string
  game: string
  players: number
  options: Record<string, OptionValue>
  aid: boolean
  public: boolean
  status: Status
  host: boolean
  starts: boolean
  seats: SeatInfo[]
  v: number
  seed_hash: string
  seed: string | null
  salt: string | null
  layout: unknown
  record: string | null
  rematch: string | null
  rematch_by: number | null
  hints: boolean
  chat: boolean
  clock: Clock | null
  pace: Pace | null
  forked_from: ForkedFrom | null
  drawing: boolean
  pause_wished: number[]
  paused: boolean
  night: string
  of_night: boolean
}

export interface Listed {
  code: string
  game: string
  players: number
  status: Status
  open: number
  names: string[]
  days: boolean
  waits: boolean
  since: number
}

export interface Glance {
  seat: number
  names: string[]
  options: Record<string, OptionValue>
  aid: boolean
  layout: unknown
  view: View
}

export interface Choice {
  action: number
  text: string
}

export interface Ahead {
  legal: Choice[]
  lines: number[][]
  known: string
}

export interface Now {
  ply: number
  turn: number
  over: boolean
  winners: number[]
  clocks: number[] | null
  clock_runs: number
  until: number | null
  views: Record<string, View>
  legal: Record<string, Choice[]>
  undo: boolean
  standing: Record<string, Standing>
  known: string
  ahead: Record<string, Ahead>
}

export interface Ack {
  t: 'ack'
  id: string
  v: number
}

export interface Nack {
  t: 'nack'
  id: string
  code: NackCode
  rule: string
  reason: string
  sentence: string
  v: number
  given: Record<string, number | string>
}

export interface MoveFrame {
  t: 'move'
  v: number
  ply: number
  seat: number
  text: string
  events: GameEvent[]
  at_random: boolean
  now: Now | null
}

export interface Welcome {
  t: 'welcome'
  v: number
  table: TableInfo
  moves: MoveFrame[]
  now: Now | null
}

export interface TableFrame {
  t: 'table'
  v: number
  table: TableInfo
  now: Now | null
}

export interface UndoneFrame {
  t: 'undone'
  v: number
  ply: number
  now: Now
}

export interface Presence {
  t: 'presence'
  seats: boolean[]
  watching: number
  away: (number | null)[]
  last_here: (number | null)[]
  vacation_until: (number | null)[]
}

export interface Said {
  t: 'chat'
  seat: number
  name: string
  text: string
  at: number
}

export interface Pong {
  t: 'pong'
}

export interface Emoted {
  t: 'emote'
  seat: number
  key: string
}

export interface ErrorFrame {
  t: 'error'
  code: string
  sentence: string
}

export interface SeatWish {
  kind: 'me' | 'open' | 'bot'
  name?: string | null
  level?: Level | null
  help?: Help
}

export interface NewTable {
  game: string
  players: number
  options?: Record<string, OptionValue>
  aid?: boolean
  public?: boolean
  seats?: SeatWish[]
  start?: boolean
  hints?: boolean | null
  chat?: boolean
  clock?: Clock | null
  pace?: Pace | null
  names?: string[]
  language?: string
  commitment?: string | null
  seed?: number | null
}

export interface GoOn {
  record: string
  seats: SeatWish[]
  aid?: boolean
  language?: string
  commitment?: string | null
}

export interface Code {
  code: string
}

export interface Secret {
  secret: string
}

export interface Profile {
  name: string
  figure: ProfileFigure
  colour: ProfileColour
  child: boolean
  rated: boolean
}

export interface ProfileWish {
  name: string
  figure: ProfileFigure
  colour: ProfileColour
  child?: boolean
  rated?: boolean
}

export interface RuleSet {
  id: string
  name: string
  game: string
  players: number
  options: Record<string, OptionValue>
}

export interface RuleSetWish {
  name: string
  game: string
  players: number
  options?: Record<string, OptionValue>
}

export interface Person {
  id: string
  names: string[]
  games: string[]
  here: boolean
  profile: Profile | null
}

export interface PlayedSeat {
  name: string
  mine: boolean
  level: string
  place: number
  won: boolean
}

export interface PlayedGame {
  code: string
  game: string
  players: number
  at: number
  seats: PlayedSeat[]
}

export interface History {
  games: PlayedGame[]
  more: boolean
}

export interface RivalPart {
  game: string
  players: number
  games: number
  mine: number
  theirs: number
}

export interface Rival {
  id: string
  name: string
  games: number
  mine: number
  theirs: number
  my_run: number
  their_run: number
  parts: RivalPart[]
}

export interface TableRival {
  seat: number
  games: number
  mine: number
  theirs: number
}

export interface GameRating {
  game: string
  value: number
  margin: number
  games: number
  sure: boolean
}

export interface Ratings {
  on: boolean
  games: GameRating[]
}

export interface DeviceInfo {
  id: string
  browser: string
  used: number
  here: boolean
}

export interface VacationSpan {
  start: number
  first: string
  last: string
  now: boolean
}

export interface VacationYear {
  year: number
  left: number
}

export interface Vacation {
  known: boolean
  today: string
  spans: VacationSpan[]
  years: VacationYear[]
}

export interface NightGameWish {
  game: string
  options?: Record<string, OptionValue>
  aid?: boolean
}

export interface NightWish {
  name: string
  games: NightGameWish[]
  kind?: NightKind
  players?: number
  rounds?: number
  bots?: boolean
  level?: Level
  clock?: Clock | null
  lock_chat?: boolean
  lock_names?: boolean
  auto_rounds?: boolean
  language?: string
}

export interface NightRow {
  person: number
  name: string
  here: boolean
  away: boolean
  rank: number
  points: number
  wins: number
  games: number
  byes: number
  strength: number
}

export interface NightTableInfo {
  code: string
  seats: number[]
  points: number[]
  cut: boolean
}

export interface NightRoundInfo {
  game: string
  tables: NightTableInfo[]
  byes: number[]
}

export interface NightGameInfo {
  game: string
  options: Record<string, OptionValue>
  sizes: number[]
}

export interface SentHome {
  person: number
  name: string
}

export interface GivenName {
  name: string
  animal: number
}

export interface NightInfo {
  code: string
  mark: string
  name: string
  kind: NightKind
  players: number
  rounds: number
  bots: boolean
  clock: Clock | null
  lock_chat: boolean
  lock_names: boolean
  auto_rounds: boolean
  next_in: number | null
  over: boolean
  preparing: boolean
  games: NightGameInfo[]
  standing: NightRow[]
  played: NightRoundInfo[]
  host: boolean
  me: number | null
  table: string
  names: GivenName[]
  barred: boolean
  sent_home: SentHome[]
}

export interface NightListed {
  code: string
  name: string
  round: number
  rounds: number
  people: number
  over: boolean
  host: boolean
  table: string
}

export interface House {
  lock_chat: boolean
  lock_names: boolean
}

export interface NoticeOffer {
  kind: 'push' | 'mail' | 'hook'
  missing: '' | 'hatbox[notices]' | 'HATBOX_PUSH_CONTACT' | 'HATBOX_SMTP' | 'HATBOX_MAIL_FROM' | 'HATBOX_WEB_HOOKS' | 'HATBOX_PUBLIC_URL'
}

export interface NoticeWay {
  id: string
  kind: 'push' | 'mail' | 'hook'
  label: string
  confirmed: boolean
  failed: boolean
  here: boolean
  language: string
}

export interface Notices {
  known: boolean
  offers: NoticeOffer[]
  ways: NoticeWay[]
  key: string
}

export interface PushWish {
  endpoint: string
  p256dh: string
  auth: string
  language?: string
}

export interface Fact {
  key: string
  given: Record<string, number>
}

export interface HintMove {
  action: number
  text: string
  chance: number
  facts: Fact[]
}

export interface Hint {
  moves: HintMove[]
  chances: number[]
  margin: number
}

export interface Warning {
  lost: number
  better: HintMove | null
}

export interface View {
  seat: number
  turn: number
  players: number
  over: boolean
  capped: boolean
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
  seat: boolean
}

export interface GameInfo {
  slug: string
  title: string
  product: boolean
  ruleset: number
  players: number[]
  options: GameOption[]
  actions: number
  state_bytes: number
  rules: number
  secrets: boolean
}

export interface ReplayFrame {
  ply: number
  seat: number
  text: string
  events: GameEvent[]
  view: View
}

export interface Replay {
  table: TableInfo
  frames: ReplayFrame[]
}

export interface ReviewPly {
  ply: number
  seat: number
  action: number
  text: string
  chances: number[]
  margin: number
  best: number
  best_text: string
  lost: number
  does: Fact[]
  best_does: Fact[]
}

export interface SeatAccount {
  start: number
  chance: number
  hidden: number
  others: number
  further: number
  own: number
  result: number
}

export interface AccountStep {
  ply: number
  seat: number
  value: number[]
  chance: number[]
  hidden: number[]
  decision: number[]
  further: number[]
}

export interface Account {
  seats: SeatAccount[]
  set_up: number[]
  steps: AccountStep[]
}

export interface Review {
  plies: ReviewPly[]
  account: Account | null
}

export interface ReviewProgress {
  done: number
  total: number
  plies: ReviewPly[]
  account: Account | null
}

export type Frame =
  | Welcome
  | Ack
  | Nack
  | MoveFrame
  | TableFrame
  | UndoneFrame
  | Presence
  | Said
  | Pong
  | Emoted
  | ErrorFrame
