// A record of a game as in its file: docs/commands.md describes it, and src/hatbox/match/recording.py writes the same.
import type { OptionValue } from './protocol'

/** Where a game left another one: its dice are new from this ply on. */
export interface Fork {
  ply: number
  seed: string
  of: string
  code: string
  redrawn: boolean
}

export interface Share {
  by: 'player' | 'late' | 'none'
  commitment: string
  number: string
}

/** How the seed was drawn: by a table or a page alone, or with the numbers of several players. */
export interface Draw {
  promise: string
  salt: string
  number: string
  shares: Share[] | null
}

export interface MatchRecord {
  format: number
  game: string
  ruleset: number
  players: number
  options: Record<string, OptionValue>
  names: string[]
  seed: string
  forks: Fork[]
  draw: Draw | null
  actions: number[]
  checks: string
  hash: string
  seal: string
  /** Seats whose names were removed later. */
  removed?: number[]
  /** Levels by seat, empty for a person; missing if unknown. */
  bots?: string[]
}
