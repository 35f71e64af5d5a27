// Vanished Animal in words: log, action card, panels, text mode, end.
import type { Drawing } from '../../generated/boxes'
import { colourOf } from '../../lib/art'
import type { Choice, GameEvent } from '../../lib/protocol'
import { settings } from '../../lib/settings.svelte'
import { number } from '../../lib/words'
import { Action, EVENTS } from '../../schema/vanished_animal'
import { lineOf } from '../events'
import type { Context, Facts, Offer, Prompt, Result, Told } from '../types'
import {
  type Animal,
  ANIMALS,
  BOX_SPOT,
  cardSpot,
  type HatsEvent,
  type HatsView,
  hatSpot,
  type Known,
  openAt,
  openBox,
  pairAction,
  pairOf,
  PLACES,
  swapSpot,
} from './model'
import { forget, isOpen, pick, reopen, shut, think, wished } from './secret.svelte'

export const figure = (seat: number): Drawing => `hat-${colourOf(seat)}`
export const animalName = (animal: string, context: Context): string => context.say(`animal_${animal}`)
const LOCAL = -1 // buttons that only change this screen have no action

export function tell(told: GameEvent, context: Context): Told | null {
  const event = told as unknown as HatsEvent
  const line = (more = {}) => lineOf(EVENTS[event.kind], told, context, figure, more)
  const later = (seat: number): Told => ({
    text: context.say(`event_${event.kind}_later`, { player: context.names[seat] ?? '' }),
    icon: figure(seat),
    spots: [],
  })
  switch (event.kind) {
    case 'looked':
      return event.hat === 0 ? later(event.seat) : line({ spots: [hatSpot(event.hat)] })
    case 'swapped':
    case 'swapped_again': {
      const { first, second } = event
      return first === 0
        ? later(event.seat)
        : line({ spots: [hatSpot(first), hatSpot(second), swapSpot(first, second)] })
    }
    case 'named':
      return line({ spots: [cardSpot(event.animal)], given: { animal: animalName(event.animal, context) } })
    case 'revealed':
      return line({
        icon: `animal-${event.animal || 'rabbit'}`,
        spots: [BOX_SPOT],
        given: { animal: animalName(event.animal, context) },
      })
    case 'round_starts':
    case 'named_right':
      return line({ spots: [BOX_SPOT] })
    default:
      return line()
  }
}

/** What only this viewer sees, while the hat or the box is open; a big screen shows nobody's secrets. */
export function secret(view: HatsView, context: Context): { hat: Known; box: Known } {
  const open = context.me >= 0 && isOpen(view)
  return { hat: open ? (view.inside[view.lifted - 1] ?? '') : '', box: open ? view.box : '' }
}

export function prompt(view: HatsView, legal: readonly Choice[], context: Context): Prompt {
  const can = (action: number) => legal.some((choice) => choice.action === action)
  if (view.choosing === 'swap') return swapPrompt(view, can, context)
  if (view.choosing === 'second_swap') return secondPrompt(view, can, context)
  const wish = wished(view)
  if (!wish.naming) {
    const name: Offer = { action: LOCAL, label: context.say('action_name'), icon: 'i-smile', press: () => think(view) }
    return { sentence: context.say('phase_look_or_name'), offers: [name] }
  }
  const back: Offer = { action: LOCAL, label: context.say('action_not_yet'), icon: 'i-undo', press: forget }
  const animal = ANIMALS[wish.animal]
  if (!animal)
    return { sentence: context.say('phase_which_animal'), why: context.say('refuse_box_closed_va_09'), offers: [back] }
  const named = animalName(animal, context)
  const say: Offer = {
    action: Action.NAME + wish.animal,
    label: context.say('action_say', { animal: named }),
    icon: 'i-check',
  }
  const sure = { sentence: context.say('ask_say', { animal: named }), offers: [say, back], primary: say.action }
  return isRuledOut(view, animal) ? { ...sure, sentence: context.say('warn_named_before', { animal: named }) } : sure
}

