// Lines of moves for later: a waiting player plays what the others may do and how to answer, on a copy of the position.
import type { Engine } from '../rules/engine'
import { type Foresee, foreseeAt, positionOf } from '../rules/foresight'
import { loadEngine } from '../rules/load'
import type { Choice, View } from './protocol'
import { during } from './ready'
import type { TableStore } from './table.svelte'

/** One action of a line: whose it is, and where it was played. */
export interface Step {
  seat: number
  action: number
  view: View
  foresee: Foresee
}

/** The current position of the copy. */
export interface Tried {
  view: View
  turn: number
  legal: readonly Choice[]
  foresee: Foresee
}

export class Preparing {
  private engine = $state.raw<Engine | null>(null)
  private isOpen = $state(false)
  /** What was played on the copy, starting from the table's own position. */
  actions = $state.raw<readonly number[]>([])
  private base = $state('')

  constructor(private readonly store: TableStore) {}

  private get known(): string {
    return this.store.ahead?.known ?? ''
  }

  /** Whether there is anything to prepare here. */
  get isOffered(): boolean {
    return this.known !== ''
  }

  /** What is prepared from here on. */
  get lines(): readonly (readonly number[])[] {
    return this.isOffered ? (this.store.ahead?.lines ?? []) : []
  }

  open(actions: readonly number[] = []): void {
    this.isOpen = true
    this.begin(actions)
    if (!this.engine)
      void during(loadEngine(this.store.table?.game ?? '')).then(
        (engine) => (this.engine = engine),
        () => this.close(),
      )
  }

  close(): void {
    this.isOpen = false
  }

  private begin(actions: readonly number[]): void {
    this.base = this.known
    this.actions = actions
  }

  /** The position of the copy; null: nothing is being prepared. When the game continues, preparation starts again. */
  readonly now: Tried | null = $derived.by(() => {
    if (!this.isOpen || !this.known || !this.engine) return null
    return this.replayed(this.base === this.known ? this.actions : [])?.now ?? null
  })

  /** The steps being tried. */
  readonly steps: readonly Step[] = $derived(this.now ? this.stepsOf(this.base === this.known ? this.actions : []) : [])

  stepsOf(actions: readonly number[]): readonly Step[] {
    return this.replayed(actions)?.steps ?? []
  }

  /** Plays actions on the copy; offers to others are declined, because nobody prepares for a surprise. */
  private replayed(actions: readonly number[]): { steps: Step[]; now: Tried; all: number[] } | null {
    const { engine } = this
    let position = engine && positionOf(engine, this.known)
    if (!engine || !position) return null
    const steps: Step[] = []
    const all: number[] = []
    const rest = [...actions]
    for (;;) {
      const now = tried(engine, position)
      const { decline } = this.store.game ?? {}
      const theirs = now.turn !== this.store.viewer && now.legal.some(({ action }) => action === decline)
      const action = theirs && rest[0] !== decline ? decline : rest.shift()
      if (action === undefined || !now.legal.some((choice) => choice.action === action)) return { steps, now, all }
      steps.push({ seat: now.turn, action, view: now.view, foresee: now.foresee })
      all.push(action)
      engine.position = position
      engine.play(action)
      position = engine.position
    }
  }

  play(action: number): void {
    if (!this.now?.legal.some((choice) => choice.action === action)) return
    const before = this.base === this.known ? this.actions : []
    this.begin(this.replayed([...before, action])?.all ?? [])
  }

  /** Takes the last choice back, with the offers that others declined since. */
  back(): void {
    const { decline } = this.store.game ?? {}
    const last = this.steps.findLastIndex(({ seat, action }) => action !== decline || seat === this.store.viewer)
    this.begin(this.actions.slice(0, Math.max(last, 0)))
  }

  /** Whether I am asked something that I may decline. */
  readonly isOffer: boolean = $derived.by(() => {
    const { now } = this
    return now?.turn === this.store.viewer && now.legal.some(({ action }) => action === this.store.game?.decline)
  })

  /** The line up to my last move; empty where none of mine is in it. */
  readonly line: readonly number[] = $derived.by(() => {
    const last = this.steps.findLastIndex(
      (step) => step.seat === this.store.viewer && step.action !== this.store.game?.decline,
    )
    return this.steps.slice(0, last + 1).map((step) => step.action)
  })

  /** Saves the line; it replaces older ones that answer the same moves differently or are part of it. */
  keep(): void {
    const { line } = this
    const mine = this.steps.map((step) => step.seat === this.store.viewer)
    const stays = (other: readonly number[]) => {
      const parts = line.findIndex((action, k) => other[k] !== action)
      return parts >= 0 && parts < other.length && !mine[parts]
    }
    this.store.prepare([...this.lines.filter(stays), line])
    this.actions = []
  }

  drop(line: readonly number[]): void {
    this.store.prepare(this.lines.filter((other) => other !== line))
  }
}

function tried(engine: Engine, position: Uint8Array): Tried {
  engine.position = position
  const turn = engine.turn
  const legal = engine.over ? [] : engine.legal().map((action) => ({ action, text: '' }))
  return { turn, legal, view: engine.view(turn) as unknown as View, foresee: foreseeAt(engine, position, turn, false) }
}
