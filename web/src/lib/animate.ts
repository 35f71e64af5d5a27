// Animates a move beat by beat. A beat changes the picture and then pauses; a tap skips to the end.

import { begin } from './ready'

export type Rest = 'none' | 'step' | 'flip' | 'fly' | 'pause' | 'look' | 'mix'
export type Speed = 'slow' | 'normal' | 'fast' | 'instant'

export interface Beat {
  /** Change the picture. */
  show(): void
  rest: Rest
  /** A fraction of the usual pause: long walks speed up. */
  part?: number
  /** Waits for the user instead, who continues with the function passed in. It cannot be skipped. */
  hold?(goOn: () => void): void
}

/** Durations of pauses and movements at normal speed; style sheets get the same numbers, see settings. */
export const MILLISECONDS: Readonly<Record<Rest, number>> = {
  none: 0,
  step: 170,
  flip: 240,
  fly: 260,
  pause: 120,
  look: 650,
  mix: 900,
}
const FACTOR: Readonly<Record<Speed, number>> = { slow: 1.5, normal: 1, fast: 0.5, instant: 0 }
const LONGEST_WALK = 1_200

/** A duration in milliseconds at another speed. */
export function restAt(milliseconds: number, speed: Speed): number {
  return milliseconds * FACTOR[speed]
}

export function restOf(beat: Beat, speed: Speed): number {
  return restAt(MILLISECONDS[beat.rest] * (beat.part ?? 1), speed)
}

/** How much faster each step of a long walk is, so that no walk takes longer than 1.2 s. */
export function walkPart(fields: number): number {
  return Math.min(1, LONGEST_WALK / (MILLISECONDS.step * Math.max(1, fields)))
}

interface Chapter {
  beats: readonly Beat[]
  done: () => void
}

/** Plays chapters (moves) in order. */
export class Stage {
  private readonly chapters: Chapter[] = []
  private running = false
  private skipping = false
  private round = 0
  private wake: (() => void) | null = null
  /** Continues, if the user is being waited for. */
  private held: (() => void) | null = null
  private atRest: () => void = () => undefined

  constructor(
    private readonly speed: () => Speed,
    private readonly sleep: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  get busy(): boolean {
    return this.running
  }

  play(beats: readonly Beat[], done: () => void): void {
    this.chapters.push({ beats, done })
    if (!this.running) void this.run()
  }

  /** Skip to the end of everything queued. */
  skip(): void {
    if (!this.running || this.held) return
    this.skipping = true
    this.wake?.()
  }

  /** Drop everything queued and running: the picture is replaced, and nothing old may overwrite it. */
  clear(): void {
    this.chapters.length = 0
    this.round++
    this.held?.()
    this.held = null
    this.skip()
  }

  private async run(): Promise<void> {
    this.running = true
    this.atRest = begin()
    let chapter: Chapter | undefined
    while ((chapter = this.chapters.shift())) {
      const round = this.round
      for (const beat of chapter.beats) await this.one(beat)
      if (round === this.round) chapter.done()
    }
    this.running = false
    this.skipping = false
    this.atRest()
  }

  private async one(beat: Beat): Promise<void> {
    if (beat.hold) return this.wait(beat.hold)
    const ms = restOf(beat, this.speed())
    if (this.skipping) return
    beat.show()
    if (ms <= 0) return
    await Promise.race([this.sleep(ms), new Promise<void>((resolve) => (this.wake = resolve))])
    this.wake = null
  }

  /** The page is at rest meanwhile. */
  private async wait(hold: (goOn: () => void) => void): Promise<void> {
    this.skipping = false
    this.atRest()
    await new Promise<void>((resolve) => {
      this.held = resolve
      hold(resolve)
    })
    this.held = null
    this.atRest = begin()
  }
}