/** the table only warns about what it may show: wrong names, and with the memory aid what was seen. */
export function isRuledOut(view: HatsView, animal: Animal): boolean {
  return view.named.includes(animal) || view.noted.includes(animal)
}

/** The button that closes or opens the viewer's own look. */
export function nameOfLook(view: HatsView, context: Context): string {
  return context.say(secret(view, context).hat ? 'action_memorised' : 'action_look_again')
}

/** A hat as one button in a row: its number beside a drawn hat, equally wide in every language. */
const hatOffer = (place: number, context: Context) => ({
  label: context.say('hat_number', { hat: place }),
  short: number(place, context.language),
  icon: 'tophat' as const,
})

function swapPrompt(view: HatsView, can: (action: number) => boolean, context: Context): Prompt {
  const seen = secret(view, context).hat
  const partners = PLACES.filter((place) => can(Action.SWAP + place - 1))
  const offers: Offer[] = partners.map((place) => ({ action: Action.SWAP + place - 1, ...hatOffer(place, context) }))
  const may = can(Action.NO_SWAP)
  if (may) offers.push({ action: Action.NO_SWAP, label: context.say('action_no_swap') })
  // On the drawn board this button is in the middle of the table.
  if (settings.textMode) offers.push({ action: LOCAL, label: nameOfLook(view, context), press: seen ? shut : reopen })
  const duty = may
    ? context.say('phase_may_swap_it')
    : seen
      ? context.say('phase_swap_it')
      : context.say('phase_swap', { hat: view.lifted })
  const sentence = seen
    ? `${context.say('private_inside', { hat: view.lifted, animal: animalName(seen, context) })} ${duty}`
    : duty
  return { sentence, why: context.say('why_swap'), offers }
}

function secondPrompt(view: HatsView, can: (action: number) => boolean, context: Context): Prompt {
  const { picked } = wished(view)
  const skip: Offer = { action: Action.NO_SECOND_SWAP, label: context.say('action_no_swap') }
  const isFree = (place: number) => PLACES.some((other) => other !== place && can(pairAction(place, other)))
  if (!picked) {
    const first = PLACES.filter(isFree).map((place): Offer => ({
      action: LOCAL - place,
      ...hatOffer(place, context),
      press: () => pick(view, place),
    }))
    return { sentence: context.say('phase_second_swap'), offers: [...first, skip] }
  }
  const second = PLACES.filter((place) => place !== picked && can(pairAction(picked, place)))
  const offers: Offer[] = second.map((place) => ({ action: pairAction(picked, place), ...hatOffer(place, context) }))
  const back: Offer = { action: LOCAL, label: context.shell('back'), icon: 'i-undo', press: forget }
  return { sentence: context.say('phase_second_partner', { hat: picked }), offers: [...offers, back] }
}

export function describe(choice: Choice, view: HatsView, context: Context): string {
  const { action } = choice
  if (action < Action.NAME) return context.say('move_look', { hat: action - Action.PEEK + 1 })
  if (action < Action.SWAP)
    return context.say('action_say', { animal: animalName(ANIMALS[action - Action.NAME] ?? '', context) })
  const pair = pairOf(view, action)
  return pair ? context.say('move_swap', { first: pair[0], second: pair[1] }) : context.say('action_no_swap')
}

/** A hat of the circle by name, with what this viewer sees of it. */
export function nameOfHat(view: HatsView, place: number, context: Context): string {
  const shown = openAt(view, place - 1) || (view.lifted === place ? secret(view, context).hat : '')
  if (shown) return context.say('private_inside', { hat: place, animal: animalName(shown, context) })
  if (view.lifted === place) {
    const mine = view.inside[place - 1] && context.me >= 0
    return mine
      ? context.say('a11y_hat_mine', { hat: place })
      : context.say('a11y_hat_lifted', { hat: place, player: context.names[view.turn] ?? '' })
  }
  const noted = context.me >= 0 ? view.noted[place - 1] : ''
  return noted
    ? context.say('a11y_hat_noted', { hat: place, animal: animalName(noted, context) })
    : context.say('a11y_hat', { hat: place })
}

