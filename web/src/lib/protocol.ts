// What the table sends and takes, in the words of docs/protocol.md.

export type * from '../schema/table'

/** What happened, as long as nobody asks which game it is. */
export interface GameEvent {
  kind: string
  [field: string]: unknown
}
