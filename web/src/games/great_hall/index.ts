// Great Hall in the browser.
import type { GameModule } from '../types'
import { settings } from '../../lib/settings.svelte'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import { type HallView, scenes } from './model'
import { onlyWalk } from './plays'
import { prompt, USUAL } from './prompt'
import { describe, facts, figure, inWords, result, tell } from './words'

const game: GameModule<HallView> = {
  Board, Hand, figure, scenes, tell, prompt, describe, facts, inWords, result, memory: true,
  always: (view, legal) => (settings.confirm ? null : onlyWalk(view, legal, USUAL)),
}
export default game
