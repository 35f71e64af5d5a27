// Hat Stairs in the browser.
import type { GameModule } from '../types'
import Board from './Board.svelte'
import { scenes, type StairsView } from './model'
import { describe, facts, figure, inWords, prompt, result, tell } from './words'

const game: GameModule<StairsView> = { Board, figure, scenes, tell, prompt, describe, facts, inWords, result, memory: true }
export default game
