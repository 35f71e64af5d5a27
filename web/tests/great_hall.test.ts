import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corridor, follow, type Layout, seenFrom, turned } from '../src/games/great_hall/geometry'
import { Action, CARDS, DORMITORY, HALL, Use } from '../src/schema/great_hall'
import { type HallView, scenes, usesOf } from '../src/games/great_hall/model'
import { plan } from '../src/games/great_hall/plan.svelte'
import { prompt } from '../src/games/great_hall/prompt'
import { placesOf } from '../src/games/great_hall/spots'
import { cardName, describe as inSentence, facts, inWords, result, tell } from '../src/games/great_hall/words'
import { onlyWalk, playsFrom, waysOf } from '../src/games/great_hall/ways'
import type { Context } from '../src/games/types'
import type { GameEvent, View } from '../src/lib/protocol'
import { blind, type Foresee } from '../src/rules/foresight'
import { foretold } from './foretold'
import { format, LANGUAGES, type Language, list } from '../src/lib/words'

const view: HallView = {
  seat: 0,
  turn: 0,
  players: 4,
  over: false,
  capped: false,
  track: 48,
  houses: [0, 1, 2, 3],
  leads: [0, 1, 2, 3],
  figures: [
    [DORMITORY, 46, HALL],
    [DORMITORY, 12, 20],
    [DORMITORY, DORMITORY, 2],
    [DORMITORY, DORMITORY, 47],
  ],
  caretaker: 39,
  has_caretaker: true,
  hand: ['5', '7', 'swap'],
  hand_sizes: [3, 3, 3, 2],
  given: '2',
  gift_is_there: true,
  received: '7',
  chosen: [],
  laid: [[], [], [], ['3']],
  stock: 40,
  discard: 1,
  top: '3',
  discarded: [],
  dealer: 3,
  round: 4,
  hand_size: 3,
  folded: [],
  choosing: 'card',
  card: '',
  mode: -1,
  piece: -1,
  steps: 0,
  seven_left: 0,
  moved: [],
  drawn: '',
  winner: -1,
}
const EVENTS = [
  { kind: 'dealt', seat: 1, count: 5 },
  { kind: 'reshuffled' },
  { kind: 'cards_exchanged' },
  { kind: 'private_card_received', seat: 2, receiver: 0, card: 'joker' },
  { kind: 'card_played', seat: 0, card: '5' },
  { kind: 'discarded', seat: 1, card: '6' },
  { kind: 'drew', seat: 1, card: '' },
  { kind: 'dropped_out', seat: 2, cards: ['2', '3'] },
  { kind: 'no_effect', seat: 3 },
  { kind: 'figure_started', seat: 0, house: 'ember', field: 0 },
  { kind: 'figure_forward', seat: 1, count: 2, house: 'tide', field: 20, path: [21, 22] },
  { kind: 'figure_back', seat: 1, count: 4, house: 'tide', field: 20, path: [19, 18, 17, 16] },
  { kind: 'hall_entered', seat: 0, house: 'ember', field: 46, path: [47, 0] },
  { kind: 'walked_past', house: 'fern' },
  { kind: 'sent_to_bed', house: 'honey', field: 47 },
  { kind: 'swapped', seat: 0, first: 46, second: 20 },
  { kind: 'caretaker_wakes', seat: 0, field: 3 },
  { kind: 'caretaker_moves', seat: 0, count: 2, field: 39, path: [38, 37] },
  { kind: 'caretaker_catches', house: 'tide', field: 20 },
  { kind: 'caretaker_banished', seat: 1, field: 39 },
  { kind: 'helps_partner', seat: 0, partner: 2 },
  { kind: 'end_team', seat: 0, partner: 2 },
  { kind: 'end_solo', seat: 0, count: 3 },
  { kind: 'end_nobody' },
]

