// Everything in words: hats, fields and targets by name, the log, moves, players' panels, text mode, the end.
import { type Drawing, SEAT_COLOURS } from '../../lib/art'
import type { Choice, GameEvent } from '../../lib/protocol'
import { number } from '../../lib/words'
import { Action, EVENTS } from '../../schema/catch_the_hat'
import { lineOf } from '../events'
import { letterOf } from '../letters'
import type { Context, Facts, Offer, Prompt, Result, Told } from '../types'
import { CENTRE, RING, SPOKE } from './board'
import { distance } from './distance'
import { hand } from './hand.svelte'
import {
  colourOfSeat,
  endSpot,
  eventOf,
  type HatView,
  homeOf,
  pieceOf,
  piecesOn,
  type PieceView,
  waySpot,
} from './model'
import { type Way, waysOf, wayTo } from './ways'

const BENCH = 2 // the third field of a spoke
const LIMIT = 3

export const isHome = (view: HatView, field: number): boolean => field > CENTRE[view.homes]

/** Rest fields are three steps from a junction, whichever way. */
export function isRest(view: HatView, field: number): boolean {
  const ring = RING[view.homes]
  if (field >= CENTRE[view.homes]) return false
  if (field >= ring) return (field - ring) % SPOKE[view.homes] === BENCH
  const quarter = ring / view.homes
  const from = field % quarter
  return from === LIMIT || quarter - from === LIMIT
}

export function colourName(view: HatView, seat: number, context: Context): string {
  return context.shell(`colour_${SEAT_COLOURS[view.colours[seat] ?? 0]}`)
}

/** “2 × green, blue”. */
export function colours(view: HatView, seats: readonly number[], context: Context): string {
  const kinds = [...new Set(seats)].sort((a, b) => a - b)
  const parts = kinds.map((seat) => {
    const count = seats.filter((other) => other === seat).length
    return count > 1
      ? `${number(count, context.language)} × ${colourName(view, seat, context)}`
      : colourName(view, seat, context)
  })
  return context.list(parts)
}

export function pieceName(view: HatView, piece: PieceView, context: Context): string {
  const gold = piece.golden ? ` + ${context.say('golden_hat')}` : ''
  const given = { colour: colourName(view, piece.seat, context), field: piece.field }
  if (isHome(view, piece.field)) return context.say('offer_from_home') + gold
  if (!piece.captives.length) return context.say('a11y_hat_on_field', given) + gold
  const tower = context.say('a11y_tower_on_field', { ...given, count: piece.captives.length })
  return `${tower} (${colours(view, piece.captives, context)})${gold}`
}

/** The same, with its distance from home. */
function pieceInWords(view: HatView, piece: PieceView, context: Context): string {
  const name = pieceName(view, piece, context)
  return isHome(view, piece.field) ? name : `${name}, ${fromHome(view, piece.seat, piece.field, context)}`
}

function fromHome(view: HatView, seat: number, field: number, context: Context): string {
  return context.say('steps_from_home', { count: distance(view.homes, field, homeOf(view, seat)) })
}

export function fieldName(view: HatView, field: number, context: Context, nameOf = pieceName): string {
  const here = piecesOn(view, field)
  if (isHome(view, field)) return homeName(view, field, here, context)
  const gold = view.golden_field === field && view.golden_holder < 0 ? [context.say('golden_hat')] : []
  const kind = isRest(view, field)
    ? context.say('a11y_field_grey', { field, count: here.length })
    : field === CENTRE[view.homes]
      ? context.say('centre')
      : ''
  const standing = [...here.map((piece) => nameOf(view, piece, context)), ...gold]
  if (kind) return [kind, ...standing].join('. ')
  return standing.join('. ') || context.say('a11y_field_empty', { field })
}

function homeName(view: HatView, field: number, here: readonly PieceView[], context: Context): string {
  const seat = view.colours.findIndex((_, player) => homeOf(view, player) === field)
  if (seat < 0) return context.say('home_field')
  const name = context.say('a11y_home', { player: context.names[seat] ?? '', count: here.length })
  const jail = view.jails[seat] ?? []
  return jail.length ? `${name}. ${context.say('brought_home')}: ${colours(view, jail, context)}` : name
}

/** A move of the picked piece as a sentence. */
export function goalName(view: HatView, way: Way, context: Context): string {
  const { end } = way
  const parts = [
    context.say(isHome(view, end) ? 'action_enter_home' : end === view.left ? 'step_turn' : 'to_field', { field: end }),
  ]
  if (end === CENTRE[view.homes]) parts.push(context.say('centre'))
  else if (!isHome(view, end)) parts.push(...whereabouts(view, end, context))
  if (!isHome(view, end) && isRest(view, end))
    parts.push(context.say('a11y_field_grey', { field: end, count: piecesOn(view, end).length }))
  if (way.catches.length)
    parts.push(`${context.say('way_catches', { count: way.catches.length })} (${colours(view, way.catches, context)})`)
  if (way.brings.length)
    parts.push(`${context.say('way_brings', { count: way.brings.length })} (${colours(view, way.brings, context)})`)
  if (way.gold || (isHome(view, end) && pieceOf(view, view.picked)?.golden === 'carried'))
    parts.push(context.say('golden_hat'))
  return parts.join(' · ')
}

