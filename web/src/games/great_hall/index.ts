// Great Hall in the browser.
import type { GameModule } from '../types'
import { settings } from '../../lib/settings.svelte'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import { type HallView, scenes } from './model'
import { prompt } from './prompt'
import { onlyWalk } from './ways'
import { describe, facts, figure, inWords, result, tell } from './words'

const game: GameModule<HallView> = {
  Board,
  Hand,
  figure,
  scenes,
  tell,
  prompt,
  describe,
  facts,
  inWords,
  result,
  memory: true,
  always: (view, legal, context) => (settings.confirm ? null : onlyWalk(view, legal, context.foresee)),
}
export default game
