// What a page and the worker with its tables send each other.
import type { Positions, Question, Trial } from './thinking'

export type ToTables =
  | { kind: 'begin'; trial: Trial }
  | { kind: 'prepare' }
  | { kind: 'ask'; number: number; path: string; body?: unknown }
  | { kind: 'open'; line: number; code: string; watch: boolean }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'close'; line: number }

export type FromTables =
  | { kind: 'answer'; number: number; status: number; text: string }
  | { kind: 'heard'; line: number; text: string }
  | { kind: 'closed'; line: number }

/** What a thinker can be asked. */
export type Asked = { wish: 'choose' | 'advise'; question: Question } | { wish: 'appraise'; question: Positions }
export type ToThinker = { number: number } & Asked

export interface FromThinker {
  number: number
  answer?: unknown
  error?: string
}
