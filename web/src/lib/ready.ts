// Whether the page is at rest: nothing moves, nothing is queued, no answer is outstanding. The root element then has
// the attribute data-ready; programs that use the page (our browser tests do) act only while it is there.
import { afterPaint } from './paint'

const INPUTS = [
  'pointerdown',
  'pointerup',
  'click',
  'keydown',
  'input',
  'change',
  'resize',
  'transitionrun',
  'animationstart',
] as const
const root = typeof document === 'undefined' ? undefined : document.documentElement
let works = 0
let looking = false

/** Something starts that will change the page; call the returned function when it is over, once or more. */
export function begin(): () => void {
  works++
  stir()
  let over = false
  return () => {
    if (over) return
    over = true
    works--
    stir()
  }
}

/** The page is not at rest until this promise, if there is one, is settled. */
export function during<Work extends Promise<unknown> | undefined>(work: Work): Work {
  if (work) {
    const end = begin()
    work.then(end, end)
  }
  return work
}

/** Every input, and every new window size, may change the page in the next frame. */
export function watchInputs(): void {
  for (const name of INPUTS) addEventListener(name, stir, { capture: true, passive: true })
}

function stir(): void {
  if (!root) return
  delete root.dataset.ready
  if (works || looking) return
  looking = true
  afterPaint(() => {
    looking = false
    look()
  })
}

/** After a paint: set the attribute if the page is at rest, otherwise check again when what still moves is done. */
function look(): void {
  if (!root || works) return
  const moving = document.getAnimations().filter(isMoving)
  if (moving.length) void Promise.allSettled(moving.map((one) => one.finished)).then(stir)
  else root.dataset.ready = 'yes'
}

/** Endless animations, such as a pulse that waits for the player, never end. */
function isMoving(one: Animation): boolean {
  return one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity
}
