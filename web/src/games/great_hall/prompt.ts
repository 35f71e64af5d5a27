// The action card of the Great Hall: one sentence, and the buttons that are possible at this step of a play.
import type { Choice } from '../../lib/protocol'
import { number } from '../../lib/words'
import { isTall } from '../../lib/phone.svelte'
import { letterOf } from '../letters'
import type { Context, Offer, Prompt } from '../types'
import { Action, type Card, CARDS, DORMITORY, Use } from '../../schema/great_hall'
import { type HallView, houseAt, receiverOf, usesOf } from './model'
import { cardName, cardText, cost, endName, fieldName, figureName, sleeper, useName, useSign } from './words'
import { pick, plan } from './plan.svelte'
import { waysOf } from './ways'

const FIRST: Readonly<Partial<Record<HallView['choosing'], number>>> = {
  gift: Action.GIVE,
  card: Action.PLAY,
  discard: Action.THROW,
  discard_again: Action.THROW,
}
const MANY = 6 // more buttons than this become a grid of signs

/** The first action of the group that a press on a card means now, if any. */
export function cardGroup(view: HallView): number | undefined {
  return FIRST[view.choosing]
}

export function cardAction(view: HallView, card: Card): number {
  return (cardGroup(view) ?? Action.PLAY) + CARDS.indexOf(card)
}

/** The only card with which a player whose figures are all in bed could start. */
function onlyStarter(view: HallView): Card | undefined {
  const starters = view.hand.filter((card) => usesOf(card).includes(Use.START))
  const asleep = view.figures[view.houses[view.seat] ?? 0]?.every((place) => place === DORMITORY)
  return asleep && starters.length === 1 ? starters[0] : undefined
}

/** What giving a card means, and which card a new player should not give away. */
function whyGift(view: HallView, context: Context): string {
  const only = onlyStarter(view)
  return only ? context.say('gift_keep', { card: cardName(only, context) }) : context.say('gift_why')
}

export function prompt(view: HallView, legal: readonly Choice[], context: Context): Prompt {
  const can = new Set(legal.map((choice) => choice.action))
  switch (view.choosing) {
    case 'gift':
      return withCard(
        view,
        context.say('phase_give_partner', { player: context.names[receiverOf(view, view.seat)] ?? '' }),
        'action_give_card',
        context,
        whyGift(view, context),
      )
    case 'card':
      return can.has(Action.FOLD)
        ? fold(view, context)
        : withCard(view, cardSentence(view, context), 'action_play_card', context)
    case 'discard':
      return withCard(view, context.say('phase_discard_draw'), 'action_discard', context)
    case 'discard_again':
      return withCard(view, context.say('phase_discard_more'), 'action_discard', context)
    case 'use':
      return uses(view, can, context)
    case 'figure':
      return figures(view, legal, context)
    case 'steps':
      return steps(view, can, context)
    case 'hall':
      return hall(context)
    default:
      return targets(view, legal, context)
  }
}

/** GH-60: a player who is done is told whose figures to move. */
function cardSentence(view: HallView, context: Context): string {
  const helps = view.leads[view.turn] !== view.houses[view.turn]
  return helps
    ? context.say('phase_help_partner', { player: context.names[receiverOf(view, view.turn)] ?? '' })
    : context.say('phase_choose_card')
}

/** Out of the round; a player with no figure on the track is told why (GH-20, GH-70). */
function fold(view: HallView, context: Context): Prompt {
  const base: Prompt = {
    sentence: context.say('phase_no_card_fits'),
    offers: [{ action: Action.FOLD, label: context.say('action_drop_out') }],
    primary: Action.FOLD,
  }
  if ((view.figures[view.leads[view.turn] ?? -1] ?? []).some((place) => place < view.track)) return base
  const care = view.caretaker < 0 && context.options?.caretaker !== false ? [context.say('caretaker_asleep')] : []
  return { ...base, why: [context.say('refuse_start_card_needed_gh_20'), ...care].join(' ') }
}

/** A lifted card is named, and one button plays it. */
function withCard(view: HallView, sentence: string, verb: string, context: Context, why = ''): Prompt {
  const card = view.hand[plan.lifted]
  if (!card) return why ? { sentence, why, offers: [] } : { sentence, offers: [] }
  const action = cardAction(view, card)
  const offers = [{ action, label: context.say(verb), icon: 'i-check' as const }]
  const said = `${context.say(`card_${card}`)}: ${cardText(card, context)}`
  // When a card is played, what it does matters; when it is given away, who gets it.
  const helps = view.leads[view.turn] !== view.houses[view.turn]
  return view.choosing === 'card'
    ? { sentence: said, ...(helps ? { why: sentence } : {}), offers, primary: action }
    : { sentence, why: view.choosing === 'gift' && card === onlyStarter(view) ? why : said, offers, primary: action }
}

