// Everything in words: hats, discs and collections by name, the log, moves, players' panels, text mode, the end.
import type { Drawing } from '../../generated/boxes'
import type { Choice, GameEvent } from '../../lib/protocol'
import { type Arguments, capital, number } from '../../lib/words'
import { Action, BLACK_DISC, EVENTS, FACES, HOLE, NEXT, ROWS } from '../../schema/magic_hexagon'
import { lineOf } from '../events'
import type { Context, Facts, Prompt, Result, Told } from '../types'
import {
  colourOf,
  COLOURS,
  discDrawing,
  hatDrawing,
  kindOf,
  stoneDrawing,
  STONES,
  symbolOf,
  SYMBOLS,
  valueOf,
} from './discs'
import { cellSpot, hatNumber, type HexagonEvent, type HexagonView, type Move, moveOf, stoneNumber } from './model'
import { outcome, plan, valuesAt } from './plan.svelte'

const KINDS = ['ingredients', 'kitchen', 'magic'] as const
/** The six directions of the hexagon, in the order of `NEXT`. */
const WAYS = ['right', 'up_right', 'up_left', 'left', 'down_left', 'down_right'] as const
const KIND_NAMES = ['ingredient', 'kitchen_utensil', 'magic_utensil'] as const

export const hatName = (hat: number, context: Context): string => context.say(`hat_${COLOURS[hat] ?? 'red'}`)
export const hatObject = (hat: number, context: Context): string => context.say(`hat_obj_${COLOURS[hat] ?? 'red'}`)
export const symbolName = (face: number, context: Context): string =>
  context.say(`symbol_${SYMBOLS[symbolOf(face)] ?? 'chili'}`)
export const kindName = (kind: number, context: Context): string => context.say(KIND_NAMES[kind] ?? 'ingredient')
export const colourName = (colour: number, context: Context): string =>
  context.shell(`colour_${COLOURS[colour] ?? 'red'}`)
export const stoneName = (kind: number, context: Context): string => context.say(`stone_${STONES[kind] ?? 'green'}`)

/** “2 ingredients”. */
export function group(value: number, count: number, context: Context): string {
  return context.say(`group_${KINDS[value - 1] ?? 'ingredients'}`, { count })
}

export function discName(face: number, field: number, context: Context): string {
  if (face === HOLE) return context.say('a11y_hole', { field })
  if (face === BLACK_DISC) return context.say('a11y_black_disc', { field })
  return context.say('a11y_disc', {
    field,
    symbol: symbolName(face, context),
    colour: colourName(colourOf(face), context),
    value: valueOf(face),
  })
}

export function hatOnField(view: HexagonView, hat: number, context: Context): string {
  return context.say('a11y_hat_on_field', { hat: hatName(hat, context), field: view.hats[hat] ?? 0 })
}

function short(face: number, field: number, context: Context): string {
  if (face === BLACK_DISC) return `${field}: ${context.say('black_disc')}`
  return context.say('short_disc', {
    field,
    symbol: symbolName(face, context),
    colour: colourName(colourOf(face), context),
    value: valueOf(face),
  })
}

/** Everything that a seat owns, one kind after the other. */
export function collection(view: HexagonView, seat: number, context: Context): string {
  const owned = view.owned[seat] ?? []
  const discs = Array.from({ length: FACES }, (_, face) => face).filter((face) => owned[face])
  const kinds = [0, 1, 2].flatMap((kind) => {
    const named = discs
      .filter((face) => kindOf(face) === kind)
      .map((face) => {
        const count = owned[face] ?? 0
        return `${symbolName(face, context)} (${colourName(colourOf(face), context)})${count > 1 ? ` × ${count}` : ''}`
      })
    return named.length ? [`${kindName(kind, context)}: ${named.join(', ')}`] : []
  })
  const stones = (view.stones[seat] ?? []).flatMap((count, kind) =>
    count ? [`${stoneName(kind, context)} × ${count}`] : [],
  )
  return [...(kinds.length ? kinds : [context.say('no_discs')]), ...stones].join('. ')
}

function isHole(view: HexagonView, cell: number): boolean {
  return view.board[cell] === HOLE
}

