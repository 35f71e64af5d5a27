declare module 'virtual:game' {
  import type { Entry } from '../games/entry'
  import type { GameModule } from '../games/types'

  export const game: GameModule
  export const entry: Pick<Entry, 'shape' | 'tall'>
}
