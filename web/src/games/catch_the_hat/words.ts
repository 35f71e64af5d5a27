// Catch the Hat in words: story, action card, panels, text mode, the end.
import { type Drawing, SEAT_COLOURS } from '../../lib/art'
import type { Choice, GameEvent } from '../../lib/protocol'
import { number } from '../../lib/words'
import { Action, EVENTS } from '../../schema/catch_the_hat'
import { lineOf } from '../events'
import { letterOf } from '../letters'
import type { Context, Facts, Offer, Prompt, Result, Told } from '../types'
import { colourOfSeat, endSpot, eventOf, type HatView, pieceOf, type PieceView, waySpot } from './model'
import { colourName, colours, fieldName, goalName, hereName, isHome, pieceName } from './names'
import { hand } from './hand.svelte'
import { homeOf } from './scenes'
import { wayTo } from './ways'

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
  if (can(Action.PASS)) return { sentence: context.say('phase_no_move', { value: view.die }), offers: [{ action: Action.PASS, label: context.shell('pass_turn') }], primary: Action.PASS }
  switch (view.choosing) {
    case 'hat':
      return { sentence: context.say('phase_choose_hat', { value: view.die }), offers: hats(view, legal, context) }
    case 'six': {
      const offers: Offer[] = [{ action: Action.ROLL_AGAIN, label: context.say('action_roll_again'), icon: 'die-6' }, { action: Action.STOP, label: context.say('action_stop') }]
      return { sentence: context.say('phase_six'), why: context.say('why_six'), offers, primary: Action.ROLL_AGAIN }
    }
    case 'step':
      return { sentence: context.say('phase_golden_step', { count: view.pips }), why: context.say(context.options?.gold_capture === 'every_field' ? 'why_golden_every_field' : 'why_golden'), ...goals(view, legal, context) }
    default: {
      const sentence = context.say('phase_rolled_where', { value: view.die })
      const loaded = (pieceOf(view, view.picked)?.captives.length ?? 0) > 0
      return loaded ? { sentence, why: context.say('why_home'), ...goals(view, legal, context) } : { sentence, ...goals(view, legal, context) }
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
    return [{ action, label: named(pieceName(view, piece, context)), short: named(kindOf(view, piece, context)), icon: piece.golden ? 'hat-gold' : icon }]
  })
}

function kindOf(view: HatView, piece: PieceView, context: Context): string {
  if (isHome(view, piece.field)) return context.say('offer_from_home')
  if (piece.golden) return context.say('golden_hat')
  return piece.captives.length ? `${context.say('tower')} (${number(piece.captives.length + 1, context.language)})` : context.say('hat')
}

/** Home, to stay there, and the goal that a finger has shown, as buttons; the other goals are on the board. */
function goals(view: HatView, legal: readonly Choice[], context: Context): { offers: Offer[]; primary?: number } {
  const home = legal.find(({ action }) => action < Action.PICK && isHome(view, action))
  const stop = legal.find(({ action }) => action === Action.STOP)
  const offers: Offer[] = []
  const shown = legal.find(({ action }) => action === hand.armed && action !== home?.action)
  if (shown) offers.push({ action: shown.action, label: hereName(wayTo(view, shown.action, context.foresee), context), icon: 'i-check' })
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
    return piece ? pieceName(view, piece, context) : choice.text
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
  const caught = [...(view.jails[seat] ?? []), ...own.flatMap((piece) => piece.captives)].filter((other) => view.teams[other] !== view.teams[seat])
  const chips = [...heap(view, caught, context), ...(golden ? [{ icon: 'hat-gold' as const, text: context.say('golden_hat') }] : [])]
  const base: Facts = { number: number(view.scores[seat] ?? 0, context.language), unit: context.say('unit_caught'), sub, out: own.length === 0 }
  return chips.length ? { ...base, chips } : base
}

function heap(view: HatView, seats: readonly number[], context: Context): { icon: Drawing; text: string }[] {
  return [...new Set(seats)].map((owner) => ({
    icon: `rim-${SEAT_COLOURS[view.colours[owner] ?? 0]}` as Drawing,
    text: number(seats.filter((seat) => seat === owner).length, context.language),
  }))
}

export function inWords(view: HatView, context: Context): { term: string; text: string }[] {
  const rows = [{ term: context.say('die'), text: context.say('a11y_die', { value: view.die }) }]
  const fields = [...new Set(view.pieces.map((piece) => piece.field).filter((field) => !isHome(view, field)))].sort((a, b) => a - b)
  for (const [seat, name] of context.names.entries()) {
    const { sub, number: caught, unit } = facts(view, seat, context)
    rows.push({ term: `${name} (${colourName(view, seat, context)})`, text: `${sub} · ${caught} ${unit}${jailText(view, seat, context)}` })
  }
  rows.push({ term: `${context.say('ring')} · ${context.say('spoke')}`, text: fields.map((field) => fieldName(view, field, context)).join(' · ') || '–' })
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

export function result(view: HatView, winners: readonly number[], context: Context, ends: readonly GameEvent[]): Result {
  const towers = (seat: number) => (view.scores[seat] ?? 0) - (view.jails[seat]?.length ?? 0)
  const order = view.scores.map((_, seat) => seat).sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || (view.scores[b] ?? 0) - (view.scores[a] ?? 0))
  const rows = order.map((seat) => ({
    seat,
    cells: [
      context.say('end_parts', { home: view.jails[seat]?.length ?? 0, towers: towers(seat) }),
      number(view.scores[seat] ?? 0, context.language),
    ],
  }))
  return { ...reason(ends, context), columns: [context.say('captive'), context.say('unit_caught')], rows }
}

/** Why it ended and who has won by what, as the story says it; the lines of the count are in the table. */
function reason(ends: readonly GameEvent[], context: Context): { why: string; rule?: string } {
  const lines = ends.filter((event) => EVENTS[eventOf(event).kind]?.motion !== 'none').flatMap((event) => tell(event, context) ?? [])
  const rule = lines.at(-1)?.rule
  return { why: lines.map(({ text }) => text).join(' '), ...(rule ? { rule } : {}) }
}
