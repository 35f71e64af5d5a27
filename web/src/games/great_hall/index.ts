// Great Hall in the browser.
import type { GameModule } from '../types'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import { type HallView, scenes } from './model'
import { prompt } from './prompt'
import { describe, facts, figure, inWords, result, tell } from './words'

const game: GameModule<HallView> = { Board, Hand, figure, scenes, tell, prompt, describe, facts, inWords, result }
export default game