/** How far a target is from home, and whether it is nearer to the centre. */
function whereabouts(view: HatView, end: number, context: Context): string[] {
  const piece = pieceOf(view, view.picked)
  if (!piece) return []
  const centre = CENTRE[view.homes]
  const nearer = distance(view.homes, end, centre) < distance(view.homes, piece.field, centre)
  return [...(nearer ? [context.say('towards_centre')] : []), fromHome(view, piece.seat, end, context)]
}

/** The same in short, for a target that is shown on the board. */
export function hereName(way: Way, context: Context): string {
  const count = way.catches.length
  return count ? `${context.say('go_here')} · ${context.say('way_catches', { count })}` : context.say('go_here')
}

export function figure(seat: number, context?: Context): Drawing {
  const colour = colourOfSeat(seat, context?.names.length ?? 0, context?.options)
  return `hat-${SEAT_COLOURS[colour] ?? 'red'}` as Drawing
}

function spotsOf(path: readonly number[]): string[] {
  const end = path.at(-1)
  return end === undefined ? [] : [...path.slice(0, -1).map(waySpot), endSpot(end)]
}

export function tell(told: GameEvent, context: Context): Told | null {
  const event = eventOf(told)
  const line = (more = {}) => lineOf(EVENTS[event.kind], told, context, figure, more)
  if (event.kind === 'rolled') return line({ icon: `die-${event.value}` })
  if ('path' in event) return line({ spots: spotsOf(event.path) })
  return line('field' in event ? { spots: [endSpot(event.field)] } : {})
}

// ---- the action card

export function prompt(view: HatView, legal: readonly Choice[], context: Context): Prompt {
  const can = (action: number) => legal.some((choice) => choice.action === action)
  if (can(Action.PASS))
    return {
      sentence: context.say('phase_no_move', { value: view.die }),
      offers: [{ action: Action.PASS, label: context.shell('pass_turn') }],
      primary: Action.PASS,
    }
  switch (view.choosing) {
    case 'hat':
      return { sentence: context.say('phase_choose_hat', { value: view.die }), offers: hats(view, legal, context) }
    case 'six': {
      const offers: Offer[] = [
        { action: Action.ROLL_AGAIN, label: context.say('action_roll_again'), icon: 'die-6' },
        { action: Action.STOP, label: context.say('action_stop') },
      ]
      return { sentence: context.say('phase_six'), why: context.say('why_six'), offers, primary: Action.ROLL_AGAIN }
    }
    case 'step':
      return {
        sentence: context.say('phase_golden_step', { count: view.pips }),
        why: context.say(context.options?.gold_capture === 'every_field' ? 'why_golden_every_field' : 'why_golden'),
        ...goals(view, legal, context),
      }
    default: {
      const sentence = context.say('phase_rolled_where', { value: view.die })
      const loaded = (pieceOf(view, view.picked)?.captives.length ?? 0) > 0
      const byHome = loaded && [...waysOf(view, legal, context.foresee).values()].some((way) => way.byHome)
      return byHome
        ? { sentence, why: context.say('why_home'), ...goals(view, legal, context) }
        : { sentence, ...goals(view, legal, context) }
    }
  }
}

/** The pieces that may move, for small fingers. */
function hats(view: HatView, legal: readonly Choice[], context: Context): Offer[] {
  return legal.flatMap(({ action }) => {
    const piece = pieceOf(view, action - Action.PICK)
    if (!piece) return []
    const icon = `hat-${SEAT_COLOURS[view.colours[piece.seat] ?? 0]}` as Drawing
    const letter = letterOf(legal, action)
    const named = (name: string) => [letter, name].filter(Boolean).join(' · ')
    // With many pieces, each also has a letter on the board: naming its kind would only make the card taller.
    const kind = legal.length > 2 && letter && !piece.captives.length ? '' : kindOf(view, piece, context)
    return [
      {
        action,
        label: named(pieceName(view, piece, context)),
        short: named(kind),
        icon: piece.golden ? 'hat-gold' : icon,
      },
    ]
  })
}

function kindOf(view: HatView, piece: PieceView, context: Context): string {
  if (isHome(view, piece.field)) return context.say('offer_from_home')
  if (piece.golden) return context.say('golden_hat')
  return piece.captives.length
    ? `${context.say('tower')} (${number(piece.captives.length + 1, context.language)})`
    : context.say('hat')
}

/** Home, staying there, and the target that a tap has shown, as buttons; the other targets are on the board. */
function goals(view: HatView, legal: readonly Choice[], context: Context): { offers: Offer[]; primary?: number } {
  const home = legal.find(({ action }) => action < Action.PICK && isHome(view, action))
  const stop = legal.find(({ action }) => action === Action.STOP)
  const offers: Offer[] = []
  const shown = legal.find(({ action }) => action === hand.armed && action !== home?.action)
  if (shown)
    offers.push({
      action: shown.action,
      label: hereName(wayTo(view, shown.action, context.foresee), context),
      icon: 'i-check',
    })
  if (home) offers.push({ action: home.action, label: context.say('action_enter_home') })
  if (stop) offers.push({ action: Action.STOP, label: context.say('action_stop') })
  const first = shown ?? home
  return first ? { offers, primary: first.action } : { offers }
}

