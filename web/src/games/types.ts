// What a game provides to the shell, the same for every board. See docs/web.md.
import type { Component } from 'svelte'
import type { Drawing } from '../generated/boxes'
import type { Rest } from '../lib/animate'
import type { Choice, GameEvent, OptionValue, View } from '../lib/protocol'
import type { Sound } from '../lib/sound'
import type { TableStore } from '../lib/table.svelte'
import type { Refusal } from '../rules/engine'
import type { Foresee } from '../rules/foresight'
import type { Arguments, Language } from '../lib/words'

/** A place on the board that can be highlighted or focused, named by the game: `step-4`. */
export type Spot = string

/** Everything a game needs to put things into words. */
export interface Context {
  say(key: string, given?: Arguments): string
  /** A word of the shell. */
  shell(key: string, given?: Arguments): string
  list(parts: readonly string[]): string
  language: Language
  names: readonly string[]
  /** The seat whose point of view is shown; -1: spectator. */
  me: number
  aid: boolean
  /** The table's options, for words and colours that depend on them. */
  options?: Readonly<Record<string, OptionValue>>
  /** My die has not been rolled yet: its value must not be shown. */
  unrolled?: boolean
  /** What a sequence of my actions would do, according to the rules. */
  foresee: Foresee
}

/** One scene of an event: the picture, and how long it is shown. */
export interface Scene<V extends View = View> {
  view: V
  rest: Rest
  part?: number
  sound?: Sound
  pitch?: number
}

/** An event as a line of the log. */
export interface Told {
  text: string
  icon: Drawing
  spots: readonly Spot[]
  rule?: string
}

/** A button of the action card. */
export interface Offer {
  /** Unique among the offers; negative if nothing is sent. */
  action: number
  label: string
  /** Shown instead when many offers share a row; the label remains the button's name. */
  short?: string
  icon?: Drawing
  /** Only changes this screen instead of playing a move. */
  press?: () => void
}

/** What is expected now. The first offer is the filled button if `primary` is set. */
export interface Prompt {
  sentence: string
  why?: string
  offers: readonly Offer[]
  primary?: number
}

/** A player's panel. */
export interface Facts {
  number: string
  unit: string
  sub: string
  icon?: Drawing
  /** What the seat owns, in small; not on phones. */
  chips?: readonly {
    icon: Drawing
    text: string
    /** The number and what it counts, for screen readers. */ name?: string
  }[]
  /** Not taking part for now: the panel is dashed and pale. */
  out?: boolean
}

export type Forgets = Readonly<Record<string, Readonly<Record<string, string | number>>>>

export interface Result {
  why: string
  rule?: string
  columns: readonly string[]
  rows: readonly { seat: number; cells: readonly string[] }[]
}

export interface BoardProps<V extends View = View> {
  view: V
  layout: unknown
  context: Context
  legal: readonly Choice[]
  /** The action shown as chosen or previewed. */
  preview: number | null
  /** Highlights: the last move, or the line of the log under the pointer. */
  marks: readonly Spot[]
  /** The action that was just refused. */
  refused: number | null
  /** The action that I have chosen before my turn, if everyone chooses at the same time. */
  chosen?: number | null
  showTargets: boolean
  tall: boolean
  choose(action: number): void
  /** Says why a press means nothing here, if the table cannot know what was intended. */
  refuse?(refusal: Refusal): void
  look(action: number | null): void
}

/** For the part of the action card that a game draws itself. */
export interface CardProps<V extends View = View> {
  store: TableStore
  view: V
  context: Context
  legal: readonly Choice[]
  choose(action: number): void
  look(action: number | null): void
}

export interface GameModule<V extends View = View> {
  Board: Component<BoardProps<V>>
  /** What only the viewer holds, shown beside the board like a hand of cards. */
  Hand?: Component<BoardProps<V>>
  figure(seat: number, context?: Context): Drawing
  scenes(view: V, event: GameEvent): Scene<V>[]
  tell(event: GameEvent, context: Context): Told | null
  prompt(view: V, legal: readonly Choice[], context: Context): Prompt
  /** A legal move as a whole sentence, for text mode. */
  describe(choice: Choice, view: V, context: Context): string
  facts(view: V, seat: number, context: Context): Facts
  /** The board as a list in path order, for text mode. */
  inWords(view: V, context: Context): { term: string; text: string }[]
  /** `ends`: what the log said about the end. */
  result(view: V, winners: readonly number[], context: Context, ends: readonly GameEvent[]): Result
  /** Below the sentence of the action card, also while others play: choices in several steps, standing answers. */
  Card?: Component<CardProps<V>>
  /** Seats are shown by the initials of their names, because colours mean something else. */
  initials?: boolean
  /** What a press on a player's panel opens. */
  door?(seat: number, context: Context): { name: string; press(): void }
  /** A move that needs no question: the only one, or one that a device setting has decided. */
  always?(view: V, legal: readonly Choice[], context: Context): number | null
  /** The action that declines an offer: prepared moves assume that all others decline. */
  decline?: number
  /** The event of a die that players roll themselves, and the one that a game starts with. */
  rolls?: { kind: string; first(view: V): GameEvent }
  /** All choices look the same to a player who has seen nothing: stones that are face down. */
  alike?(view: V, legal: readonly Choice[]): boolean
  /** Players should remember what they saw: earlier positions cannot be viewed, unless the table has the memory aid. */
  memory?: true
  /** What the log forgets once the next move is shown, unless the table has the memory aid: blanks by kind of event. */
  forgets?: Forgets
  /** Knows something that the others must not hear, so free text is disabled for this seat. */
  keepsSecret?(view: V, seat: number): boolean
  /** Whose pieces an event catches, if its fields name no loser. */
  struck?(view: V, event: GameEvent): readonly number[]
  /** What the sentence of a refusal needs. */
  refusal?(view: V, context: Context, rule?: string): Arguments
}
