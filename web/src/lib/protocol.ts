// What the table sends and accepts, in the words of docs/protocol.md.

import type { NewTable } from '../schema/table'

export type * from '../schema/table'

/** What a table plays, as its host may change it before the game. */
export type Agreed = Pick<NewTable, 'players' | 'options' | 'aid' | 'hints' | 'chat' | 'clock' | 'pace'>

/** An event, as long as the game does not matter. */
export interface GameEvent {
  kind: string
  [field: string]: unknown
}
