import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corridor, follow, type Layout, seenFrom, turned } from '../src/games/great_hall/geometry'
import { CARDS, CARETAKER, DORMITORY, ENTER, FIGURE, FOLD, GIVE, HALL, type HallView, N_ACTIONS, OTHER, PLAY, scenes, STEP, THROW, USE, WALK } from '../src/games/great_hall/model'
import { plan } from '../src/games/great_hall/plan.svelte'
import { cardTargets, cardWays, controlled, onlyWalk, pointsToHall, targetsOf, waysOf } from '../src/games/great_hall/plays'
import { prompt } from '../src/games/great_hall/prompt'
import { placesOf } from '../src/games/great_hall/spots'
import { describe as inSentence, facts, inWords, result, tell } from '../src/games/great_hall/words'
import { knowing } from '../src/games/events'
import type { Context } from '../src/games/types'
import { format, LANGUAGES, type Language, list } from '../src/lib/words'

const view: HallView = {
  seat: 0, turn: 0, players: 4, over: false, capped: false, track: 48, houses: [0, 1, 2, 3],
  figures: [[DORMITORY, 46, HALL], [DORMITORY, 12, 20], [DORMITORY, DORMITORY, 2], [DORMITORY, DORMITORY, 47]],
  caretaker: 39, has_caretaker: true, hand: ['5', '7', 'swap'], hand_sizes: [3, 3, 3, 2], given: '2', gift_is_there: true, received: '7', chosen: [],
  laid: [[], [], [], ['3']], stock: 40, discard: 1, top: '3', discarded: [], dealer: 3, round: 4, hand_size: 3, folded: [], choosing: 'card', card: '',
  mode: -1, piece: -1, steps: 0, seven_left: 0, moved: [], drawn: '', winner: -1,
}
const rules = { landing: 'caught', sweeps: true } as const
const EVENTS = [
  { kind: 'dealt', seat: 1, count: 5 }, { kind: 'reshuffled' }, { kind: 'cards_exchanged' }, { kind: 'private_card_received', seat: 2, receiver: 0, card: 'joker' },
  { kind: 'card_played', seat: 0, card: '5' }, { kind: 'discarded', seat: 1, card: '6' }, { kind: 'drew', seat: 1, card: '' }, { kind: 'dropped_out', seat: 2, cards: ['2', '3'] },
  { kind: 'no_effect', seat: 3 }, { kind: 'figure_started', seat: 0, house: 'ember', field: 0 }, { kind: 'figure_forward', seat: 1, count: 2, house: 'tide', field: 20, path: [21, 22] },
  { kind: 'figure_back', seat: 1, count: 4, house: 'tide', field: 20, path: [19, 18, 17, 16] }, { kind: 'hall_entered', seat: 0, house: 'ember', field: 46, path: [47, 0] },
  { kind: 'walked_past', house: 'fern' }, { kind: 'sent_to_bed', house: 'honey', field: 47 }, { kind: 'swapped', seat: 0, first: 46, second: 20 },
  { kind: 'caretaker_wakes', seat: 0, field: 3 }, { kind: 'caretaker_moves', seat: 0, count: 2, field: 39, path: [38, 37] }, { kind: 'caretaker_catches', house: 'tide', field: 20 },
  { kind: 'caretaker_banished', seat: 1, field: 39 }, { kind: 'helps_partner', seat: 0, partner: 2 }, { kind: 'end_team', seat: 0, partner: 2 },
  { kind: 'end_solo', seat: 0, count: 3 }, { kind: 'end_nobody' },
]

