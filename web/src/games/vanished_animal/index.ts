// Vanished Animal in the browser.
import { FORGOTTEN } from '../../schema/vanished_animal'
import type { GameModule } from '../types'
import Board from './Board.svelte'
import Out from './Out.svelte'
import { type HatsView, scenes } from './model'
import { describe, facts, figure, inWords, prompt, result, tell } from './words'

/** A player who is out has seen the box (VA-R15). */
const keepsSecret = (view: HatsView, seat: number) => view.out[seat] === true && !view.over

const game: GameModule<HatsView> = {
  Board,
  Card: Out,
  figure,
  scenes,
  tell,
  prompt,
  describe,
  facts,
  inWords,
  result,
  memory: true,
  forgets: FORGOTTEN,
  keepsSecret,
}
export default game
