// A guided first game: which sentence is said when. Learners play as they like; every sentence waits for its moment and is said once.
import type { Spot } from '../games/types'
import type { Beat } from './animate'
import type { GameEvent, OptionValue, View } from './protocol'

/** What a sentence can depend on: the position as the learner sees it. */
export interface Moment<V extends View = View> {
  view: V
  me: number
  /** The learner's moves; none while others play. */
  legal: readonly number[]
  /** The learner must roll a die first. */
  rolls: boolean
}

/** One sentence. After an event, or if it `explains`, “Next” continues; otherwise it asks for the learner's move. */
export interface Step<V extends View = View> {
  /** The key of the sentence in the game's words. */
  say: string
  /** What the pointer shows, by the names of spots; the first one on the page. `moves`: what can be pressed. */
  at?(moment: Moment<V>): readonly Spot[]
  /** Said after one of these events; without them when the learner must act. */
  after?: readonly string[]
  /** Whose event it must be. */
  by?: 'me' | 'others'
  when?(moment: Moment<V>): boolean
  explains?: true
  /** The lesson can end without it. */
  extra?: true
}

/** What is taught, and the set-up in which it happens soon. */
export interface Lesson<V extends View = View> {
  players: number
  options: Readonly<Record<string, OptionValue>>
  /** The learner's seat; gentle bots play the others. */
  seat: number
  level: string
  aid: boolean
  /** Determines all dice and cards. */
  seed: number
  /** Moves played before the learner starts. */
  played: readonly number[]
  steps: readonly Step<V>[]
}

export class LessonRun {
  current = $state.raw<Step | null>(null)
  /** Everything important was said, or the game is over. */
  ended = $state(false)
  private said = $state.raw<ReadonlySet<Step>>(new Set())
  private due: Step[] = []
  private moment = $state.raw<Moment | null>(null)
  private goOn: (() => void) | null = null
  /** Something was explained since the last move: one thing at a time. */
  private explained = false

  constructor(readonly lesson: Lesson) {}

  /** An explanation is shown: the others wait, and “Next” continues. */
  get waits(): boolean {
    return this.current !== null && explains(this.current)
  }

  /** What the pointer shows. */
  get spots(): readonly Spot[] {
    return (this.moment && this.current?.at?.(this.moment)) ?? []
  }

  /** Which of the important sentences have been said. */
  get progress(): readonly boolean[] {
    return this.important.map((step) => this.said.has(step))
  }

  /** Before another player moves: the story pauses until the sentence has been read. */
  readonly hold: Beat = {
    show: () => undefined,
    rest: 'none',
    hold: (goOn) => (this.waits ? (this.goOn = goOn) : goOn()),
  }

  /** The learner has moved: the sentence on the page counts as read. */
  moved(): void {
    this.close()
  }

  /** A move was shown, which led to this picture. */
  heard(events: readonly GameEvent[], mover: number, view: View): void {
    const moment: Moment = { view, me: this.lesson.seat, legal: [], rolls: false }
    for (const event of events) {
      const isMine = (typeof event.seat === 'number' ? event.seat : mover) === this.lesson.seat
      const fitting = this.open.filter(
        (step) =>
          step.after?.includes(event.kind) &&
          (!step.by || (step.by === 'me') === isMine) &&
          (step.when?.(moment) ?? true),
      )
      this.due.push(...fitting.filter((step) => !this.due.includes(step)))
    }
    this.moment = moment
    this.explained = false
    this.choose()
  }

  /** The position shown now. */
  look(moment: Moment): void {
    this.moment = moment
    if (this.current && !explains(this.current) && !this.fits(this.current)) this.close()
    this.choose()
  }

  next(): void {
    this.close()
    this.choose()
    if (this.waits) return
    this.goOn?.()
    this.goOn = null
  }

  private get important(): readonly Step[] {
    return this.lesson.steps.filter((step) => !step.extra)
  }

  private get open(): readonly Step[] {
    return this.lesson.steps.filter((step) => !this.said.has(step) && step !== this.current)
  }

  private close(): void {
    if (!this.current) return
    this.explained ||= explains(this.current)
    this.said = new Set([...this.said, this.current])
    this.current = null
  }

  private choose(): void {
    if (this.current || this.ended) return
    this.current = this.due.shift() ?? this.open.find((step) => !step.after && this.fits(step)) ?? null
    if (!this.current && (this.moment?.view.over || this.important.every((step) => this.said.has(step))))
      this.ended = true
  }

  /** Whether the learner must act in such a position. */
  private fits(step: Step): boolean {
    const { moment } = this
    if (!moment || (!moment.legal.length && !moment.rolls) || (step.explains && this.explained)) return false
    return step.when?.(moment) ?? true
  }
}

const explains = (step: Step): boolean => step.explains === true || step.after !== undefined
