// What the panels around a board need to know of a table, in a running game or a replay.
import { later } from '../games/events'
import type { Forgets, GameModule, Scene, Spot } from '../games/types'
import type { Beat } from './animate'
import type { Foresee } from '../rules/foresight'
import type { GameEvent, Nack, Now, TableInfo, View } from './protocol'
import { play } from './sound'
import type { Arguments } from './words'

export interface Line {
  ply: number
  seat: number
  event: GameEvent
}

export interface Sitting {
  readonly table: TableInfo | null
  readonly now: Pick<Now, 'turn' | 'over'> | null
  readonly shown: View | null
  readonly lines: readonly Line[]
  readonly names: readonly string[]
  /** Seats of this browser. */
  readonly mine: readonly number[]
  /** The seat whose view is shown; -1: a spectator's. */
  readonly viewer: number
  readonly foresee?: Foresee
  readonly roll?: { readonly isDue: boolean }
}

export interface Refused {
  action: number
  code: Nack['code'] | 'local'
  rule: string
  reason: string
  sentence: string
  given?: Arguments
}

export interface Said {
  seat: number
  name: string
  text: string
}

/** A moment of the story: change the picture, play its sound, pause. */
export function beatOf(scene: Scene, show: (view: View) => void): Beat {
  const told = () => {
    show(scene.view)
    if (scene.sound) play(scene.sound, scene.pitch)
  }
  return { show: told, rest: scene.rest, part: scene.part ?? 1 }
}

/** All moments of some events, each starting from the picture that the one before left. */
export function beatsOf(
  game: GameModule,
  from: View,
  events: readonly GameEvent[],
  show: (view: View) => void,
): Beat[] {
  let view = from
  return events.flatMap((event) =>
    game.scenes(view, event).map((scene) => {
      view = scene.view
      return beatOf(scene, show)
    }),
  )
}

/** The last thing with words, of the move being shown. */
export function toldLast(lines: readonly Line[], textOf: (line: Line) => string | undefined): string {
  const ply = lines.at(-1)?.ply
  for (const line of [...lines].reverse()) {
    if (line.ply !== ply) return ''
    const text = textOf(line)
    if (text) return text
  }
  return ''
}

/** The spots of the last two decisions, highlighted until the next move: a walk stays marked while the next stone is turned. */
export function lastSpots(lines: readonly Line[], spotsOf: (line: Line) => readonly Spot[]): readonly Spot[] {
  const last = lines.at(-1)?.ply ?? 0
  return lines.filter((line) => line.ply >= last - 1).flatMap((line) => spotsOf(line))
}

/** What the log of a memory game keeps when a move is shown: earlier moves without what players should remember. */
export function linesKept(lines: readonly Line[], ply: number, forgets: Forgets): readonly Line[] {
  return lines.map((line) => (line.ply < ply ? { ...line, event: later(line.event, forgets) } : line))
}
