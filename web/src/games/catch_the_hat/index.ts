// Catch the Hat in the browser.
import type { GameEvent } from '../../lib/protocol'
import type { GameModule } from '../types'
import Board from './Board.svelte'
import Card from './Card.svelte'
import { always, type HatView, ownerOf, scenes } from './model'
import { describe, facts, figure, inWords, prompt, result, tell } from './words'

const rolls = { kind: 'rolled', first: (view: HatView) => ({ kind: 'rolled', seat: view.turn, value: view.die }) }
/** CH-18: pieces of several players are caught at once. */
const struck = (view: HatView, event: GameEvent) =>
  event.kind === 'caught' ? (event.hats as number[]).map((hat) => ownerOf(view, hat)) : []
const game: GameModule<HatView> = {
  Board,
  Card,
  always,
  figure,
  scenes,
  tell,
  prompt,
  describe,
  facts,
  inWords,
  result,
  rolls,
  struck,
}
export default game