/** The board row by row, the hats, and what each player owns. */
export function inWords(view: HexagonView, context: Context): { term: string; text: string }[] {
  const hats = view.hats.map((_, hat) => hatOnField(view, hat, context)).join(' · ')
  const rows = ROWS.flatMap((row, k) => {
    const discs = row.flatMap((cell) => (isHole(view, cell) ? [] : [short(view.board[cell] ?? HOLE, cell, context)]))
    return discs.length
      ? [
          {
            term: context.say('fields_row', { row: k + 1, from: row[0] ?? 0, to: row.at(-1) ?? 0 }),
            text: discs.join(' · '),
          },
        ]
      : []
  })
  const players = view.owned.map((owned, seat) => {
    const count = owned.reduce((sum, one) => sum + one, 0)
    const points = context.shell('points_count', { count: view.score[seat] ?? 0 })
    const player = context.names[seat] ?? ''
    const card = view.cards[seat] ? ` · ${context.say('card_ready')}` : ''
    return { term: context.say('a11y_owned', { player, count, points }), text: collection(view, seat, context) + card }
  })
  return [{ term: COLOURS.map((_, hat) => hatName(hat, context)).join(', '), text: hats }, ...rows, ...players]
}

export function tell(told: GameEvent, context: Context): Told | null {
  const event = told as unknown as HexagonEvent
  const hat = 'hat_obj' in event ? hatNumber(event.hat_obj) : -1
  const given = {
    ...(hat >= 0 ? { hat_obj: hatObject(hat, context) } : {}),
    ...('colour' in event ? { colour: context.shell(`colour_${event.colour}`) } : {}),
  }
  const spots = 'fields' in event ? event.fields : 'origin' in event ? [event.origin, event.field] : []
  const icon = iconOf(event)
  return lineOf(EVENTS[event.kind], told, context, figure, {
    given,
    spots: spots.map(cellSpot),
    ...(icon ? { icon } : {}),
  })
}

/** The drawing of what an event is about, if its kind alone does not say it. */
function iconOf(event: HexagonEvent): Drawing | undefined {
  if (EVENTS[event.kind].icon !== 'seat') return undefined
  if ('hat_obj' in event) return hatDrawing(hatNumber(event.hat_obj))
  if ('colour' in event) return stoneDrawing(stoneNumber(event.colour))
  return 'faces' in event ? discDrawing(colourOf(event.faces[0] ?? 0)) : undefined
}

export function prompt(view: HexagonView, legal: readonly Choice[], context: Context): Prompt {
  const say = (key: string, given?: Arguments): Prompt => ({ sentence: context.say(key, given), offers: [] })
  if (view.choosing === 'hypnosis')
    return {
      ...say('phase_hypnosis', { player: context.names[view.on_turn] ?? '' }),
      why: context.say('why_card', { player: context.names[view.on_turn] ?? '' }),
    }
  if (view.choosing === 'pick') return say('phase_pick_one')
  const move = plan.move(view, legal, context.foresee)
  if (move) return asked(view, move, legal, context)
  const first = view.round_one ? { why: context.say('refuse_one_disc_round_one_mh_21') } : {}
  if (view.named >= 0) return { ...say('phase_hypnotised', { hat_obj: hatObject(view.named, context) }), ...first }
  return { ...say(plan.hat(view, legal) < 0 ? 'phase_choose_hat' : 'phase_choose_target'), ...first }
}

/** A cell is chosen: ask for the value, or for confirmation. */
function asked(view: HexagonView, move: Move, legal: readonly Choice[], context: Context): Prompt {
  const will = outcome(view, move, context.foresee)
  const [area, stones] = [will?.area.length ?? 0, will?.stones ?? 0]
  const more = [
    area ? context.say('why_area', { count: area }) : '',
    stones ? context.say('why_stone', { count: stones }) : '',
  ].filter(Boolean)
  const why = more.join(' ') || context.say('why_compare')
  if (valuesAt(legal, move.hat, move.cell).length > 1)
    return { sentence: context.say('phase_choose_value'), why, offers: [] }
  if (!will) return { sentence: moveLine(view, move, context), why, offers: [] }
  const sentence = context.say(will.one ? 'ask_move_one' : 'ask_move', {
    hat_obj: hatObject(move.hat, context),
    count: will.taken.length,
  })
  return { sentence: capital(sentence, context.language), why, offers: [] }
}

export function describe({ action, text }: Choice, view: HexagonView, context: Context): string {
  if (action === Action.NO_HYPNOSIS) return context.say('action_no_hypnosis')
  if (action >= Action.NAME) return `${context.say('action_hypnotise')} ${hatName(action - Action.NAME, context)}`
  if (action >= Action.PICK) {
    const cell = NEXT[view.picking[1] ?? -1]?.[action - Action.PICK] ?? -1
    return discName(view.board[cell] ?? HOLE, cell, context)
  }
  const move = moveOf(action)
  return move ? moveLine(view, move, context) : text
}

