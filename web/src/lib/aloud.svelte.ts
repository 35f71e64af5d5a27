// What the voice says at a table: prompts, events, refusals. Never what only another seat on this device may know.
import { untrack } from 'svelte'
import type { Context, GameModule } from '../games/types'
import { refusalText } from './context'
import { t } from './language.svelte'
import type { TableStore } from './table.svelte'
import { voice } from './voice.svelte'

interface Table {
  store: TableStore
  game: GameModule
  context: Context
}

/** People who share this device have secrets from each other, and all of them hear what is said. */
const isOverheard = ({ secrets, mine }: TableStore): boolean => secrets && mine.length > 1

/** The prompt as everyone at the device may hear it. */
export function promptAloud(store: TableStore, sentence: string): string {
  const asked = sentence || (store.roll.isDue ? t('roll_prompt') : '')
  if (!asked || store.mine.length < 2) return asked
  const name = store.names[store.now?.turn ?? -1] ?? ''
  return isOverheard(store) ? t('turn_of', { player: name }) : `${name}: ${asked}`
}

/** Says a hint, unless others would hear it. */
export function hintAloud(store: TableStore, sentence: string): void {
  if (!isOverheard(store)) voice.say(sentence, 'hint')
}

/** Reads a table aloud while it is on the page; a guided first game has its own voice. */
export function readAloud(table: () => Table): void {
  // A prompt is said once, even if the table repeats it.
  const asked = $derived.by(() => {
    const { store, game, context } = table()
    if (store.lesson?.current || store.puzzle) return ''
    return promptAloud(
      store,
      store.legal.length && store.shown ? game.prompt(store.shown, store.legal, context).sentence : '',
    )
  })
  $effect(() => {
    const sentence = asked
    if (!sentence || !voice.speaks) return
    untrack(() => voice.say(sentence, 'prompt'))
    return () => voice.drop('prompt')
  })
  $effect(() => {
    const { store, game, context } = table()
    const { refused } = store
    if (!refused || !voice.speaks || isOverheard(store)) return
    const given = store.shown ? game.refusal?.(store.shown, context, refused.rule) : undefined
    const sentence = refusalText(store.table?.game ?? '', refused, store.names[store.now?.turn ?? -1] ?? '', {
      ...refused.given,
      ...given,
    })
    untrack(() => voice.say(sentence, 'hint'))
    return () => voice.drop('hint')
  })
  followStory(table)
  $effect(() => () => voice.hush())
}

/** Says each new line of the story; earlier lines are not repeated. */
function followStory(table: () => Table): void {
  let known = untrack(() => table().store.lines.length)
  $effect(() => {
    const { store, game, context } = table()
    const fresh = store.lines.slice(known)
    known = store.lines.length
    if (!voice.speaks || store.lesson) return
    untrack(() => {
      for (const { event, seat, ply } of fresh) {
        if (!isOverheard(store) || !store.mine.includes(seat))
          voice.say(game.tell(event, context)?.text ?? '', 'event', ply)
      }
    })
  })
}