export function describe(choice: Choice, view: HatView, context: Context): string {
  const { action } = choice
  if (action === Action.ROLL_AGAIN) return context.say('action_roll_again')
  if (action === Action.STOP) return context.say('action_stop')
  if (action === Action.PASS) return context.shell('pass_turn')
  if (action >= Action.PICK) {
    const piece = pieceOf(view, action - Action.PICK)
    return piece ? pieceInWords(view, piece, context) : choice.text
  }
  return goalName(view, wayTo(view, action, context.foresee), context)
}

// ---- panels and text mode

export function facts(view: HatView, seat: number, context: Context): Facts {
  const own = view.pieces.filter((piece) => piece.seat === seat)
  const home = own.filter((piece) => piece.field === homeOf(view, seat)).length
  const golden = own.some((piece) => piece.golden)
  const teams = new Set(view.teams).size < view.players
  const places = context.say('facts_out_home', { out: own.length - home, home })
  const sub = teams ? `${context.shell('team_number', { team: (view.teams[seat] ?? 0) + 1 })} · ${places}` : places
  const caught = [...(view.jails[seat] ?? []), ...own.flatMap((piece) => piece.captives)].filter(
    (other) => view.teams[other] !== view.teams[seat],
  )
  const chips = [
    ...heap(view, caught, context),
    ...(golden ? [{ icon: 'hat-gold' as const, text: context.say('golden_hat') }] : []),
  ]
  const base: Facts = {
    number: number(view.scores[seat] ?? 0, context.language),
    unit: context.say('unit_caught'),
    sub,
    out: own.length === 0,
  }
  return chips.length ? { ...base, chips } : base
}

function heap(view: HatView, seats: readonly number[], context: Context): NonNullable<Facts['chips']>[number][] {
  return [...new Set(seats)].map((owner) => ({
    icon: `rim-${SEAT_COLOURS[view.colours[owner] ?? 0]}` as Drawing,
    text: number(seats.filter((seat) => seat === owner).length, context.language),
    name: colours(
      view,
      seats.filter((seat) => seat === owner),
      context,
    ),
  }))
}

export function inWords(view: HatView, context: Context): { term: string; text: string }[] {
  const rows = [{ term: context.say('die'), text: context.say('a11y_die', { value: view.die }) }]
  const fields = [...new Set(view.pieces.map((piece) => piece.field).filter((field) => !isHome(view, field)))].sort(
    (a, b) => a - b,
  )
  for (const [seat, name] of context.names.entries()) {
    const { sub, number: caught, unit } = facts(view, seat, context)
    rows.push({
      term: `${name} (${colourName(view, seat, context)})`,
      text: `${sub} · ${caught} ${unit}${jailText(view, seat, context)}`,
    })
  }
  rows.push({
    term: `${context.say('ring')} · ${context.say('spoke')}`,
    text: fields.map((field) => fieldName(view, field, context, pieceInWords)).join(' · ') || '–',
  })
  if (view.golden_field >= 0) rows.push({ term: context.say('golden_hat'), text: goldenText(view, context) })
  return rows
}

function jailText(view: HatView, seat: number, context: Context): string {
  const jail = view.jails[seat] ?? []
  return jail.length ? ` · ${context.say('brought_home')}: ${colours(view, jail, context)}` : ''
}

function goldenText(view: HatView, context: Context): string {
  const holder = pieceOf(view, view.golden_holder)
  return holder ? pieceName(view, holder, context) : context.say('centre')
}

// ---- the end

export function result(
  view: HatView,
  winners: readonly number[],
  context: Context,
  ends: readonly GameEvent[],
): Result {
  const towers = (seat: number) => (view.scores[seat] ?? 0) - (view.jails[seat]?.length ?? 0)
  const order = view.scores
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        Number(winners.includes(b)) - Number(winners.includes(a)) || (view.scores[b] ?? 0) - (view.scores[a] ?? 0),
    )
  const rows = order.map((seat) => ({
    seat,
    cells: [view.jails[seat]?.length ?? 0, towers(seat), view.scores[seat] ?? 0].map((count) =>
      number(count, context.language),
    ),
  }))
  return {
    ...reason(ends, context),
    columns: [context.say('end_column_home'), context.say('end_column_towers'), context.say('unit_caught')],
    rows,
  }
}

/** Why it ended and who won by what, as in the log; the lines of the count are in the table. */
function reason(ends: readonly GameEvent[], context: Context): { why: string; rule?: string } {
  const lines = ends
    .filter((event) => EVENTS[eventOf(event).kind]?.motion !== 'none')
    .flatMap((event) => tell(event, context) ?? [])
  const rule = lines.at(-1)?.rule
  return { why: lines.map(({ text }) => text).join(' '), ...(rule ? { rule } : {}) }
}
