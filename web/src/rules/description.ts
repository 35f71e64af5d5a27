// What a module says about itself: written by src/hatbox/wasm/description.py.

export type Value = string | number | boolean | readonly number[]
export type NumberType = 'Int8' | 'Uint8' | 'Int16' | 'Uint16' | 'Int32' | 'Uint32'

/** A number (0), a boolean (1), one of some words, or a nested row. */
type Kind = 0 | 1 | readonly string[] | { size: number; parts: readonly Part[] }
/** Name, place, kind, and for every depth of a list its capacity and the place of its length (-1: always full). */
export type Part = readonly [
  name: string,
  at: number,
  kind: Kind,
  lengths: readonly (readonly [room: number, length: number])[],
]
type Field = readonly [
  name: string,
  read: 'one' | 'list' | 'length',
  words: readonly string[],
  only: string,
  forgotten: boolean,
]
type EventKind = readonly [name: string, noticedBy: string, fields: readonly Field[], reveals: boolean]

export interface Description {
  sources: string
  /** Identifies the layout of the record: a table and a browser that agree on it may exchange records. */
  layout: string
  ruleset: number
  actions: number
  widest: number
  sizes: {
    state: number
    told: number
    view: number
    node: number
    desk: number
    mind: number
    sighting: number
    pad: number
    hint: number
    notes: number
  }
  state: {
    players: number
    turn: number
    over: number
    said: number
    tape: number
    ruleset: number
    rng: number
    phase: number
  }
  node: { total: number; visits: number; child: number; sibling: number; action: number }
  manner: string
  /** The levels, weakest first: maximum iterations (0: as many as time allows), and two records as base64. */
  levels: Readonly<Record<string, { iterations: number; mind: string; manner: string }>>
  /**
   * Sizes that the bots need: boards, sightings, nodes of a tree, hints; the longest past; sentences per move; how the
   * search estimates chances.
   */
  bots: {
    boards: number
    sightings: number
    longest: number
    nodes: number
    hints: number
    sentences: number
    oddsManner: string
    weighing: string
    sums: number
    parts: number
    setUps: number
  }
  hint: { action: number; chance: number; margin: number }
  /** What a move can do: word list keys with the names of the numbers in their sentences. */
  facts: readonly (readonly [key: string, given: readonly string[]])[]
  options: Readonly<Record<string, readonly [at: number, type: NumberType, usual: Value, choices: readonly Value[]]>>
  view: readonly Part[]
  events: readonly EventKind[]
  /** Seats know different things. */
  secrets: boolean
  /** The action that declines an offer, or -1. */
  decline: number
  /** The field of the view that says whether an offer is worth asking about, or empty. */
  matters: string
  /** Phases in which nobody sees what is chosen. */
  unnoticed: readonly number[]
  /** The field of the view that lists seats waiting for the next round. */
  sits_out: string
  /**
   * Bytes that previews leave out of a record (places and lengths), and the place of the option that keeps them, or -1.
   */
  previews: readonly [leftOut: readonly (readonly [at: number, length: number])[], unless: number] | null
  reasons: readonly (readonly [rule: string, reason: string, given: string, words: readonly string[]])[]
}

export const CHANCE = 0x4000 // numbers on a tape from here on start a note; this one is a random draw

export function describe(module: WebAssembly.Module): Description {
  const [section] = WebAssembly.Module.customSections(module, 'hatbox')
  if (!section) throw new Error('the module says nothing of itself')
  return JSON.parse(new TextDecoder().decode(section)) as Description
}

/** A view, or a row in it, from the numbers of its record. */
export function readView(parts: readonly Part[], numbers: Int32Array, start = 0): Record<string, unknown> {
  return Object.fromEntries(
    parts.map(([name, at, kind, lengths]) => [name, readList(kind, lengths, numbers, start, start + at, 0)]),
  )
}

function readList(
  kind: Kind,
  lengths: Part[3],
  numbers: Int32Array,
  start: number,
  at: number,
  index: number,
): unknown {
  const [first, ...inner] = lengths
  if (!first) return readOne(kind, numbers, at)
  const [room, place] = first
  const length = place < 0 ? room : (numbers[start + place + index] ?? 0)
  const size = inner.reduce(
    (product, [most]) => product * most,
    typeof kind === 'object' && 'parts' in kind ? kind.size : 1,
  )
  return Array.from({ length }, (_, k) => readList(kind, inner, numbers, start, at + k * size, k))
}

function readOne(kind: Kind, numbers: Int32Array, at: number): unknown {
  const number = numbers[at] ?? 0
  if (kind === 0) return number
  if (kind === 1) return number !== 0
  return 'parts' in kind ? readView(kind.parts, numbers, at) : (kind[number] ?? '')
}

/** The notes on a tape, each starting with its number. */
export function notesOf(tape: readonly number[]): number[][] {
  const starts = tape.flatMap((number, k) => (number >= CHANCE ? [k] : []))
  return starts.map((start, k) => tape.slice(start, starts[k + 1]))
}

/** What one note shows a seat (-1: a spectator, null: everything), or null if it notices nothing. */
export function readEvent(
  kinds: readonly EventKind[],
  [number = CHANCE, ...numbers]: readonly number[],
  seat: number | null,
): { kind: string } | null {
  const found = kinds[number - CHANCE - 1]
  if (!found) return null
  const [kind, noticedBy, fields] = found
  const single = fields.filter(([, read]) => read === 'one').map(([name]) => name)
  const lists = fields.filter(([, read]) => read === 'list').map(([name]) => name)
  const value = (name: string) => numbers[single.indexOf(name)] ?? -1
  const isFor = (field: string) => seat === null || !field || value(field) === seat
  if (!isFor(noticedBy)) return null
  const rest = numbers.slice(single.length)
  const event: { kind: string; [field: string]: unknown } = { kind }
  for (const [name, read, words, only] of fields) {
    const shown = (one: number) => (words.length ? (words[one] ?? '') : one)
    if (!isFor(only)) event[name] = shown(-1)
    else if (read === 'one') event[name] = shown(value(name))
    else if (read === 'length') event[name] = rest.length / lists.length
    else event[name] = rest.filter((_, k) => k % lists.length === lists.indexOf(name)).map(shown)
  }
  return event
}

/** Everything on a tape, including secrets. */
export function everyEvent(kinds: readonly EventKind[], tape: readonly number[]): { kind: string }[] {
  return notesOf(tape).flatMap((note) => readEvent(kinds, note, null) ?? [])
}

/** Whether a player learns something from these notes that cannot be undone. */
export function reveals(kinds: readonly EventKind[], tape: readonly number[]): boolean {
  return notesOf(tape).some(([number = CHANCE]) => kinds[number - CHANCE - 1]?.[3])
}

/** An event as the log keeps it afterwards: without what people should remember. */
export function laterOn(kinds: readonly EventKind[], event: { kind: string }): { kind: string } {
  const forgotten = kinds.find(([kind]) => kind === event.kind)?.[2].filter(([, , , , gone]) => gone) ?? []
  return forgotten.length
    ? { ...event, ...Object.fromEntries(forgotten.map(([name, , words]) => [name, words.length ? '' : 0])) }
    : event
}
