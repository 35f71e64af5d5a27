// Catch the Hat in the browser.
import type { GameModule } from '../types'
import Board from './Board.svelte'
import Card from './Card.svelte'
import { always, type HatView, scenes } from './model'
import { describe, facts, figure, inWords, prompt, result, tell } from './words'

const rolls = { kind: 'rolled', first: (view: HatView) => ({ kind: 'rolled', seat: view.turn, value: view.die }) }
const game: GameModule<HatView> = { Board, Card, always, figure, scenes, tell, prompt, describe, facts, inWords, result, rolls }
export default game
