// What the board and the action card share: how to put down the picked piece, and which target a tap has shown.
interface Hand {
  takeBack: (() => void) | null
  /** The field that a first tap has chosen, or -1. A second tap or the primary button moves there. */
  armed: number
}

export const hand = $state<Hand>({ takeBack: null, armed: -1 })
