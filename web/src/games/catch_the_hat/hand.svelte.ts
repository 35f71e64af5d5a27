// The piece in hand can be put down again; the action card knows how, the board asks for it.
interface Hand {
  takeBack: (() => void) | null
}

export const hand = $state<Hand>({ takeBack: null })
