// The stairs in words: log, action card, panels, text mode.
import type { Drawing } from '../../generated/boxes'
import { colourOf } from '../../lib/art'
import type { Choice, GameEvent } from '../../lib/protocol'
import { number } from '../../lib/words'
import { Action, EVENTS, PLACES } from '../../schema/hat_stairs'
import { lineOf } from '../events'
import type { Context, Facts, Offer, Prompt, Result, Told } from '../types'
import { company, pathOf, type StairsEvent, type StairsView, stepSpot, stoneSpot } from './model'

const stone = (value: number): Drawing => `stone-${value}` as Drawing
const figure = (seat: number): Drawing => `apprentice-${colourOf(seat) as 'red'}`

export function tell(told: GameEvent, context: Context): Told | null {
  const event = told as unknown as StairsEvent
  const line = (more = {}) => lineOf(EVENTS[event.kind], told, context, figure, more)
  switch (event.kind) {
    case 'stone_turned':
      if (event.place === 0)
        return {
          text: context.say('event_stone_turned_later', { player: context.names[event.seat] ?? '' }),
          icon: 'stone-back',
          spots: [],
        }
      return line({
        ...(event.value && context.aid ? { icon: stone(event.value) } : {}),
        spots: [stoneSpot(event.place)],
      })
    case 'stone_hidden':
      return null // said with the next stone; a separate line would add nothing
    case 'goes_up':
    case 'goes_down':
      return line({
        spots: [stepSpot(event.step + (event.kind === 'goes_up' ? -event.count : event.count)), stepSpot(event.step)],
      })
    default:
      return line('step' in event ? { spots: [stepSpot(event.step)] } : {})
  }
}

export function prompt(view: StairsView, legal: readonly Choice[], context: Context): Prompt {
  if (view.choosing === 'stone') return { sentence: context.say('phase_choose_stone'), offers: [] }
  const value = view.stones[view.open - 1] ?? 0
  const can = (action: number) => legal.some((choice) => choice.action === action)
  const key = can(Action.PASS)
    ? 'phase_stuck'
    : !can(Action.DOWN)
      ? 'phase_only_up'
      : !can(Action.UP)
        ? 'phase_only_down'
        : 'phase_choose_direction'
  const shown = number(value, context.language)
  const offers: Offer[] = []
  if (can(Action.PASS)) offers.push({ action: Action.PASS, label: context.shell('pass_turn') })
  else {
    offers.push({ action: Action.UP, label: `${shown} · ${context.say('action_go_up')}`, icon: 'i-up' })
    offers.push({ action: Action.DOWN, label: `${shown} · ${context.say('action_go_down')}`, icon: 'i-down' })
  }
  const primary = can(Action.PASS) ? Action.PASS : can(Action.UP) ? Action.UP : Action.DOWN
  const why = meeting(view, legal, context)
  const base: Prompt = { sentence: context.say(key, { value }), offers, primary }
  return why ? { ...base, why } : base
}

/** What is at the end of either direction, if it is the hat. */
function meeting(view: StairsView, legal: readonly Choice[], context: Context): string {
  for (const { action } of legal) {
    const end = pathOf(action, context.foresee).at(-1)
    if (end === undefined) continue
    const others = company(view, view.turn, end)
    if (view.hat >= 0 && others.includes(view.hat))
      return context.say('a11y_hat_on_player', { player: context.names[view.hat] ?? '', step: end })
    if (view.hat < 0 && end === view.hat_step) return context.say('a11y_hat_on_step', { step: end })
    if (view.hat === view.turn && others.length === 1)
      return context.say('a11y_step_players', { step: end, players: context.names[others[0] ?? 0] ?? '' })
  }
  return ''
}

export function describe(choice: Choice, view: StairsView, context: Context): string {
  if (choice.action < PLACES) return stoneName(view, choice.action + 1, context)
  if (choice.action === Action.PASS) return context.shell('pass_turn')
  const way = context.say(choice.action === Action.UP ? 'action_go_up' : 'action_go_down')
  const end = pathOf(choice.action, context.foresee).at(-1)
  return end === undefined ? way : `${way}: ${fieldName(view, end, context)}`
}

export function stoneName(view: StairsView, place: number, context: Context): string {
  const value = view.stones[place - 1] ?? 0
  const noted = view.noted[place - 1] ?? 0
  if (value) return context.say('a11y_stone_up', { stone: place, value })
  return noted
    ? context.say('a11y_stone_noted', { stone: place, value: noted })
    : context.say('a11y_stone_down', { stone: place })
}

export function fieldName(view: StairsView, field: number, context: Context): string {
  if (field > view.steps) return context.say('larder')
  const standing = view.step.flatMap((step, seat) => (step === field ? [context.names[seat] ?? ''] : []))
  const name = standing.length
    ? context.say('a11y_step_players', { step: field, players: context.list(standing) })
    : context.say('a11y_step_empty', { step: field })
  return view.hat < 0 && field === view.hat_step ? `${name}. ${context.say('a11y_hat_on_step', { step: field })}` : name
}

export function facts(view: StairsView, seat: number, context: Context): Facts {
  const field = view.step[seat] ?? 0
  const wears = view.hat === seat
  const shown = field > view.steps ? '★' : number(field, context.language)
  const left = context.say('a11y_to_larder', { count: view.steps + 1 - field })
  const sub = wears ? context.say('hat_wearer') : left
  return wears
    ? { number: shown, unit: unit(context), sub, icon: 'magic-hat' }
    : { number: shown, unit: unit(context), sub }
}

/** The bare word for “step”, taken from the sentence that names one. */
function unit(context: Context): string {
  return context.say('step_number', { step: '' }).trim().toLocaleLowerCase(context.language)
}

export function inWords(view: StairsView, context: Context): { term: string; text: string }[] {
  const fields = Array.from({ length: view.steps }, (_, k) => k + 1)
  const standing = fields.filter((field) => view.step.includes(field) || (view.hat < 0 && field === view.hat_step))
  const hat =
    view.hat < 0
      ? context.say('a11y_hat_on_step', { step: view.hat_step })
      : context.say('a11y_hat_on_player', { player: context.names[view.hat] ?? '', step: view.step[view.hat] ?? 0 })
  return [
    { term: context.say('stairs'), text: standing.map((field) => fieldName(view, field, context)).join(' · ') },
    { term: context.say('hat'), text: hat },
    {
      term: context.say('guardian_stone'),
      text: view.stones.map((_, k) => stoneName(view, k + 1, context)).join(' · '),
    },
  ]
}

export function result(view: StairsView, winners: readonly number[], context: Context): Result {
  const player = context.names[winners[0] ?? 0] ?? ''
  const order = view.step
    .map((_, seat) => seat)
    .sort(
      (a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || (view.step[b] ?? 0) - (view.step[a] ?? 0),
    )
  const rows = order.map((seat) => {
    const field = view.step[seat] ?? 0
    const place = field > view.steps ? context.say('larder') : context.say('step_number', { step: field })
    return { seat, cells: [place] }
  })
  const won = view.winner >= 0
  const why = won ? context.say('end_larder', { player }) : context.say('end_nobody')
  const columns = [context.shell('result')]
  return won ? { why, rule: 'HS-23', columns, rows } : { why, columns, rows }
}

export { figure }