function contextIn(language: Language): Context {
  const words = (topic: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', language, `${topic}.json`), 'utf8')) as Record<string, string>
  const [game, shell] = [words('great_hall'), words('shell')]
  const say = (all: Record<string, string>) => (key: string, given = {}) => {
    if (!(key in all)) throw new Error(`no word ${key}`)
    return format(all[key] ?? '', given, language)
  }
  return { say: say(game), shell: say(shell), list: (parts) => list(parts, language), language, names: ['Mia', 'Ben', 'Olga', 'Jonas'], me: 0, aid: false }
}
const legalOf = (...actions: number[]) => actions.map((action) => ({ action, text: '' }))

describe('the story of a play', () => {
  it('walks field by field and changes nothing else', () => {
    const told = scenes(view, { kind: 'figure_forward', seat: 1, count: 2, house: 'tide', field: 20, path: [21, 22] })
    expect(told.map((scene) => scene.view.figures[1])).toEqual([[DORMITORY, 12, 21], [DORMITORY, 12, 22]])
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
    expect(told).toEqual([{ view, rest: 'none', part: 1 }])
    const drawn = scenes(view, { kind: 'drew', seat: 1, card: '' })[0]?.view
    expect([drawn?.hand, drawn?.hand_sizes[1]]).toEqual([view.hand, 4])
  })

  it('swaps, catches and banishes', () => {
    expect(scenes(view, { kind: 'swapped', seat: 0, first: 46, second: 20 })[0]?.view.figures.slice(0, 2)).toEqual([[DORMITORY, 20, HALL], [DORMITORY, 12, 46]])
    expect(scenes(view, { kind: 'caretaker_catches', house: 'tide', field: 20 })[0]?.view.figures[1]).toEqual([DORMITORY, 12, DORMITORY])
    expect(scenes(view, { kind: 'caretaker_banished', seat: 0, field: 39 })[0]?.view.caretaker).toBe(-1)
    expect(scenes(view, { kind: 'something_new' })[0]?.view).toBe(view)
  })
})

describe('the castle', () => {
  const point = (x: number, y: number) => ({ x, y, turn: 0 })
  const four = [point(500, 870), point(130, 500), point(500, 130), point(870, 500)]
  const board: Layout = {
    size: 1000, fields: Array.from({ length: 48 }, (_, k) => point(k, 2 * k)), starts: [0, 12, 24, 36], darks: [3, 15, 27, 39], bridges: four.map((p) => [p]),
    hall: four.map((p) => [p, p, p, p]), dormitories: four.map((p) => [p, p, p, p]), caretaker: point(500, 500), ...rules,
  }

  it('turns so that the own house is at the bottom', () => {
    for (const house of [0, 1, 2, 3]) expect(seenFrom(board, house).bridges[house]?.[0]).toMatchObject({ x: 500, y: 870 })
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
    const places = placesOf({ board, view: asked, legal: legalOf(FIGURE + 46, CARETAKER), lifted: undefined, context: contextIn('en') })
    expect(places.filter((place) => place.possible).map((place) => place.key)).toEqual(['figure-46', 'figure-39', `end-${HALL}-${FIGURE + 46}`, `end-1-${FIGURE + 46}`, `end-36-${CARETAKER}`])
    expect(new Set(places.map((place) => place.key)).size).toBe(places.length)
  })
})

describe('what a choice would do', () => {
  it('knows the way into the hall and past it', () => {
    expect(pointsToHall(view, 46)).toBe(3)
    expect(pointsToHall(view, 12)).toBe(0)
    const asked = { ...view, choosing: 'figure' as const, mode: 3 }
    expect(waysOf(asked, FIGURE + 46, rules).map((way) => way.end)).toEqual([HALL, 1])
    expect(targetsOf(asked, legalOf(FIGURE + 46), rules).map((target) => target.actions)).toEqual([[FIGURE + 46, ENTER], [FIGURE + 46, WALK]])
  })

  it('sweeps with a seven, and only with a seven', () => {
    const seven = { ...view, choosing: 'steps' as const, mode: 8, piece: 46, seven_left: 7 }
    expect(waysOf(seven, STEP + 4, rules)[0]?.victims).toEqual([47, 2])
    expect(waysOf({ ...view, choosing: 'figure', mode: 4 }, FIGURE + 46, rules)[0]?.victims).toEqual([2])
  })

  it('a lifted card can be played by its ends, with all choices on the way', () => {
    expect(cardTargets(view, '3', rules).map(({ way, actions }) => [way.end, ...actions])).toEqual([[HALL, FIGURE + 46, ENTER], [1, FIGURE + 46, WALK], [36, CARETAKER]])
    expect(cardTargets(view, 'start_9', rules).map(({ actions }) => actions)).toContainEqual([USE])
    expect(cardTargets(view, '4_back', rules).map(({ actions }) => actions[0])).toEqual(expect.arrayContaining([USE + 4, USE + 5]))
    expect(['7', 'swap', 'joker'].flatMap((card) => cardTargets(view, card as '7', rules))).toEqual([])
  })

  it('asks nobody for the only figure after a plain card, unless it would hurt the own team', () => {
    const walking: HallView = { ...view, choosing: 'figure', card: '5', mode: 6 }
    expect(onlyWalk(walking, legalOf(FIGURE + 46), rules)).toBe(FIGURE + 46)
    expect(onlyWalk(walking, legalOf(FIGURE + 46, CARETAKER), rules)).toBeNull()
    expect(onlyWalk({ ...walking, caretaker: 3 }, legalOf(FIGURE + 46), rules)).toBeNull()
    expect(onlyWalk({ ...walking, figures: [[3, 46, HALL], ...view.figures.slice(1)] }, legalOf(FIGURE + 46), rules)).toBeNull()
    expect(onlyWalk({ ...walking, card: 'joker' }, legalOf(FIGURE + 46), rules)).toBeNull()
  })

  it('the caretaker walks against the traffic', () => {
    const way = waysOf({ ...view, mode: 6 }, CARETAKER, rules)[0]
    expect([way?.path, way?.victims]).toEqual([[38, 37, 36, 35, 34], []])
    expect(waysOf({ ...view, mode: 5 }, CARETAKER, rules)[0]?.end).toBe(43)
  })

  it('a lifted card shows nothing past the protected', () => {
    const blocked = { ...view, figures: [[10, DORMITORY, HALL], [12, DORMITORY, DORMITORY], [], []], caretaker: -1 }
    expect(cardWays(blocked, '3', rules)).toEqual([])
    expect(cardWays({ ...blocked, figures: [[8, DORMITORY, HALL], ...blocked.figures.slice(1)] }, '3', rules).map((way) => way.end)).toEqual([11])
    expect(controlled({ ...view, figures: [[HALL, HALL, HALL], ...view.figures.slice(1)] }, 0)).toBe(2)
  })
})

describe.each(LANGUAGES)('in words: %s', (language) => {
  const context = contextIn(language)
  const whole = (text: string) => expect(text).not.toMatch(/[{}]|undefined|NaN/)

  it('tells every event', () => {
    for (const event of EVENTS) {
      const told = tell(event, knowing(event, context))
      expect(told?.text, event.kind).toBeTruthy()
      whole(told?.text ?? '')
    }
    expect(tell({ kind: 'private_card_received', seat: 0, receiver: 2, card: 'joker' }, context)).toBeNull()
  })

  it('asks for every choice and describes each', () => {
    const asked: [Partial<HallView>, number[]][] = [
      [{ choosing: 'gift' }, [GIVE + 2, GIVE + 5]], [{ choosing: 'card' }, [PLAY + 2]], [{ choosing: 'card' }, [FOLD]], [{ choosing: 'use', card: 'joker' }, Array.from({ length: 13 }, (_, k) => USE + k)],
      [{ choosing: 'figure', card: '3', mode: 3 }, [FIGURE + 46, CARETAKER]], [{ choosing: 'figure', card: '7', mode: 8, seven_left: 7 }, [FIGURE + 46]],
      [{ choosing: 'steps', card: '7', mode: 8, seven_left: 7, piece: 46 }, [STEP + 1, STEP + 3, STEP + 7]], [{ choosing: 'hall', card: '3', mode: 3, piece: 46 }, [ENTER, WALK]],
      [{ choosing: 'target', card: 'swap', mode: 11, piece: 46 }, [OTHER + 20]], [{ choosing: 'discard' }, [THROW + 2]], [{ choosing: 'discard_again' }, [THROW + 2]],
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
    expect(N_ACTIONS).toBe(OTHER + 64)
    expect(CARDS).toHaveLength(10)
  })

  it('says who is where, and nothing hidden to others', () => {
    for (const row of inWords(view, context)) whole(`${row.term} ${row.text}`)
    const watching = inWords({ ...view, seat: -1, hand: [], given: '' }, { ...context, me: -1 })
    expect(watching.some((row) => row.term === context.say('hand'))).toBe(false)
    for (const seat of [0, 1, 2, 3]) whole(Object.values(facts({ ...view, folded: [1] }, seat, context)).join(' '))
    for (const winners of [[0, 2], [1], []]) whole(JSON.stringify(result({ ...view, players: winners.length === 1 ? 2 : 4 }, winners, context).why))
  })
})
