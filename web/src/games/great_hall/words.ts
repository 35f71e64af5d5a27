// The Great Hall in words: story, panels, text mode, the end.
import type { Drawing } from '../../generated/boxes'
import type { Choice, GameEvent } from '../../lib/protocol'
import { number } from '../../lib/words'
import type { Context, Facts, Result, Told } from '../types'
import {
  bedSpot, type Card, CARDS, CARETAKER, DORMITORY, ENTER, fieldSpot, FIGURE, FOLD, HALL, type HallEvent, hallSpot, type HallView, houseNumber, OTHER, PILE, PLAY, STEP, THROW, USE, WALK,
} from './model'
import { cardName, cost, drawingOf, endName, figureName, houseName, houseOf, sleeper, useName } from './names'
import { plan, remember } from './plan.svelte'
import { receiverOf } from './prompt'
import { waysOf } from './ways'

export const figure = (seat: number): Drawing => sleeper(plan.houses[seat] ?? seat)

export function tell(told: GameEvent, context: Context): Told | null {
  const event = told as unknown as HallEvent
  const name = (seat: number) => context.names[seat] ?? ''
  const player = 'seat' in event ? name(event.seat) : ''
  const line = (icon: Drawing, spots: string[], given = {}, rule?: string): Told => {
    const key = event.kind.startsWith('end_') || event.kind.startsWith('private_') ? event.kind : `event_${event.kind}`
    const text = context.say(key, { player, ...given })
    return rule ? { text, icon, spots, rule } : { text, icon, spots }
  }
  switch (event.kind) {
    case 'dealt':
      return line('gh-back', [], { count: event.count }, 'GH-09')
    case 'reshuffled':
      return line('gh-back', [PILE], {}, 'GH-10')
    case 'cards_exchanged':
      return line('gh-back', [], {}, 'GH-11')
    case 'private_card_received':
      // Only for the one who got it, also where several people share a screen.
      return event.receiver === context.me ? line(drawingOf(event.card), [], { card: cardName(event.card, context) }) : null
    case 'card_played':
      return line(drawingOf(event.card), [PILE], { card: cardName(event.card, context) })
    case 'discarded':
      return line(drawingOf(event.card), [PILE], { card: cardName(event.card, context) }, 'GH-83')
    case 'drew':
      return line('gh-back', [], {})
    case 'dropped_out':
      return line('gh-back', [PILE], {}, 'GH-14')
    case 'no_effect':
      return line('gh-swap', [], {}, 'GH-54')
    case 'figure_started':
      return line(sleeper(houseNumber(event.house)), [fieldSpot(event.field)], {}, 'GH-23')
    case 'figure_forward':
    case 'figure_back':
      return line(sleeper(houseNumber(event.house)), [fieldSpot(event.field), fieldSpot(event.path.at(-1) ?? event.field)], { count: event.count })
    case 'hall_entered':
      return line(sleeper(houseNumber(event.house)), [fieldSpot(event.field), hallSpot(houseNumber(event.house))], {}, 'GH-40')
    case 'walked_past':
      return line(sleeper(houseNumber(event.house)), [], {}, 'GH-45')
    case 'sent_to_bed':
      return line(sleeper(houseNumber(event.house)), [fieldSpot(event.field), bedSpot(houseNumber(event.house))], { house: houseName(houseNumber(event.house), context) }, 'GH-33')
    case 'caretaker_catches':
      return line('caretaker', [fieldSpot(event.field), bedSpot(houseNumber(event.house))], { house: houseName(houseNumber(event.house), context) }, 'GH-73')
    case 'swapped':
      return line('gh-swap', [fieldSpot(event.first), fieldSpot(event.second)], { first: event.first, second: event.second }, 'GH-52')
    case 'caretaker_wakes':
      return line('caretaker', [fieldSpot(event.field)], {}, 'GH-70')
    case 'caretaker_banished':
      return line('caretaker', [fieldSpot(event.field)], {}, 'GH-R10')
    case 'caretaker_moves':
      return line('caretaker', [fieldSpot(event.field), fieldSpot(event.path.at(-1) ?? event.field)], { count: event.count }, 'GH-72')
    case 'helps_partner':
      return line(figure(event.seat), [], { partner: name(event.partner) }, 'GH-60')
    case 'end_team':
      return line(figure(event.seat), [], { partner: name(event.partner) }, 'GH-61')
    case 'end_solo':
      return line(figure(event.seat), [], { count: event.count }, 'GH-81')
    case 'end_nobody':
      return line('caretaker', [], {}, 'GH-R20')
    default:
      return null
  }
}

const cardOf = (action: number): Card => CARDS[action % CARDS.length] ?? '2'

