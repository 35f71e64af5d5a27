// What is shown on this screen only, and what the player is about to say: never sent, cleared with the next position.
import type { HatsView } from './model'

interface Wish {
  at: string
  naming: boolean
  animal: number
  picked: number
}

const state = $state({ shut: '', away: false })
let wish = $state.raw<Wish>({ at: '', naming: false, animal: -1, picked: 0 })
let looking = '' // the secret that is open now, so that leaving the window can close it

/** A look stays open until it is closed or the window loses focus; there is no timer. */
function secretOf(view: HatsView): string {
  if (view.lifted && view.inside[view.lifted - 1]) return `hat ${view.seat} ${view.round} ${view.turns} ${view.lifted}`
  return view.box ? `box ${view.seat} ${view.round}` : ''
}

export function isOpen(view: HatsView): boolean {
  looking = secretOf(view)
  return looking !== '' && looking !== state.shut && !state.away
}

export function shut(): void {
  state.shut = looking
}

export function reopen(): void {
  state.shut = ''
}

const position = (view: HatsView) => `${view.seat} ${view.round} ${view.turns} ${view.turn} ${view.choosing}`

export function wished(view: HatsView): Wish {
  const at = position(view)
  return wish.at === at ? wish : { at, naming: false, animal: -1, picked: 0 }
}

/** Start naming; an animal of -1 is not chosen yet. */
export function think(view: HatsView, animal = -1): void {
  wish = { at: position(view), naming: true, animal, picked: 0 }
}

/** Choose the first of two hats; 0: none. */
export function pick(view: HatsView, picked: number): void {
  wish = { at: position(view), naming: false, animal: -1, picked }
}

export function forget(): void {
  wish = { at: '', naming: false, animal: -1, picked: 0 }
}

/**
 * Private things are covered when the window loses focus. A look must be opened again, the box comes back by itself.
 */
function leave(): void {
  if (looking.startsWith('hat')) shut()
  state.away = true
}

if (typeof window !== 'undefined') {
  addEventListener('blur', leave)
  addEventListener('focus', () => (state.away = false))
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? leave() : (state.away = false),
  )
}
