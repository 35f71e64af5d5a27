// Where the picked piece may go and what that would do, according to the rules; and what a press on a field means.
import type { Choice } from '../../lib/protocol'
import type { Foresee } from '../../rules/foresight'
import { Action } from '../../schema/catch_the_hat'
import { eventOf, foreign, type HatView, homeOf, ownerOf, pickOf, pieceOf, piecesOn } from './model'

export interface Way {
  end: number
  path: readonly number[]
  byHome: boolean
  /** Owners of the hats that it would catch. */
  catches: readonly number[]
  /** Owners of the hats that would be brought home. */
  brings: readonly number[]
  /** The golden hat would be caught. */
  gold: boolean
}

/** All open moves, by the field where they end. */
export function waysOf(view: HatView, legal: readonly Choice[], foresee: Foresee): Map<number, Way> {
  if (view.choosing !== 'field' && view.choosing !== 'step') return new Map()
  return new Map(legal.flatMap(({ action }) => (action < Action.PICK ? [[action, wayTo(view, action, foresee)]] : [])))
}

export function wayTo(view: HatView, end: number, foresee: Foresee): Way {
  const home = homeOf(view, pieceOf(view, view.picked)?.seat ?? view.turn)
  const owners = (hats: readonly number[]) => hats.map((hat) => ownerOf(view, hat))
  const way = { path: [] as number[], catches: [] as number[], brings: [] as number[], gold: false }
  for (const told of foresee(end)?.events ?? []) {
    const event = eventOf(told)
    if ('path' in event) way.path.push(...event.path)
    if (event.kind === 'caught' || event.kind === 'caught_from') way.catches.push(...owners(event.hats))
    if (event.kind === 'brought_home') way.brings.push(...owners(event.hats))
    if (event.kind === 'golden_caught') way.gold = true
  }
  return { ...way, end, byHome: end === home || way.path.includes(home) }
}

/** How many hats a move would add to the score. */
export function gain(view: HatView, way: Way): number {
  return foreign(view, pieceOf(view, view.picked)?.seat ?? view.turn, way.catches)
}

export type Meaning = { kind: 'play'; action: number } | { kind: 'lens' } | { kind: 'back' }

/** What a press on a field means now; illegal moves are sent too, and the table says why. */
export function meaning(view: HatView, legal: readonly Choice[], field: number, canTakeBack: boolean): Meaning {
  const here = piecesOn(view, field)
  const play = (action: number): Meaning => ({ kind: 'play', action })
  const atHome = field >= (view.homes === 4 ? 77 : 67)
  if (legal.length === 0) return here.length > 1 && !atHome ? { kind: 'lens' } : play(field)
  if (view.choosing === 'hat') {
    const picks = [...new Set(here.flatMap((piece) => pickOf(view, piece, legal) ?? []))]
    if (picks.length === 1) return play(picks[0] ?? 0)
    if (picks.length > 1 || (here.length > 1 && !atHome)) return { kind: 'lens' }
    return play(here[0] ? Action.PICK + here[0].hat : field)
  }
  if (legal.some((choice) => choice.action === field)) return play(field)
  const own = here.some((piece) => piece.seat === view.turn || piece.hat === view.picked)
  return view.choosing === 'field' && own && canTakeBack ? { kind: 'back' } : play(field)
}
