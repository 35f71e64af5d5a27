// One table as this browser sees it: the true position, the picture that is animated step by step, and the story.
import { pauseChanged } from '../games/table_events'
import type { GameModule } from '../games/types'
import { type Beat, Stage } from './animate'
import { ApiError, api } from './api'
import { hears } from './child'
import { hasAid } from './help'
import { secretNumber, takePart } from './draw'
import type { LessonRun } from './lesson.svelte'
import { Press } from './paint'
import { Past } from './past.svelte'
import { shownName } from './persons'
import { Plugs } from './plugs'
import type { Ahead, Choice, Frame, MoveFrame, Nack, Now, TableInfo, View } from './protocol'
import type { Foresee } from '../rules/foresight'
import { begin } from './ready'
import { isCalm, settings } from './settings.svelte'
import type { PuzzleRun } from './puzzles.svelte'
import { Preparing } from './preparing.svelte'
import { RollByHand } from './roll.svelte'
import { Sayings } from './sayings.svelte'
import { type Link, TableSocket } from './socket'
import { beatOf, type Line, type Refused, type Said, type Sitting } from './sitting'
import { linesOf, Told } from './told.svelte'
import { Tries } from './tries.svelte'
import { play } from './sound'
import { feel, isAbout } from './touch'
import { troubleText } from './trouble'
import { Warner } from './warner.svelte'

export type { Line, Refused, Said }

type Missing = 'table_not_found' | 'trouble_old_rules' | 'kicked'
const MISSING: Readonly<Record<string, Missing>> = { old_rules: 'trouble_old_rules', kicked: 'kicked' }

export class TableStore implements Sitting {
  link = $state<Link>('connecting')
  wasLost = $state(false)
  /** Why this table is not available to me. */
  missing = $state<'' | Missing>('')
  table = $state.raw<TableInfo | null>(null)
  now = $state.raw<Now | null>(null)
  shown = $state.raw<View | null>(null)
  pending = $state<number | null>(null)
  refused = $state.raw<Refused | null>(null)
  telling = $state(false)
  readonly roll = new RollByHand(this)
  watching = $state(0)
  readonly sayings = new Sayings()
  private readonly story = new Told(() => (hasAid(this.table, ...this.mine) ? undefined : this.game?.forgets))
  /** When a bot takes over an absent player's seat, in the time of this device. */
  deadlines = $state.raw<readonly (number | null)[]>([])
  /** Over days: when absent players were last here, in seconds since 1970. */
  lastHere = $state.raw<readonly (number | null)[]>([])
  /** Over days: until when players on vacation are away. */
  vacationUntil = $state.raw<readonly (number | null)[]>([])
  /** When the clocks were read. */
  readAt = $state(0)
  /** The window lost the focus: private things stay off the page until a player asks for them. */
  covered = $state(false)
  /** The seat whose secrets may be on the screen; players hand the device over. */
  handedTo = $state(-1)
  game = $state.raw<GameModule | null>(null)
  secrets = $state(false)
  /** The guided first game that is played here. */
  lesson: LessonRun | null = null
  /** The puzzle that is solved here. */
  puzzle: PuzzleRun | null = null
  readonly past = new Past()
  /** Asks before a move that gives much away. */
  readonly warner = new Warner(this)
  private readonly tries = new Tries()
  /** Lines of moves for later, tried on the board. */
  readonly preparing = new Preparing(this)

  private version = 0
  private acting = ''
  private hushed = ''
  private answered: () => void = () => undefined // of the move that was sent
  private lastViewer = -1
  private planned: View | null = null // the picture that the beats so far lead to
  private readonly press = new Press()
  /** Animate without pauses until I play again. */
  hurried = $state(false)
  private readonly stage = new Stage(() => (this.hurried || isCalm() ? 'instant' : settings.speed))
  private readonly plugs: Plugs
  private readonly socket: TableSocket

  /** `watch`: a big screen shows only what everyone may see, on any device. */
  constructor(
    readonly code: string,
    private readonly watch = false,
  ) {
    this.plugs = new Plugs(code, watch)
    this.socket = new TableSocket((failures) => this.plugs.next(failures), {
      frame: (frame) => this.press.then(() => this.receive(frame)),
      link: (link) => this.linked(link),
      version: () => this.version,
      heard: () => this.sayings.heardAt,
      hidden: () => document.visibilityState === 'hidden',
    })
  }

