// Magic Hexagon in the browser.
import type { GameModule } from '../types'
import Board from './Board.svelte'
import Card from './Card.svelte'
import { type HexagonView, scenes } from './model'
import { Action } from '../../schema/magic_hexagon'
import { plan } from './plan.svelte'
import { describe, facts, figure, inWords, prompt, refusal, result, tell } from './words'

const game: GameModule<HexagonView> = {
  Board,
  Card,
  figure,
  scenes,
  tell,
  prompt,
  describe,
  facts,
  inWords,
  result,
  refusal,
  initials: true,
  decline: Action.NO_HYPNOSIS,
  door: (seat, context) => ({
    name: `${context.say('collection')}: ${context.names[seat] ?? ''}`,
    press: () => (plan.seat = plan.seat === seat ? -1 : seat),
  }),
}
export default game
