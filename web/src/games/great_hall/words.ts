// Everything in words: cards, houses and places by name, the log, moves, players' panels, text mode, the end.
import type { Drawing } from '../../generated/boxes'
import { colourOf } from '../../lib/art'
import type { Choice, GameEvent } from '../../lib/protocol'
import { number } from '../../lib/words'
import { Action, type Card, CARDS, DORMITORY, EVENTS, HALL, HOUSES, POINTS, Use } from '../../schema/great_hall'
import { lineOf } from '../events'
import type { Context, Facts, Result, Spot, Told } from '../types'
import {
  bedSpot,
  fieldSpot,
  type HallEvent,
  hallSpot,
  type HallView,
  houseAt,
  houseNumber,
  isProtected,
  PILE,
  receiverOf,
  startOf,
} from './model'
import { plan, remember } from './plan.svelte'
import { type Way, waysOf } from './ways'

const DRAWINGS: Readonly<Record<Card, Drawing>> = {
  '2': 'gh-2',
  '3': 'gh-3',
  '5': 'gh-5',
  '6': 'gh-6',
  '4_back': 'gh-pm4',
  '7': 'gh-7',
  start_9: 'gh-s9',
  start_1_8: 'gh-s18',
  swap: 'gh-swap',
  joker: 'gh-joker',
}
const PLAIN: readonly Card[] = ['2', '3', '5', '6']

export const drawingOf = (card: Card): Drawing => DRAWINGS[card]
export const sleeper = (house: number): Drawing => (house < 0 ? 'caretaker' : `sleeper-${colourOf(house) as 'red'}`)
export const cardName = (card: Card, context: Context): string => context.say(`card_${card}`)
export const houseName = (house: number, context: Context): string => context.say(`house_${HOUSES[house] ?? 'ember'}`)
export const houseOf = (view: HallView, seat: number): number => view.houses[seat] ?? seat
export const fieldName = (field: number, context: Context): string => context.say('field_number', { field })

export function cardText(card: Card, context: Context): string {
  return PLAIN.includes(card)
    ? context.say('card_text_number', { count: Number(card) })
    : context.say(`card_text_${card}`)
}

/** A use of a card as a button label. */
export function useName(mode: number, context: Context): string {
  if (mode === Use.START) return context.say('action_start')
  if (mode === Use.SWAP) return context.say('action_swap')
  if (mode === Use.NULL) return context.say('action_no_effect')
  if (mode === Use.SEVEN) return context.say('action_split_seven')
  const points = POINTS[mode] ?? 0
  return points < 0
    ? context.say('action_backward', { count: -points })
    : context.say('action_forward', { count: points })
}

/** The same in a small grid: just the number if it says enough. */
export function useSign(mode: number, context: Context): string {
  const points = POINTS[mode] ?? 0
  if (points) return points < 0 ? `−${number(-points, context.language)}` : number(points, context.language)
  return useName(mode, context)
}

export function figureName(view: HallView, field: number, context: Context): string {
  if (field === view.caretaker) return context.say('a11y_caretaker', { field })
  const house = houseAt(view, field)
  if (house < 0) return fieldName(field, context)
  const key = isProtected(view, field) ? 'a11y_figure_protected' : 'a11y_figure_on_field'
  return context.say(key, { house: houseName(house, context), field })
}

function isBack(view: HallView, way: Way): boolean {
  return way.house < 0 || (way.path[0] !== undefined && way.path[0] === (way.from - 1 + view.track) % view.track)
}

/** Where a path leads: a field, or the hall. */
export function endName(view: HallView, way: Way, context: Context): string {
  if (way.end === HALL) return context.say('action_enter_hall')
  return context.say(isBack(view, way) ? 'back_to_field' : 'to_field', { field: way.end })
}

/** The same as a whole phrase, with the distance to the hall from there. */
export function endInWords(view: HallView, way: Way, context: Context): string {
  if (way.end === HALL) return context.say('action_enter_hall')
  const key = isBack(view, way) ? 'goes_back_to' : 'goes_to'
  return (
    context.say(key, { field: way.end }) +
    (way.house < 0 || way.caught ? '' : toHall(view, way.house, way.end, context))
  )
}