  async open(): Promise<void> {
    try {
      await this.plugs.prepare()
      this.sat(await api.table(this.code))
    } catch (error) {
      if (error instanceof ApiError)
        this.missing = error.status === 404 ? 'table_not_found' : (MISSING[error.code] ?? '')
      if (this.missing) return
    }
    this.socket.connect()
  }

  close(): void {
    this.stage.clear()
    this.roll.forget()
    this.socket.close()
    this.answered()
  }

  /** Take a seat; the connection is opened again, because it belongs to the guest I was before. */
  async sit(seat: number, name: string): Promise<void> {
    await api.sit(this.code, seat, name)
    if (this.mine.length) return
    this.version = 0
    this.socket.restart()
  }

  hurry(): void {
    this.socket.hurry()
  }

  /** The page became visible or hidden. */
  tellSight(): void {
    this.socket.tellSight()
  }

  /** The device lost its network. */
  cutOff(): void {
    this.socket.drop()
  }

  get mine(): number[] {
    return (this.table?.seats ?? []).filter((seat) => seat.mine).map((seat) => seat.seat)
  }

  /** The seat whose view is shown: the one that must act, if it is mine. */
  get viewer(): number {
    const mine = this.mine
    const turn = this.now?.turn ?? -1
    if (mine.includes(turn) && !this.now?.over) return turn
    return mine.includes(this.lastViewer) ? this.lastViewer : (mine[0] ?? -1)
  }

  /** My legal moves, once the story has caught up. */
  get legal(): readonly Choice[] {
    if (!this.now || this.telling || this.pending !== null || this.mustHandOver || this.roll.isDue) return []
    if (this.puzzle && !this.puzzle.asks(this.now)) return []
    return this.isEarly ? (this.ahead?.legal ?? []) : (this.now.legal[String(this.now.turn)] ?? [])
  }

  /** What I may answer ahead of my turn, and have answered; not on a device that is handed around. */
  get ahead(): Ahead | null {
    return this.mine.length === 1 && !this.watch ? (this.now?.ahead[String(this.viewer)] ?? null) : null
  }

  /** I choose before my turn, because all choose at the same time. */
  get isEarly(): boolean {
    return (this.ahead?.legal.length ?? 0) > 0 && !this.mine.includes(this.now?.turn ?? -1)
  }

  /** What I have chosen before my turn. */
  get chosenAhead(): number | null {
    return this.isEarly ? (this.ahead?.lines[0]?.at(-1) ?? null) : null
  }

  /** Everyone at the device sees a move to its end before it changes hands. */
  get mustHandOver(): boolean {
    const turn = this.now?.turn ?? -1
    return (
      !this.telling &&
      this.secrets &&
      this.mine.length > 1 &&
      !this.now?.over &&
      this.mine.includes(turn) &&
      this.handedTo !== turn
    )
  }

  /** What my moves would do from here; computed once for every position. */
  get foresee(): Foresee {
    return this.tries.from(this.now, hasAid(this.table, this.viewer))
  }

  /** Whether the last move can be taken back here; moves before a puzzle cannot. */
  get canUndo(): boolean {
    if (this.puzzle && (this.puzzle.ended || (this.now?.ply ?? 0) <= this.puzzle.puzzle.ply)) return false
    return this.now?.undo === true && this.pending === null
  }

  get lines(): readonly Line[] {
    return this.story.lines
  }

  get names(): string[] {
    return (this.table?.seats ?? []).map((seat) => shownName(seat.name))
  }

  /** Nobody looks back at what players should remember, unless the table helps them, or at another seat's secrets. */
  get looksBack(): boolean {
    return (
      this.past.any &&
      (!this.secrets || this.mine.length < 2) &&
      (this.game?.memory !== true || hasAid(this.table, ...this.mine))
    )
  }

  get lastPly(): number {
    return this.lines.at(-1)?.ply ?? -1
  }

  /** A move of mine, unless it gives so much away that I am warned first. */
  act(action: number): void {
    if (this.isEarly) this.prepare([[action]])
    else if (this.warner.isDue(action)) void this.warner.ask(action)
    else this.play(action)
  }

  /** Send the move to the table at once; its consequences on the page wait until the press is painted. */
  play(action: number): void {
    this.warner.forget()
    if (!this.now || this.pending !== null || this.press.unseen || this.puzzle?.judge(this.now, action) === false)
      return
    this.stage.skip()
    this.acting = secretNumber()
    this.lastViewer = this.now.turn
    this.socket.act(this.acting, this.now.turn, action)
    this.answered = begin()
    this.press.begin()
    this.press.then(() => {
      this.refused = null
      this.pending = action
    })
  }