function contextIn(language: Language, foresee: Foresee = blind): Context {
  const words = (topic: string) =>
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', language, `${topic}.json`), 'utf8'),
    ) as Record<string, string>
  const [game, shell] = [words('great_hall'), words('shell')]
  const say =
    (all: Record<string, string>) =>
    (key: string, given = {}) => {
      if (!(key in all)) throw new Error(`no word ${key}`)
      return format(all[key] ?? '', given, language)
    }
  return {
    say: say(game),
    shell: say(shell),
    list: (parts) => list(parts, language),
    language,
    names: ['Mia', 'Ben', 'Olga', 'Jonas'],
    me: 0,
    aid: false,
    foresee,
  }
}
const legalOf = (...actions: number[]) => actions.map((action) => ({ action, text: '' }))

/** A three in hand: with the figure on 46 into the hall or past it, or with the caretaker. */
const walking: HallView = { ...view, choosing: 'figure', card: '5', mode: 6 }
const asksHall: View = { ...view, choosing: 'hall', card: '3', mode: 3 } as HallView
const started = { kind: 'figure_started', seat: 0, house: 'ember', field: 0 }
const ahead = {
  [Action.FIGURE + 46]: { legal: [Action.ENTER, Action.WALK], view: asksHall },
  [`${Action.FIGURE + 46},${Action.ENTER}`]: [
    { kind: 'hall_entered', seat: 0, house: 'ember', field: 46, path: [47, 0] },
  ],
  [`${Action.FIGURE + 46},${Action.WALK}`]: [
    { kind: 'figure_forward', seat: 0, count: 3, house: 'ember', field: 46, path: [47, 0, 1] },
  ],
  [Action.CARETAKER]: [{ kind: 'caretaker_moves', seat: 0, count: 3, field: 39, path: [38, 37, 36] }],
}
const afterCard = Object.fromEntries(
  Object.entries(ahead).map(([actions, told]) => [`${Action.PLAY + 1},${actions}`, told]),
)
const three = foretold({
  ...ahead,
  ...afterCard,
  [Action.PLAY + 1]: {
    legal: [Action.FIGURE + 46, Action.CARETAKER],
    view: { ...view, choosing: 'figure', card: '3', mode: 3 } as HallView,
  },
})

describe('the story of a play', () => {
  it('walks field by field and changes nothing else', () => {
    const told = scenes(view, { kind: 'figure_forward', seat: 1, count: 2, house: 'tide', field: 20, path: [21, 22] })
    expect(told.map((scene) => scene.view.figures[1])).toEqual([
      [DORMITORY, 12, 21],
      [DORMITORY, 12, 22],
    ])
    expect(told.map((scene) => scene.sound)).toEqual(['step', 'land'])
    expect(view.figures[1]).toEqual([DORMITORY, 12, 20])
  })

  it('enters the hall over the start field', () => {
    const told = scenes(view, { kind: 'hall_entered', seat: 0, house: 'ember', field: 46, path: [47, 0] })
    expect(told.map((scene) => scene.view.figures[0]?.[1])).toEqual([47, 0, HALL])
  })

  it('lays down only what everybody sees', () => {
    const mine = scenes(view, { kind: 'card_played', seat: 0, card: '5' })[0]?.view
    expect([mine?.hand, mine?.hand_sizes[0], mine?.top, mine?.laidBy]).toEqual([['7', 'swap'], 2, '5', 0])
    const theirs = scenes(view, { kind: 'card_played', seat: 1, card: '5' })[0]?.view
    expect([theirs?.hand, theirs?.hand_sizes[1]]).toEqual([view.hand, 2])
  })

  it('somebody else’s gift is no picture', () => {
    const told = scenes(view, { kind: 'private_card_received', seat: 1, receiver: 3, card: 'joker' })
    expect(told).toEqual([{ view, rest: 'none' }])
    const drawn = scenes(view, { kind: 'drew', seat: 1, card: '' })[0]?.view
    expect([drawn?.hand, drawn?.hand_sizes[1]]).toEqual([view.hand, 4])
  })

  it('swaps, catches and banishes', () => {
    expect(scenes(view, { kind: 'swapped', seat: 0, first: 46, second: 20 })[0]?.view.figures.slice(0, 2)).toEqual([
      [DORMITORY, 20, HALL],
      [DORMITORY, 12, 46],
    ])
    expect(scenes(view, { kind: 'caretaker_catches', house: 'tide', field: 20 })[0]?.view.figures[1]).toEqual([
      DORMITORY,
      12,
      DORMITORY,
    ])
    expect(scenes(view, { kind: 'caretaker_banished', seat: 0, field: 39 })[0]?.view.caretaker).toBe(-1)
    expect(scenes(view, { kind: 'something_new' })[0]?.view).toBe(view)
  })
})