/** “ (12 steps to the hall)”; GH-41: from its own start field a figure has to go around first. */
function toHall(view: HallView, house: number, field: number, context: Context): string {
  const away = (startOf(view, house) - field + view.track) % view.track
  return away ? ` (${context.say('steps_to_hall', { count: away + 1 })})` : ''
}

/** What else happens on a path; empty if nothing does. */
export function cost(way: Way, context: Context): string {
  if (way.caught) return context.say('caught_by_caretaker')
  if (way.banishes) return context.say('banishes_caretaker')
  if (way.victims.length === 0) return ''
  return context.say('sends_to_bed', {
    houses: context.list(way.victims.map(({ house }) => houseName(house, context))),
  })
}

export const figure = (seat: number): Drawing => sleeper(plan.houses[seat] ?? seat)

export function tell(told: GameEvent, context: Context): Told | null {
  const event = told as unknown as HallEvent
  // Only for the receiver, even when several people share a screen.
  if (event.kind === 'private_card_received' && event.receiver !== context.me) return null
  const [house, card] = ['house' in event ? houseNumber(event.house) : -1, 'card' in event ? event.card : '']
  const own = house >= 0 && EVENTS[event.kind].icon === 'seat' ? { icon: sleeper(house) } : {}
  const shown = card && event.kind !== 'drew' ? { icon: drawingOf(card) } : own
  const given = {
    ...(card ? { card: cardName(card, context) } : {}),
    ...(house >= 0 ? { house: houseName(house, context) } : {}),
  }
  return lineOf(EVENTS[event.kind], told, context, figure, { ...shown, given, spots: spotsOf(event) })
}

function spotsOf(event: HallEvent): Spot[] {
  switch (event.kind) {
    case 'reshuffled':
    case 'card_played':
    case 'discarded':
    case 'dropped_out':
      return [PILE]
    case 'hall_entered':
      return [fieldSpot(event.field), hallSpot(houseNumber(event.house))]
    case 'sent_to_bed':
    case 'caretaker_catches':
      return [fieldSpot(event.field), bedSpot(houseNumber(event.house))]
    case 'swapped':
      return [fieldSpot(event.first), fieldSpot(event.second)]
    default:
      return 'path' in event
        ? [fieldSpot(event.field), fieldSpot(event.path.at(-1) ?? event.field)]
        : 'field' in event
          ? [fieldSpot(event.field)]
          : []
  }
}

const cardOf = (action: number): Card => CARDS[action % CARDS.length] ?? '2'

/** A legal choice as a whole sentence. */
export function describe(choice: Choice, view: HallView, context: Context): string {
  const { action } = choice
  if (action < Action.PLAY) return `${context.say('action_give_card')}: ${cardName(cardOf(action), context)}`
  if (action < Action.THROW) return `${context.say('action_play_card')}: ${cardName(cardOf(action), context)}`
  if (action < Action.FOLD) return `${context.say('action_discard')}: ${cardName(cardOf(action), context)}`
  if (action === Action.FOLD) return context.say('action_drop_out')
  if (action <= Action.STEP) return useName(action - Action.USE, context)
  if (action >= Action.OTHER) return figureName(view, action - Action.OTHER, context)
  const ways = waysOf(context.foresee, action)
  const parts = ways.map((way) => [endInWords(view, way, context), cost(way, context)].filter(Boolean).join('. '))
  const ends = parts.join(' / ')
  if (action < Action.ENTER) return `${context.say('action_forward', { count: action - Action.STEP })}: ${ends}`
  if (action === Action.ENTER) return context.say('action_enter_hall')
  if (action === Action.WALK) return `${context.say('action_walk_on')}: ${ends}`
  const who = figureName(view, action === Action.CARETAKER ? view.caretaker : action - Action.FIGURE, context)
  return ends ? `${who}: ${ends}` : who
}

const inHall = (view: HallView, house: number): number =>
  (view.figures[house] ?? []).filter((place) => place === HALL).length