/** A legal choice as a whole sentence. */
export function describe(choice: Choice, view: HallView, context: Context): string {
  const { action } = choice
  if (action < PLAY) return `${context.say('action_give_card')}: ${cardName(cardOf(action), context)}`
  if (action < THROW) return `${context.say('action_play_card')}: ${cardName(cardOf(action), context)}`
  if (action < FOLD) return `${context.say('action_discard')}: ${cardName(cardOf(action), context)}`
  if (action === FOLD) return context.say('action_drop_out')
  if (action <= STEP) return useName(action - USE, context)
  if (action >= OTHER) return figureName(view, action - OTHER, context)
  const ways = waysOf(context.foresee, action)
  const parts = ways.map((way) => [endName(view, way, context), cost(way, context)].filter(Boolean).join('. '))
  const ends = parts.join(' / ')
  if (action < ENTER) return `${context.say('action_forward', { count: action - STEP })}: ${ends}`
  if (action === ENTER) return context.say('action_enter_hall')
  if (action === WALK) return `${context.say('action_walk_on')}: ${ends}`
  const who = figureName(view, action === CARETAKER ? view.caretaker : action - FIGURE, context)
  return ends ? `${who}: ${ends}` : who
}

const inHall = (view: HallView, house: number): number => (view.figures[house] ?? []).filter((place) => place === HALL).length

export function facts(view: HallView, seat: number, context: Context): Facts {
  remember(view.houses)
  const house = houseOf(view, seat)
  const partner = view.players === 4 ? context.say('with_partner', { player: context.names[(seat + 2) % 4] ?? '' }) : ''
  const state = view.folded.includes(seat) ? context.say('out_of_round') : context.say('cards_count', { count: view.hand_sizes[seat] ?? 0 })
  return { number: number(inHall(view, house), context.language), unit: context.say('in_hall'), sub: [houseName(house, context), partner, state].filter(Boolean).join(' · ') }
}

/** Figures of all houses on the track, in walking order from field 0. */
function walkers(view: HallView, context: Context): string {
  const fields = view.figures.flat().filter((place) => place < DORMITORY)
  if (view.caretaker >= 0) fields.push(view.caretaker)
  const named = fields.sort((a, b) => a - b).map((field) => figureName(view, field, context))
  return named.length ? named.join(' · ') : context.say('track_empty')
}

export function inWords(view: HallView, context: Context): { term: string; text: string }[] {
  remember(view.houses)
  const count = (place: number, key: string) =>
    view.houses.map((house) => context.say(key, { house: houseName(house, context), count: (view.figures[house] ?? []).filter((at) => at === place).length })).join(' · ')
  const laid = view.laid.flatMap((cards, seat) => (cards.length ? [`${context.names[seat] ?? ''}: ${context.list(cards.map((card) => cardName(card, context)))}`] : []))
  const hands = view.hand_sizes.map((size, seat) => `${context.say('a11y_hand_of', { player: context.names[seat] ?? '', count: size })}${view.folded.includes(seat) ? ` (${context.say('out_of_round')})` : ''}`)
  const rows = [
    { term: context.say('track'), text: walkers(view, context) },
    { term: context.say('caretaker'), text: view.caretaker < 0 ? context.say('caretaker_asleep') : context.say('a11y_caretaker', { field: view.caretaker }) },
    { term: context.say('hall'), text: count(HALL, 'a11y_in_hall') },
    { term: context.say('dormitory'), text: count(DORMITORY, 'a11y_dormitory') },
    { term: context.shell('round_number', { round: view.round }), text: [...hands, ...view.chosen.map((seat) => context.say('has_given', { player: context.names[seat] ?? '' }))].join(' · ') },
    { term: context.say('discard_pile'), text: laid.length ? laid.join(' · ') : '–' },
  ]
  return view.seat >= 0 && context.me >= 0 ? [{ term: context.say('hand'), text: ownCards(view, context) }, ...rows] : rows
}

function ownCards(view: HallView, context: Context): string {
  const cards = view.hand.map((card) => cardName(card, context))
  const gift = view.given ? context.say('gift_given', { player: context.names[receiverOf(view, view.seat)] ?? '', card: cardName(view.given, context) }) : ''
  return [cards.length ? context.list(cards) : '–', gift].filter(Boolean).join('. ')
}

export function result(view: HallView, winners: readonly number[], context: Context): Result {
  remember(view.houses)
  const names = winners.map((seat) => context.names[seat] ?? '')
  const order = view.houses.map((_, seat) => seat).sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || inHall(view, houseOf(view, b)) - inHall(view, houseOf(view, a)))
  const rows = order.map((seat) => ({ seat, cells: [houseName(houseOf(view, seat), context), `${number(inHall(view, houseOf(view, seat)), context.language)} ${context.say('in_hall')}`] }))
  const columns = ['', '']
  if (names.length === 0 || names.length === view.players) return { why: context.say('end_nobody'), rule: 'GH-R20', columns, rows }
  if (view.players === 4) return { why: context.say('end_team', { player: names[0] ?? '', partner: names[1] ?? '' }), rule: 'GH-61', columns, rows }
  const count = inHall(view, houseOf(view, winners[0] ?? 0))
  return { why: context.say('end_solo', { player: names[0] ?? '', count }), rule: 'GH-81', columns, rows }
}