export function nameOfBox(view: HatsView, context: Context): string {
  const mine = secret(view, context).box
  const shown = openBox(view)
  if (shown) return context.say('a11y_box_known', { animal: animalName(shown, context) })
  return mine ? context.say('private_box', { animal: animalName(mine, context) }) : context.say('a11y_box')
}

export function nameOfCard(view: HatsView, animal: Animal, context: Context): string {
  const name = animalName(animal, context)
  return view.named.includes(animal) ? context.say('a11y_card_wrong', { animal: name }) : name
}

/** Rounds won: hat tokens, and the wand. */
const wins = (view: HatsView, seat: number) => (view.tokens[seat] ?? 0) + (view.winner === seat ? 1 : 0)

export function facts(view: HatsView, seat: number, context: Context): Facts {
  const base = {
    number: number(wins(view, seat), context.language),
    unit: context.say('wins_of', { count: view.wins_needed }),
  }
  if (view.winner === seat) return { ...base, sub: context.say('wand_token'), icon: 'token-wand' }
  const said = view.named[seat]
  const tokens = view.tokens[seat] ?? 0
  const owned = tokens ? { icon: 'token-hat' as const } : {}
  if (view.out[seat] && said && !view.over)
    return { ...base, ...owned, sub: context.say('state_out', { animal: animalName(said, context) }), out: true }
  return {
    ...base,
    ...owned,
    sub: tokens ? context.say('tokens_count', { count: tokens }) : view.over ? '' : context.say('state_guessing'),
  }
}

export function inWords(view: HatsView, context: Context): { term: string; text: string }[] {
  const hats = PLACES.map((place) => nameOfHat(view, place, context))
  const cards = ANIMALS.map((animal) => nameOfCard(view, animal, context))
  const tokens = view.tokens.map((count, seat) =>
    context.say('a11y_tokens', { player: context.names[seat] ?? '', count }),
  )
  const rows = [
    { term: context.say('circle_of_hats'), text: hats.map((name) => name.replace(/\.$/, '')).join(' · ') },
    { term: context.say('box'), text: nameOfBox(view, context) },
    { term: context.say('animal_card'), text: cards.join(' · ') },
    { term: context.shell('round_number', { round: view.round }), text: tokens.join(' · ') },
  ]
  const out = view.out.flatMap((isOut, seat) =>
    isOut && !view.over ? [`${context.names[seat] ?? ''}: ${facts(view, seat, context).sub}`] : [],
  )
  if (out.length) rows.push({ term: context.shell('option_players'), text: out.join(' · ') })
  if (view.out[view.seat] && !view.over && context.me >= 0)
    rows.push({ term: context.names[view.seat] ?? '', text: context.say('phase_you_are_out') })
  const last = view.over ? '' : view.told.at(-1)
  if (last)
    rows.push({
      term: context.say('last_round'),
      text: context.say('event_revealed', { animal: animalName(last, context) }),
    })
  return rows
}

export function result(view: HatsView, winners: readonly number[], context: Context): Result {
  const order = view.tokens.map((_, seat) => seat).sort((a, b) => wins(view, b) - wins(view, a) || a - b)
  const rows = order.map((seat) => {
    const count = view.tokens[seat] ?? 0
    const wand = winners.includes(seat) && view.winner === seat ? [context.say('wand_token')] : []
    const tokens = count || !wand.length ? [context.say('tokens_count', { count })] : []
    return { seat, cells: [[...wand, ...tokens].join(' · ')] }
  })
  const won = view.winner >= 0
  const why = won ? context.say('end_wand', { player: context.names[view.winner] ?? '' }) : context.say('end_nobody')
  return { why, rule: won ? 'VA-18' : 'VA-R07', columns: [context.shell('result')], rows }
}