export function facts(view: HallView, seat: number, context: Context): Facts {
  remember(view.houses)
  const house = houseOf(view, seat)
  const partner = view.players === 4 ? context.say('with_partner', { player: context.names[(seat + 2) % 4] ?? '' }) : ''
  const state = view.folded.includes(seat)
    ? context.say('out_of_round')
    : context.say('cards_count', { count: view.hand_sizes[seat] ?? 0 })
  return {
    number: number(inHall(view, house), context.language),
    unit: context.say('in_hall'),
    sub: [houseName(house, context), partner, state].filter(Boolean).join(' · '),
  }
}

/** Figures of all houses on the track, in walking order from field 0. */
function walkers(view: HallView, context: Context): string {
  const fields = view.figures.flat().filter((place) => place < DORMITORY)
  if (view.caretaker >= 0) fields.push(view.caretaker)
  const away = (field: number) => (field === view.caretaker ? '' : toHall(view, houseAt(view, field), field, context))
  const named = fields.sort((a, b) => a - b).map((field) => figureName(view, field, context) + away(field))
  return named.length ? named.join(' · ') : context.say('track_empty')
}

export function inWords(view: HallView, context: Context): { term: string; text: string }[] {
  remember(view.houses)
  const count = (place: number) =>
    view.houses
      .map((house) =>
        context.say('house_figures', {
          house: houseName(house, context),
          count: (view.figures[house] ?? []).filter((at) => at === place).length,
        }),
      )
      .join(' · ')
  const laid = view.laid.flatMap((cards, seat) =>
    cards.length ? [`${context.names[seat] ?? ''}: ${context.list(cards.map((card) => cardName(card, context)))}`] : [],
  )
  const hands = view.hand_sizes.map(
    (size, seat) =>
      `${context.say('a11y_hand_of', { player: context.names[seat] ?? '', count: size })}${view.folded.includes(seat) ? ` (${context.say('out_of_round')})` : ''}`,
  )
  const rows = [
    { term: context.say('track'), text: walkers(view, context) },
    {
      term: context.say('caretaker'),
      text: view.caretaker < 0 ? context.say('caretaker_asleep') : fieldName(view.caretaker, context),
    },
    { term: context.say('hall'), text: count(HALL) },
    { term: context.say('dormitory'), text: count(DORMITORY) },
    {
      term: context.shell('round_number', { round: view.round }),
      text: [
        ...hands,
        ...view.chosen.map((seat) => context.say('has_given', { player: context.names[seat] ?? '' })),
      ].join(' · '),
    },
    { term: context.say('discard_pile'), text: laid.length ? laid.join(' · ') : '–' },
  ]
  return view.seat >= 0 && context.me >= 0
    ? [{ term: context.say('hand'), text: ownCards(view, context) }, ...rows]
    : rows
}

function ownCards(view: HallView, context: Context): string {
  const cards = view.hand.map((card) => cardName(card, context))
  const gift = view.given
    ? context.say('gift_given', {
        player: context.names[receiverOf(view, view.seat)] ?? '',
        card: cardName(view.given, context),
      })
    : ''
  return [cards.length ? context.list(cards) : '–', gift].filter(Boolean).join('. ')
}

export function result(view: HallView, winners: readonly number[], context: Context): Result {
  remember(view.houses)
  const names = winners.map((seat) => context.names[seat] ?? '')
  const order = view.houses
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        Number(winners.includes(b)) - Number(winners.includes(a)) ||
        inHall(view, houseOf(view, b)) - inHall(view, houseOf(view, a)),
    )
  const rows = order.map((seat) => ({
    seat,
    cells: [houseName(houseOf(view, seat), context), number(inHall(view, houseOf(view, seat)), context.language)],
  }))
  const columns = [context.say('house'), context.say('in_hall')]
  if (names.length === 0 || names.length === view.players)
    return { why: context.say('end_nobody'), rule: 'GH-R20', columns, rows }
  if (view.players === 4)
    return {
      why: context.say('end_team', { player: names[0] ?? '', partner: names[1] ?? '' }),
      rule: 'GH-61',
      columns,
      rows,
    }
  const count = inHall(view, houseOf(view, winners[0] ?? 0))
  return { why: context.say('end_solo', { player: names[0] ?? '', count }), rule: 'GH-81', columns, rows }
}
