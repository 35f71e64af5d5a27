// What the table sends and takes, in the words of docs/protocol.md.

import type { NewTable } from '../schema/table'

export type * from '../schema/table'

/** What a table plays, as its host may change it before the game. */
export type Agreed = Pick<NewTable, 'players' | 'options' | 'aid' | 'hints' | 'chat' | 'clock' | 'pace'>

/** What happened, as long as nobody asks which game it is. */
export interface GameEvent {
  kind: string
  [field: string]: unknown
}
