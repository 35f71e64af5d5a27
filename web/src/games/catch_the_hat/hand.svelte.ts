// What board and action card know of each other: how the piece in hand is put down again, and which goal a finger has shown.
interface Hand {
  takeBack: (() => void) | null
  /** The field that a first tap has chosen; -1: none. A second tap or the filled button goes there. */
  armed: number
}

export const hand = $state<Hand>({ takeBack: null, armed: -1 })