/** Which way a hat would run and how far; a jump has no direction, and a run around corners has no name. */
function wayName(view: HexagonView, { hat, cell }: Move, path: readonly number[], context: Context): string[] {
  if (!path.length) return [context.say('jump')]
  const passed = new Set([...path, cell])
  for (const [way, name] of WAYS.entries()) {
    let at = NEXT[view.hats[hat] ?? -1]?.[way] ?? -1
    for (let count = 1; passed.has(at); count++) {
      if (at === cell) return [context.say(`steps_${name}`, { count })]
      at = NEXT[at]?.[way] ?? -1
    }
  }
  return []
}

/** “Red hat to field 45: 3 steps to the left · 2 ingredients (Root, Fern) · 2 points”. */
export function moveLine(view: HexagonView, move: Move, context: Context): string {
  const will = outcome(view, move, context.foresee)
  const taken = (will?.taken ?? []).map((cell) => symbolName(view.board[cell] ?? 0, context))
  const parts = will
    ? [
        ...wayName(view, move, will.path, context),
        `${group(move.value, taken.length, context)} (${taken.join(', ')})`,
        context.shell('points_count', { count: will.points }),
      ]
    : [context.say('action_collect_value', { value: move.value })]
  if (will?.area.length) parts.push(context.say('why_area', { count: will.area.length }))
  return context.say('move_line', { hat: hatName(move.hat, context), field: move.cell, discs: parts.join(' · ') })
}

export function facts(view: HexagonView, seat: number, context: Context): Facts {
  const score = view.score[seat] ?? 0
  const owned = view.owned[seat] ?? []
  const colours = COLOURS.map((_, colour) =>
    owned.reduce((sum, count, face) => sum + (colourOf(face) === colour ? count : 0), 0),
  )
  const stones = (view.stones[seat] ?? []).flatMap((count, kind) =>
    count
      ? [
          {
            icon: stoneDrawing(kind),
            text: number(count, context.language),
            name: `${stoneName(kind, context)}: ${number(count, context.language)}`,
          },
        ]
      : [],
  )
  const chips = [
    ...colours.map((count, colour) => ({
      icon: discDrawing(colour),
      text: number(count, context.language),
      name: `${colourName(colour, context)}: ${context.say('discs_count', { count })}`,
    })),
    ...stones,
  ]
  return {
    number: number(score, context.language),
    unit: unit(score, context),
    sub: cardText(view, seat, context),
    chips,
  }
}

/** The bare word for “points” after a number. */
function unit(count: number, context: Context): string {
  return context.shell('points_count', { count }).replace(number(count, context.language), '').trim()
}

function cardText(view: HexagonView, seat: number, context: Context): string {
  if (view.protected === seat) return context.say('card_safe')
  if (view.cards[seat]) return context.say('card_ready')
  // If nobody has a card any more, or never had one, there is nothing to say about it.
  if (view.cards.some(Boolean)) return context.say('card_used')
  return context.say('discs_count', { count: (view.owned[seat] ?? []).reduce((sum, one) => sum + one, 0) })
}

export function result(view: HexagonView, _: readonly number[], context: Context): Result {
  const order = view.score
    .map((__, seat) => seat)
    .sort((a, b) => (view.places[a] ?? 9) - (view.places[b] ?? 9) || a - b)
  const rows = order.map((seat) => {
    const discs = view.discs[seat] ?? 0
    const total = view.score[seat] ?? 0
    return { seat, cells: [discs, total - discs, total].map((count) => number(count, context.language)) }
  })
  const stuck = context.options?.end_rule === 'first_stuck'
  const why = stuck
    ? context.say('end_first_stuck', { player: context.names[view.turn] ?? '' })
    : context.say('end_nothing_left')
  return {
    why,
    rule: stuck ? 'MH-O06' : 'MH-73',
    columns: [context.say('end_column_discs'), context.say('end_column_stones'), context.shell('points')],
    rows,
  }
}

/** What the table cannot say in the viewer's language: the named hat, and the name of the safe player. */
export function refusal(view: HexagonView, context: Context): Arguments {
  return {
    hat_obj: hatObject(Math.max(0, view.named), context),
    player: context.names[Math.max(0, view.protected)] ?? '',
  }
}

export function figure(): Drawing {
  return 'i-person'
}