describe('the castle', () => {
  const point = (x: number, y: number) => ({ x, y, turn: 0 })
  const four = [point(500, 870), point(130, 500), point(500, 130), point(870, 500)]
  const board: Layout = {
    size: 1000,
    fields: Array.from({ length: 48 }, (_, k) => point(k, 2 * k)),
    starts: [0, 12, 24, 36],
    darks: [3, 15, 27, 39],
    bridges: four.map((p) => [p]),
    hall: four.map((p) => [p, p, p, p]),
    dormitories: four.map((p) => [p, p, p, p]),
    caretaker: point(500, 500),
  }

  it('turns so that the own house is at the bottom', () => {
    for (const house of [0, 1, 2, 3])
      expect(seenFrom(board, house).bridges[house]?.[0]).toMatchObject({ x: 500, y: 870 })
    expect(turned(point(130, 500), 1)).toMatchObject({ x: 500, y: 870 })
    expect(corridor(four).startsWith('M500 870C')).toBe(true)
  })

  it('keeps everybody’s name while the table sorts its list', () => {
    const first = follow([], [[DORMITORY, 5, 9]])
    const moved = follow(first, [[9, 7, DORMITORY]])
    const id = (place: number, walkers: typeof first) => walkers.find((walker) => walker.place === place)?.id
    expect(id(7, moved)).toBe(id(5, first))
    expect(id(9, moved)).toBe(id(9, first))
    expect(follow(moved, [[DORMITORY, 7, 9]]).map((walker) => walker.id)).toEqual(moved.map((walker) => walker.id))
  })

  it('offers a place to press for every choice, and each place once', () => {
    const asked = { ...view, choosing: 'figure' as const, card: '3' as const, mode: 3 }
    const places = placesOf({
      board,
      view: asked,
      legal: legalOf(Action.FIGURE + 46, Action.CARETAKER),
      lifted: undefined,
      context: contextIn('en', three),
    })
    expect(places.filter((place) => place.possible).map((place) => place.key)).toEqual([
      'figure-46',
      'figure-39',
      `end-${HALL}-${Action.FIGURE + 46}-${Action.ENTER}`,
      `end-1-${Action.FIGURE + 46}-${Action.WALK}`,
      `end-36-${Action.CARETAKER}`,
    ])
    expect(new Set(places.map((place) => place.key)).size).toBe(places.length)
  })

  it('says with the rules’ own words why a lifted card does nothing somewhere', () => {
    const no = { rule: 'GH-30', reason: 'not_yours', given: {} }
    const foresee = foretold({ [Action.PLAY + 2]: { legal: [Action.FIGURE + 46], view: walking } }, no)
    const places = placesOf({
      board,
      view,
      legal: legalOf(Action.PLAY + 2),
      lifted: '5',
      context: contextIn('en', foresee),
    })
    const at = (key: string) => places.find((place) => place.key === key)
    expect([at('figure-46')?.possible, at('figure-12')?.possible, at('figure-12')?.wrong]).toEqual([true, false, no])
    expect(at('beds')?.wrong?.reason).toBe('start_card_needed')
  })
})