  /** What I answer when my turn comes. */
  prepare(lines: readonly (readonly number[])[]): void {
    this.refused = null
    api
      .ahead(this.code, this.viewer, lines)
      .catch((error: unknown) =>
        this.refuse({ action: -1, code: 'local', rule: '', reason: '', sentence: troubleText(error) }),
      )
  }

  refuse(refused: Refused | null): void {
    this.refused = refused
    if (refused) play('refused')
  }

  /** The first of two quick taps may not have been a move: do not show its refusal, however late it comes. */
  hush(): void {
    this.hushed = this.acting
    this.refuse(null)
  }

  /** Take back my last move; if that is not possible, the action card says why. */
  undo(): void {
    api
      .undo(this.code, this.viewer)
      .catch((error: unknown) =>
        this.refuse({ action: -1, code: 'local', rule: '', reason: '', sentence: troubleText(error) }),
      )
  }

  skip(): void {
    this.stage.skip()
  }

  skipAhead(): void {
    this.hurried = true
    this.stage.skip()
  }

  emote(key: string): void {
    this.socket.emote(key, this.viewer)
  }

  chat(text: string): void {
    this.socket.chat(text, this.viewer)
  }

  mute(seat: number, muted: boolean): void {
    if (this.table)
      this.table = {
        ...this.table,
        seats: this.table.seats.map((one) => (one.seat === seat ? { ...one, muted } : one)),
      }
  }

  isMuted(seat: number): boolean {
    return this.table?.seats[seat]?.muted ?? false
  }

  /** The window lost focus: on a shared device secrets are covered, and it is handed over again. */
  cover(): void {
    if (!this.secrets || this.mine.length < 2 || this.now?.over !== false) return
    this.covered = true
    this.handedTo = -1
  }

  /** Milliseconds left on a seat's clock, or of the days for this move; children play without seeing it. */
  left(seat: number, now: () => number): number | null {
    const { clocks, until } = this.now ?? {}
    if (until && seat === this.now?.turn && !settings.child) return Math.max(0, until * 1000 - now())
    if (!clocks || settings.child) return null
    const runs = this.now?.clock_runs === seat && !this.now.over
    return Math.max(0, (clocks[seat] ?? 0) - (runs ? now() - this.readAt : 0))
  }

  private linked(link: Link): void {
    if (link === 'lost') this.wasLost = true
    this.link = link
  }

  private receive(frame: Frame): void {
    switch (frame.t) {
      case 'welcome':
        return this.welcome(frame)
      case 'table':
        return this.changed(frame.table, frame.now ?? null, frame.v)
      case 'move':
        return this.moved(frame)
      case 'undone':
        return this.undone(frame.now, frame.v)
      case 'ack':
        return
      case 'nack':
        return this.bounced(frame)
      case 'presence':
        return this.presence(frame)
      case 'emote':
        return this.isMuted(frame.seat) || !hears(frame.key) ? undefined : this.sayings.show(frame.seat, frame.key)
      case 'chat':
        this.sayings.heardAt = Math.max(this.sayings.heardAt, Number(frame.at) || 0)
        return this.isMuted(frame.seat) || !hears(frame.text) ? undefined : this.sayings.heard(frame)
      case 'error':
        return this.failed(frame.code)
      default:
        return
    }
  }

  /** The host sent me away, so reconnecting is useless; or I was signed out elsewhere, and am a stranger now. */
  private failed(code: string): void {
    if (code === 'signed_out') return location.reload()
    if (code !== 'kicked') return
    this.missing = 'kicked'
    this.close()
  }

  /** The table changed: players contribute a number to the dice. */
  private sat(table: TableInfo): void {
    this.table = table
    if (!this.watch) takePart(table)
  }

  private welcome(frame: Extract<Frame, { t: 'welcome' }>): void {
    this.stage.clear()
    this.roll.forget()
    this.version = frame.v
    this.sat(frame.table)
    this.take(frame.now)
    this.telling = false
    this.free()
    this.story.begin(frame.moves)
    this.shown = this.viewOf(frame.now)
    this.past.clear()
    if (frame.now) this.past.keep(frame.now.ply, this.shown)
  }