function uses(view: HallView, can: ReadonlySet<number>, context: Context): Prompt {
  const all = view.card ? usesOf(view.card) : []
  const small = all.length > MANY
  const offers = all.map((mode) => ({
    action: Action.USE + mode,
    label: small ? useSign(mode, context) : useName(mode, context),
  }))
  const possible = offers.filter((offer) => can.has(offer.action))
  const base: Prompt = { sentence: context.say('phase_choose_use'), offers }
  return possible.length === 1 && possible[0] ? { ...base, primary: possible[0].action } : base
}

/**
 * On a phone fields have no numbers: the letter says which one is meant, and the first tap shows the path; a single one
 * does what the card says.
 */
function walkerOffer(view: HallView, legal: readonly Choice[], action: number, context: Context): Offer {
  const ways = waysOf(context.foresee, action)
  const field =
    action === Action.CARETAKER ? view.caretaker : action - (action >= Action.OTHER ? Action.OTHER : Action.FIGURE)
  const house = action === Action.CARETAKER ? -1 : houseAt(view, field)
  const end = ways.map((way) => endName(view, way, context)).join(' / ')
  const letter = letterOf(legal, action)
  const short = [letter, end || fieldName(field, context)].filter(Boolean).join(' · ')
  const offer = { action, label: `${short} · ${figureName(view, field, context)}`, short, icon: sleeper(house) }
  if (!isTall()) return offer
  if (!letter)
    return {
      ...offer,
      short: view.mode === Use.SEVEN ? context.say(house < 0 ? 'caretaker' : 'figure') : useName(view.mode, context),
    }
  return plan.action === action
    ? { ...offer, short: useName(view.mode, context) }
    : { ...offer, short: letter, press: () => pick(`figure-${field}`, [action]) }
}

function figures(view: HallView, legal: readonly Choice[], context: Context): Prompt {
  const offers = legal.map(({ action }) => walkerOffer(view, legal, action, context))
  const doing =
    view.mode === Use.SEVEN
      ? context.say('phase_seven_left', { count: view.seven_left })
      : `${useName(view.mode, context)}.`
  const only = legal.length === 1 ? legal[0] : legal.find((choice) => choice.action === plan.action)
  const base: Prompt = { sentence: `${doing} ${context.say('phase_choose_figure')}`, offers }
  const why = only ? why1(only.action, context) : ''
  return { ...base, ...(why ? { why } : {}), ...(only ? { primary: only.action } : {}) }
}

function why1(action: number, context: Context): string {
  return (
    waysOf(context.foresee, action)
      .map((way) => cost(way, context))
      .filter(Boolean)[0] ?? ''
  )
}

function steps(view: HallView, can: ReadonlySet<number>, context: Context): Prompt {
  const offers = Array.from({ length: view.seven_left }, (_, k) => ({
    action: Action.STEP + k + 1,
    label: number(k + 1, context.language),
  }))
  const possible = offers.filter((offer) => can.has(offer.action))
  const primary = possible.length === 1 ? possible[0]?.action : undefined
  const base = {
    sentence: context.say('phase_how_many_steps'),
    why: context.say('phase_seven_left', { count: view.seven_left }),
    offers,
  }
  return primary === undefined ? base : { ...base, primary }
}

function hall(context: Context): Prompt {
  const offers = [
    { action: Action.ENTER, label: context.say('action_enter_hall'), icon: 'i-check' as const },
    { action: Action.WALK, label: context.say('action_walk_on') },
  ]
  const why = why1(Action.WALK, context)
  const base: Prompt = { sentence: context.say('phase_hall_or_on'), offers, primary: Action.ENTER }
  return why ? { ...base, why } : base
}

function targets(view: HallView, legal: readonly Choice[], context: Context): Prompt {
  const offers = legal.map(({ action }) => walkerOffer(view, legal, action, context))
  const picked = legal.some((choice) => choice.action === plan.action) ? { primary: plan.action } : {}
  const base: Prompt = { sentence: context.say('phase_choose_swap_target'), offers, ...picked }
  return view.mode === Use.SWAP && view.piece >= 0 ? { ...base, why: figureName(view, view.piece, context) } : base
}