describe('what a choice would do', () => {
  it('is looked for up to the end of a play: into the hall, past it, or the caretaker', () => {
    expect(waysOf(three, Action.FIGURE + 46).map((way) => [way.from, way.end, way.path])).toEqual([
      [46, HALL, [47, 0]],
      [46, 1, [47, 0, 1]],
    ])
    expect(playsFrom(three, [Action.PLAY + 1]).map(({ way, actions }) => [way.house, way.end, ...actions])).toEqual([
      [0, HALL, Action.PLAY + 1, Action.FIGURE + 46, Action.ENTER],
      [0, 1, Action.PLAY + 1, Action.FIGURE + 46, Action.WALK],
      [-1, 36, Action.PLAY + 1, Action.CARETAKER],
    ])
    expect([waysOf(three, Action.PLAY + 1), waysOf(blind, Action.FIGURE + 46)]).toEqual([[], []])
  })

  it('tells who would go to bed, and who would be caught or banish', () => {
    const walk = { kind: 'figure_forward', seat: 0, count: 4, house: 'ember', field: 46, path: [47, 0, 1, 2] }
    const would = (...events: GameEvent[]) =>
      waysOf(foretold({ [Action.STEP + 4]: [walk, ...events] }), Action.STEP + 4)[0]
    const bed = [
      { kind: 'sent_to_bed', house: 'honey', field: 47 },
      { kind: 'sent_to_bed', house: 'fern', field: 2 },
    ]
    expect(would(...bed)?.victims).toEqual([
      { house: 3, field: 47 },
      { house: 2, field: 2 },
    ])
    expect(would({ kind: 'caretaker_catches', house: 'ember', field: 2 })).toMatchObject({ caught: true, victims: [] })
    expect(would({ kind: 'caretaker_banished', seat: 0, field: 2 })).toMatchObject({ caught: false, banishes: true })
    const his = [
      { kind: 'caretaker_moves', seat: 0, count: 2, field: 39, path: [38, 37] },
      { kind: 'caretaker_catches', house: 'tide', field: 37 },
    ]
    expect(waysOf(foretold({ [Action.CARETAKER]: his }), Action.CARETAKER)[0]).toMatchObject({
      house: -1,
      end: 37,
      victims: [{ house: 1, field: 37 }],
    })
  })

  it('has too many ends with a joker and with a split seven', () => {
    const asked = (change: Partial<HallView>) =>
      foretold({
        [Action.PLAY + 9]: { legal: [Action.USE], view: { ...view, ...change } },
        [`${Action.PLAY + 9},${Action.USE}`]: [started],
      })
    expect(playsFrom(asked({ choosing: 'use', card: 'joker' }), [Action.PLAY + 9])).toEqual([])
    expect(playsFrom(asked({ choosing: 'figure', card: '7', mode: 8 }), [Action.PLAY + 9])).toEqual([])
    expect(
      playsFrom(asked({ choosing: 'use', card: 'start_9' }), [Action.PLAY + 9]).map(({ actions }) => actions),
    ).toEqual([[Action.PLAY + 9, Action.USE]])
  })

  it('asks nobody for the only figure after a plain card, unless it would hurt the own team', () => {
    const five = { kind: 'figure_forward', seat: 0, count: 5, house: 'ember', field: 46, path: [47, 0, 1, 2, 3] }
    const only = (...more: GameEvent[]) =>
      onlyWalk(walking, legalOf(Action.FIGURE + 46), foretold({ [Action.FIGURE + 46]: [five, ...more] }))
    expect(only()).toBe(Action.FIGURE + 46)
    expect(only({ kind: 'sent_to_bed', house: 'tide', field: 3 })).toBe(Action.FIGURE + 46)
    expect(only({ kind: 'sent_to_bed', house: 'fern', field: 3 })).toBeNull()
    expect(only({ kind: 'caretaker_catches', house: 'ember', field: 3 })).toBeNull()
    expect(onlyWalk(walking, legalOf(Action.FIGURE + 46, Action.CARETAKER), three)).toBeNull()
    expect(onlyWalk({ ...walking, card: 'joker' }, legalOf(Action.FIGURE + 46), three)).toBeNull()
    expect(onlyWalk(walking, legalOf(Action.FIGURE + 46), blind)).toBeNull()
  })
})