  private changed(table: TableInfo, now: Now | null, v: number): void {
    this.version = Math.max(this.version, v)
    if (this.table && table.paused !== this.table.paused)
      this.story.add({ ply: this.now?.ply ?? 0, seat: -1, event: pauseChanged(table.paused) })
    this.sat(table)
    if (!now || this.telling) return
    this.take(now)
    this.shown = this.viewOf(now)
  }

  private moved(frame: MoveFrame): void {
    if (frame.v <= this.version || !frame.now) return
    this.version = frame.v
    this.free()
    const now = frame.now
    const wasMine = this.mine.includes(this.now?.turn ?? -1)
    if (this.mine.includes(frame.seat)) this.lesson?.moved()
    this.take(now)
    this.telling = true
    const beats = this.beats(frame)
    const called = wasMine || beats.includes(this.roll.hold)
    this.stage.play(beats, () => {
      this.story.keep(frame)
      this.shown = this.viewOf(now) ?? this.shown
      this.past.keep(now.ply, this.shown)
      if (this.shown) this.lesson?.heard(frame.events, frame.seat, this.shown)
      this.telling = this.now !== now
      if (this.legal.length || now.over) this.hurried = false
      if (!this.telling && !called && this.legal.length > 0) play('turn')
    })
  }

  /** The beats of a move; each event starts from the picture that the one before left. */
  private beats(frame: MoveFrame): Beat[] {
    const game = this.game
    const beats: Beat[] = this.lesson && !this.mine.includes(frame.seat) ? [this.lesson.hold] : []
    let view: View | null = null
    for (const line of linesOf(frame)) {
      const { event } = line
      if (this.roll.isMine(event, frame.seat) && !this.puzzle?.ended) beats.push(this.roll.hold)
      beats.push({ show: () => this.story.add(line), rest: 'none' })
      if (!game || !frame.events.includes(event)) continue
      // The picture before is known only when the beat runs: moves may still be queued in front of it.
      view ??= (this.stage.busy && this.planned) || this.shown
      if (!view) continue
      for (const scene of game.scenes(view, event)) {
        const felt = scene.sound === 'pop' && isAbout(event, this.mine, game.struck?.(view, event))
        beats.push(
          beatOf(scene, (view) => {
            this.shown = view
            if (felt) feel('caught')
          }),
        )
        view = scene.view
      }
      this.planned = view
    }
    return beats
  }

  /** The first die of the game is rolled visibly. */
  tellFirst(): void {
    const { game, shown } = this
    if (!game?.rolls || !shown) return
    this.telling = true
    const beats = game
      .scenes(shown, game.rolls.first(shown))
      .map((scene) => beatOf(scene, (view) => (this.shown = view)))
    this.stage.play(beats, () => {
      this.shown = this.viewOf(this.now) ?? this.shown
      this.telling = false
    })
  }

  private undone(now: Now, v: number): void {
    this.stage.clear()
    this.roll.forget()
    this.version = v
    this.take(now)
    this.telling = false
    this.story.backTo(now.ply)
    this.shown = this.viewOf(now)
    this.past.keep(now.ply, this.shown)
  }

  private bounced(nack: Nack): void {
    if (nack.id !== this.acting) return
    const action = this.pending ?? -1
    this.free()
    if (nack.id === this.hushed) return
    this.refuse({
      action,
      code: nack.code,
      rule: nack.rule,
      reason: nack.reason,
      sentence: nack.sentence,
      given: nack.given ?? {},
    })
  }

  /** No move is being sent any more. */
  private free(): void {
    this.pending = null
    this.answered()
  }

  private presence(frame: Extract<Frame, { t: 'presence' }>): void {
    this.watching = frame.watching
    this.lastHere = frame.last_here ?? []
    this.vacationUntil = frame.vacation_until ?? []
    this.deadlines = (frame.away ?? []).map((seconds) => (seconds === null ? null : Date.now() + 1000 * seconds))
    if (!this.table) return
    const seats = this.table.seats.map((seat, k) => ({ ...seat, present: frame.seats[k] ?? seat.present }))
    this.table = { ...this.table, seats }
  }

  private take(now: Now | null): void {
    if (now?.ply !== this.now?.ply) this.warner.look(now)
    this.now = now
    this.readAt = Date.now()
    this.tries.prepare(this.table?.game ?? '', now)
  }

  private viewOf(now: Now | null): View | null {
    if (!now) return null
    return now.views[String(this.viewer)] ?? Object.values(now.views)[0] ?? null
  }
}
