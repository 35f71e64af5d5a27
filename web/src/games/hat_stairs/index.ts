// Hat Stairs in the browser.
import { FORGOTTEN } from '../../schema/hat_stairs'
import type { GameModule } from '../types'
import Board from './Board.svelte'
import { scenes, type StairsView } from './model'
import { describe, facts, figure, inWords, prompt, result, tell } from './words'

const game: GameModule<StairsView> = {
  Board,
  figure,
  scenes,
  tell,
  prompt,
  describe,
  facts,
  inWords,
  result,
  alike: (view) => view.open === 0,
  memory: true,
  forgets: FORGOTTEN,
}
export default game