describe.each(LANGUAGES)('in words: %s', (language) => {
  const context = contextIn(language)
  const whole = (text: string) => expect(text).not.toMatch(/[{}]|undefined|NaN/)

  it('tells every event', () => {
    for (const event of EVENTS) {
      const told = tell(event, context)
      expect(told?.text, event.kind).toBeTruthy()
      whole(told?.text ?? '')
    }
    expect(tell({ kind: 'private_card_received', seat: 0, receiver: 2, card: 'joker' }, context)).toBeNull()
  })

  it('says which card somebody with everybody in bed should keep', () => {
    plan.lifted = -1
    const inBed = {
      ...view,
      choosing: 'gift' as const,
      figures: [[DORMITORY, DORMITORY, DORMITORY], ...view.figures.slice(1)],
    }
    const starter = CARDS.filter((card) => usesOf(card).includes(Use.START))[0] ?? 'joker'
    const why = (change: Partial<HallView>) => prompt({ ...inBed, ...change }, legalOf(Action.GIVE + 2), context).why
    expect(why({ hand: ['5', '7', starter] })).toBe(context.say('gift_keep', { card: cardName(starter, context) }))
    expect(why({ hand: ['5', starter, starter] })).toBe(context.say('gift_why'))
    expect(why({ hand: ['5', '7', starter], figures: view.figures })).toBe(context.say('gift_why'))
  })

  it('asks for every choice and describes each', () => {
    const asked: [Partial<HallView>, number[]][] = [
      [{ choosing: 'gift' }, [Action.GIVE + 2, Action.GIVE + 5]],
      [{ choosing: 'card' }, [Action.PLAY + 2]],
      [{ choosing: 'card' }, [Action.FOLD]],
      [{ choosing: 'use', card: 'joker' }, Array.from({ length: 13 }, (_, k) => Action.USE + k)],
      [{ choosing: 'figure', card: '3', mode: 3 }, [Action.FIGURE + 46, Action.CARETAKER]],
      [{ choosing: 'figure', card: '7', mode: 8, seven_left: 7 }, [Action.FIGURE + 46]],
      [
        { choosing: 'steps', card: '7', mode: 8, seven_left: 7, piece: 46 },
        [Action.STEP + 1, Action.STEP + 3, Action.STEP + 7],
      ],
      [{ choosing: 'hall', card: '3', mode: 3, piece: 46 }, [Action.ENTER, Action.WALK]],
      [{ choosing: 'target', card: 'swap', mode: 11, piece: 46 }, [Action.OTHER + 20]],
      [{ choosing: 'discard' }, [Action.THROW + 2]],
      [{ choosing: 'discard_again' }, [Action.THROW + 2]],
    ]
    for (const lifted of [-1, 0]) {
      plan.lifted = lifted
      for (const [change, actions] of asked) {
        const now = { ...view, ...change }
        const said = prompt(now, legalOf(...actions), context)
        for (const text of [said.sentence, said.why ?? '', ...said.offers.map((offer) => offer.label)]) whole(text)
        for (const choice of legalOf(...actions)) whole(inSentence(choice, now, context))
      }
    }
    expect(CARDS).toHaveLength(10)
  })

  it('says who is where, and nothing hidden to others', () => {
    for (const row of inWords(view, context)) whole(`${row.term} ${row.text}`)
    const watching = inWords({ ...view, seat: -1, hand: [], given: '' }, { ...context, me: -1 })
    expect(watching.some((row) => row.term === context.say('hand'))).toBe(false)
    for (const seat of [0, 1, 2, 3]) whole(Object.values(facts({ ...view, folded: [1] }, seat, context)).join(' '))
    for (const winners of [[0, 2], [1], []])
      whole(JSON.stringify(result({ ...view, players: winners.length === 1 ? 2 : 4 }, winners, context).why))
  })
})
