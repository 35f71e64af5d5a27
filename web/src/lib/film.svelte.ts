// A replay of a finished game: step by step or at once, from any view.
import type { GameModule } from '../games/types'
import { Stage } from './animate'
import type { Eyes } from './api'
import { shownName } from './persons'
import type { ReplayFrame, TableInfo, View } from './protocol'
import { begin } from './ready'
import { isCalm, settings } from './settings.svelte'
import { beatsOf, type Line, type Sitting } from './sitting'

export type Reel = readonly ReplayFrame[]
const BETWEEN = { slow: 1_100, normal: 700, fast: 350, instant: 350 } as const

export class Film implements Sitting {
  eyes = $state<Eyes>('all')
  /** Index of the shown frame: the number of moves made. */
  at = $state(0)
  shown = $state.raw<View | null>(null)
  playing = $state(false)
  reel = $state.raw<Reel>([])
  readonly mine: readonly number[] = []
  private readonly reels = new Map<Eyes, Reel>()
  private readonly stage = new Stage(() => (isCalm() ? 'instant' : settings.speed))
  private stopped: () => void = () => undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly table: TableInfo,
    readonly game: GameModule,
    private readonly fetch: (eyes: Eyes) => Promise<Reel>,
  ) {}

  get length(): number {
    return Math.max(0, this.reel.length - 1)
  }

  get frame(): ReplayFrame | undefined {
    return this.reel[this.at]
  }

  get now(): { turn: number; over: boolean } {
    return { turn: this.at === 0 ? -1 : (this.frame?.seat ?? -1), over: false }
  }

  get names(): string[] {
    return this.table.seats.map((seat) => shownName(seat.name))
  }

  get viewer(): number {
    return this.eyes === 'all' ? -1 : this.eyes
  }

  readonly lines: readonly Line[] = $derived(
    this.reel.flatMap((frame) => frame.events.map((event) => ({ ply: frame.ply, seat: frame.seat, event }))),
  )

  /** Switch to this view, at the same moment. */
  async look(eyes: Eyes): Promise<void> {
    const reel = this.reels.get(eyes) ?? (await this.fetch(eyes))
    this.reels.set(eyes, reel)
    this.stage.clear()
    this.reel = reel
    this.eyes = eyes
    this.show(this.at)
  }

  /** What every view saw, for a saved replay. */
  async everything(): Promise<Record<string, Reel>> {
    const all: Eyes[] = ['all', ...this.table.seats.map((seat) => seat.seat)]
    const reels = await Promise.all(
      all.map(async (eyes) => [String(eyes), this.reels.get(eyes) ?? (await this.fetch(eyes))] as const),
    )
    return Object.fromEntries(reels)
  }

  /** Jump to a moment and stop there. */
  go(at: number): void {
    this.pause()
    this.show(at)
  }

  goToPly(ply: number): void {
    const found = this.reel.findIndex((frame) => frame.ply === ply)
    this.go(found < 0 ? ply : found)
  }

  /** Play one move step by step; in a hurry just show the next picture. */
  step(): void {
    const next = this.reel[this.at + 1]
    if (!next) return this.pause()
    const from = this.frame?.view
    if (this.stage.busy || !from || isCalm()) {
      this.show(this.at + 1)
      return this.goOn()
    }
    this.at++
    const show = (view: View) => (this.shown = view)
    this.stage.play(beatsOf(this.game, from, next.events, show), () => {
      this.shown = next.view
      this.goOn()
    })
  }

  toggle(): void {
    if (this.playing) return this.pause()
    if (this.at >= this.length) this.show(0)
    this.playing = true
    this.stopped = begin()
    this.step()
  }

  pause(): void {
    this.playing = false
    this.stopped()
    clearTimeout(this.timer)
  }

  close(): void {
    this.pause()
    this.stage.clear()
  }

  private goOn(): void {
    clearTimeout(this.timer)
    if (!this.playing) return
    if (this.at >= this.length) return this.pause()
    this.timer = setTimeout(() => this.step(), BETWEEN[settings.speed])
  }

  private show(at: number): void {
    this.stage.clear()
    this.at = Math.max(0, Math.min(this.length, Math.round(at) || 0))
    this.shown = this.frame?.view ?? null
  }
}
