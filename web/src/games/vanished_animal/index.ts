// Vanished Animal in the browser.
import type { GameModule } from '../types'
import Board from './Board.svelte'
import Out from './Out.svelte'
import { type HatsView, scenes } from './model'
import { describe, facts, figure, inWords, prompt, result, tell } from './words'

const game: GameModule<HatsView> = { Board, Card: Out, figure, scenes, tell, prompt, describe, facts, inWords, result }
export default game
