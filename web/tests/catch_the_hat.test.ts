import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cameFrom, type Field, jailAt, type Layout, line, standing, turned } from '../src/games/catch_the_hat/geometry'
import { Action } from '../src/schema/catch_the_hat'
import { always, colourOfSeat, type HatView, type PieceView, scenes } from '../src/games/catch_the_hat/model'
import { gain, meaning, waysOf } from '../src/games/catch_the_hat/ways'
import { distance } from '../src/games/catch_the_hat/distance'
import {
  describe as inOneSentence,
  facts,
  fieldName,
  figure,
  inWords,
  isRest,
  prompt,
  result,
  tell,
} from '../src/games/catch_the_hat/words'
import type { Context } from '../src/games/types'
import { blind } from '../src/rules/foresight'
import { foretold } from './foretold'
import { settings } from '../src/lib/settings.svelte'
import { format, type Language, LANGUAGES, list } from '../src/lib/words'

/** The four-home wheel as the table sends it. */
function wheel(): Layout {
  const touches: number[][] = Array.from({ length: 81 }, () => [])
  const join = (a: number, b: number) => [touches[a]?.push(b), touches[b]?.push(a)]
  for (let k = 0; k < 52; k++) join(k, (k + 1) % 52)
  for (let home = 0; home < 4; home++) {
    const chain = [77 + home, 13 * home, ...Array.from({ length: 6 }, (_, j) => 52 + 6 * home + j), 76]
    for (let k = 1; k < chain.length; k++) join(chain[k - 1] ?? 0, chain[k] ?? 0)
  }
  const rest = new Set([3, 10, 16, 23, 29, 36, 42, 49, 54, 60, 66, 72])
  const fields = touches.map((near, k): Field => {
    const kind = k < 52 ? 'ring' : k < 76 ? 'spoke' : k === 76 ? 'centre' : 'home'
    const angle =
      k < 52
        ? -45 + (k * 360) / 52
        : k < 76
          ? -45 + 90 * Math.floor((k - 52) / 6)
          : k === 76
            ? -45
            : -45 + 90 * (k - 77)
    const radius = { ring: 447, spoke: 356 - 53.2 * ((k - 52) % 6), centre: 0, home: 581 }[kind]
    const theta = (angle * Math.PI) / 180
    return {
      x: 500 + radius * Math.sin(theta),
      y: 500 - radius * Math.cos(theta),
      angle,
      kind,
      grey: rest.has(k),
      touches: near,
    }
  })
  return { size: 1000, homes: 4, fields, ring: [399, 495], pitch: 360 / 52, spoke: [122, 50], centre: 59, home: 80 }
}

const board = wheel()
const piece = (hat: number, field: number, captives: number[] = [], golden: PieceView['golden'] = ''): PieceView => ({
  hat,
  seat: Math.floor(hat / 6),
  field,
  captives,
  golden,
})
const view: HatView = {
  seat: 0,
  turn: 0,
  players: 3,
  over: false,
  capped: false,
  homes: 4,
  colours: [0, 1, 2],
  teams: [0, 1, 2],
  hats_each: 6,
  pieces: [piece(0, 77), piece(1, 77), piece(2, 2, [2]), piece(6, 5), piece(12, 79)],
  jails: [[], [], []],
  golden_field: -1,
  golden_holder: -1,
  choosing: 'hat',
  die: 3,
  picked: -1,
  pips: 0,
  left: -1,
  extra: 0,
  rolls: 9,
  roll_cap: 3000,
  scores: [1, 0, 0],
  winners: [],
}
const choices = (...actions: number[]) => actions.map((action) => ({ action, text: '' }))
const holding = (changes: Partial<HatView> = {}): HatView => ({ ...view, choosing: 'field', picked: 2, ...changes })

describe('the story of a move', () => {
  it('walks field by field, and passes without needing a place', () => {
    const told = scenes(view, { kind: 'tower_moves', seat: 0, hat: 2, count: 3, path: [3, 4, 5] })
    expect(told.map((scene) => scene.view.pieces.find(({ hat }) => hat === 2)?.field)).toEqual([3, 4, 5])
    expect(told.map((scene) => scene.view.walking)).toEqual([2, 2, undefined])
    expect(view.pieces[2]?.field).toBe(2)
  })

  it('puts what is caught below, with all that it carried, and counts', () => {
    const [scene] = scenes(view, { kind: 'caught_from', seat: 0, hat: 2, count: 1, field: 5, hats: [6], loser: 1 })
    expect(scene?.view.pieces.find(({ hat }) => hat === 2)?.captives).toEqual([2, 1])
    expect(scene?.view.pieces.some(({ hat }) => hat === 6)).toBe(false)
    expect(scene?.view.scores).toEqual([2, 0, 0])
    expect(scene?.sound).toBe('pop')
  })

  it('jails foreign hats and frees own ones', () => {
    const home = { ...view, pieces: [piece(2, 77, [2, 0, 1])] }
    const [jailed] = scenes(home, { kind: 'brought_home', seat: 0, owner: 0, count: 2, hats: [13, 7] })
    expect([jailed?.view.jails[0], jailed?.view.pieces[0]?.captives, jailed?.view.scores[0]]).toEqual([[2, 1], [0], 2])
    const [freed] = scenes(jailed?.view ?? home, { kind: 'freed', seat: 0, count: 1, hats: [3] })
    expect(freed?.view.pieces.map(({ hat, field, captives }) => [hat, field, captives])).toEqual([
      [2, 77, []],
      [3, 77, []],
    ])
  })

  it('rolls for whoever is next; the golden hat is carried and worn', () => {
    const rolled = scenes(view, { kind: 'rolled', seat: 1, value: 6 })
    expect(rolled.map(({ view: shown }) => [shown.turn, shown.die, shown.rolling === true])).toEqual([
      [1, 6, true],
      [1, 6, false],
    ])
    expect(scenes(view, { kind: 'golden_worn', seat: 0, hat: 2 })[0]?.view.pieces[2]?.golden).toBe('worn')
  })

  it('the win sounds once, and an unknown event changes nothing', () => {
    const lines = ['end_score_line', 'end_free_line'].flatMap((kind) =>
      [0, 1, 2].map((seat) => ({ kind, seat, count: 1, free: 2 })),
    )
    for (const decision of ['end_most', 'end_golden', 'end_tower_team', 'end_most_free', 'end_level']) {
      const end = [
        { kind: 'end_capped', count: 7 },
        ...lines,
        { kind: decision, seat: 0, seats: [0], count: 1, team: 1 },
      ].flatMap((event) => scenes(view, event))
      expect(end.filter((scene) => scene.sound === 'win')).toHaveLength(1)
    }
    expect(scenes(view, { kind: 'something_new' })[0]?.view).toBe(view)
  })
})

describe('ways', () => {
  const foresee = foretold({
    5: [
      { kind: 'tower_moves', seat: 0, hat: 2, count: 3, path: [3, 4, 5] },
      { kind: 'caught_from', seat: 0, hat: 2, count: 2, field: 5, hats: [6, 3], loser: 1 },
    ],
    1: [
      { kind: 'tower_moves', seat: 0, hat: 2, count: 3, path: [1, 0, 77] },
      { kind: 'brought_home', seat: 0, owner: 0, count: 1, hats: [13] },
      { kind: 'walks_on_from_home', seat: 0, hat: 2, path: [0, 1] },
    ],
    76: [
      { kind: 'hat_moves', seat: 0, hat: 2, count: 1, path: [76] },
      { kind: 'golden_caught', seat: 0, hat: 2 },
    ],
  })

  it('are what the rules foresee: path, catches, what comes home, the golden hat', () => {
    const ways = waysOf(holding(), choices(5, 1, 76), foresee)
    expect(ways.get(5)).toEqual({ end: 5, path: [3, 4, 5], byHome: false, catches: [1, 0], brings: [], gold: false })
    expect(ways.get(1)).toEqual({ end: 1, path: [1, 0, 77, 0, 1], byHome: true, catches: [], brings: [2], gold: false })
    expect(ways.get(76)?.gold).toBe(true)
    expect(gain(holding(), ways.get(5)!)).toBe(1)
    expect(line(board, 2, ways.get(1)?.path ?? [], 77).split('L')).toHaveLength(6)
  })

  it('are open without foresight, too', () => {
    expect(
      [...waysOf(holding(), choices(5, 77), blind).values()].map(({ end, path, byHome }) => [end, path, byHome]),
    ).toEqual([
      [5, [], false],
      [77, [], true],
    ])
  })

  it('knows where a told walk came from, when only one field is possible', () => {
    expect([cameFrom(board, [3, 4]), cameFrom(board, [13, 14]), cameFrom(board, [3])]).toEqual([
      2,
      undefined,
      undefined,
    ])
  })
})

describe('a press on a field', () => {
  const legal = choices(Action.PICK, Action.PICK + 2)
  it('takes the hat that stands there, or one just like it', () => {
    expect(meaning(view, legal, 77, false)).toEqual({ kind: 'play', action: Action.PICK })
    expect(meaning(view, legal, 5, false)).toEqual({ kind: 'play', action: Action.PICK + 6 }) // the table says why not
    expect(meaning(view, legal, 30, false)).toEqual({ kind: 'play', action: 30 })
  })

  it('opens the glass over different pieces', () => {
    const crowded = { ...view, pieces: [piece(0, 3), piece(2, 3, [1]), piece(6, 3)] }
    expect(meaning(crowded, choices(Action.PICK, Action.PICK + 2), 3, false)).toEqual({ kind: 'lens' })
    expect(meaning(crowded, choices(Action.PICK), 3, false)).toEqual({ kind: 'play', action: Action.PICK })
  })

  it('goes there, takes back, or is refused', () => {
    const open = choices(5, 51)
    expect(meaning(holding(), open, 5, true)).toEqual({ kind: 'play', action: 5 })
    expect(meaning(holding(), open, 77, true)).toEqual({ kind: 'back' })
    expect(meaning(holding(), open, 77, false)).toEqual({ kind: 'play', action: 77 })
    expect(meaning(holding(), open, 30, true)).toEqual({ kind: 'play', action: 30 })
  })
})

describe('what needs no question', () => {
  it('takes the only hat, but never passes by itself', () => {
    expect([
      always(view, choices(Action.PICK)),
      always(view, choices(Action.PASS)),
      always(view, choices(Action.PICK, Action.PICK + 2)),
      always(view, []),
    ]).toEqual([Action.PICK, null, null, null])
  })

  it('rolls again only when this device says so', () => {
    const six = { ...view, choosing: 'six' as const }
    expect(always(six, choices(Action.ROLL_AGAIN, Action.STOP))).toBe(null)
    ;(settings as { rollAgain?: boolean }).rollAgain = true
    expect(always(six, choices(Action.ROLL_AGAIN, Action.STOP))).toBe(Action.ROLL_AGAIN)
    delete (settings as { rollAgain?: boolean }).rollAgain
  })
})

describe('the drawing', () => {
  it.each([0, 1, 2, 3])('home %i is bottom left for its player', (home) => {
    const seen = turned(board, home).fields[77 + home]
    expect(Math.round(seen?.x ?? 0)).toBe(89)
    expect(Math.round(seen?.y ?? 0)).toBe(911)
  })

  it('nobody stands on another, nothing brought home lies on the ring', () => {
    for (const count of [2, 3, 4, 6]) {
      const spots = standing(board, board.fields[3]!, count)
      expect(new Set(spots.map(({ x, y }) => `${x.toFixed()} ${y.toFixed()}`)).size).toBe(count)
    }
    for (const home of [77, 78, 79, 80])
      for (const { x, y } of jailAt(board, board.fields[home]!, 3))
        expect(Math.hypot(x + 30 - 500, y - 500)).toBeGreaterThan(497)
  })

  it('rest fields are those of the board', () => {
    for (const [k, field] of board.fields.entries()) expect([k, isRest(view, k)]).toEqual([k, field.grey])
    const six = { ...view, homes: 6 as const }
    expect(Array.from({ length: 73 }, (_, k) => k).filter((k) => isRest(six, k))).toEqual([
      3, 9, 15, 21, 27, 33, 38, 43, 48, 53, 58, 63,
    ])
  })

  it('colours belong to homes', () => {
    expect([colourOfSeat(1, 2), colourOfSeat(1, 3), colourOfSeat(1, 2, { board: 6 }), colourOfSeat(5, 6)]).toEqual([
      2, 1, 3, 5,
    ])
    expect(figure(1, contextOf('en'))).toBe('hat-blue')
  })
})

function messages(language: Language, topic: string): Record<string, string> {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', language, `${topic}.json`), 'utf8'),
  ) as Record<string, string>
}

function contextOf(language: Language, options = {}): Context {
  const say = (topic: string) => {
    const known = messages(language, topic)
    return (key: string, given = {}) => {
      const message = known[key]
      if (message === undefined) throw new Error(`no ${key}`)
      return format(message, given, language)
    }
  }
  return {
    say: say('catch_the_hat'),
    shell: say('shell'),
    list: (parts) => list(parts, language),
    language,
    names: ['Mia', 'Olga', 'Jonas'],
    me: 0,
    aid: false,
    options,
    foresee: blind,
  }
}

const EVENTS = [
  { kind: 'rolled', seat: 0, value: 4 },
  { kind: 'hat_leaves_home', seat: 0, hat: 0, count: 1, path: [0] },
  { kind: 'hat_moves', seat: 0, hat: 0, count: 2, path: [1, 2] },
  { kind: 'tower_moves', seat: 0, hat: 0, count: 2, path: [1, 2] },
  { kind: 'walks_on_from_home', seat: 0, hat: 0, path: [0, 1] },
  { kind: 'caught', seat: 0, hat: 0, count: 2, field: 3, hats: [6, 12] },
  { kind: 'caught_from', seat: 0, hat: 0, count: 1, field: 3, hats: [6], loser: 1 },
  { kind: 'brought_home', seat: 0, owner: 0, count: 5, hats: [] },
  { kind: 'freed', seat: 0, count: 1, hats: [] },
  { kind: 'missed_move', seat: 0 },
  { kind: 'rolls_again', seat: 0 },
  { kind: 'stops_after_six', seat: 0 },
  { kind: 'no_hats_left', seat: 0 },
  { kind: 'golden_caught', seat: 0, hat: 0 },
  { kind: 'golden_worn', seat: 0, hat: 0 },
  { kind: 'golden_lost' },
  { kind: 'end_one_colour' },
  { kind: 'end_score_line', seat: 1, count: 2 },
  { kind: 'end_last_standing', seat: 1 },
  { kind: 'end_tower', seat: 1 },
  { kind: 'end_team', team: 1, score: 9 },
  { kind: 'lost_last_hat', seat: 1 },
  { kind: 'end_capped', count: 7 },
  { kind: 'end_one_team' },
  { kind: 'end_free_line', seat: 0, free: 2, count: 1 },
  { kind: 'end_most', seat: 0, count: 6 },
  { kind: 'end_shared', count: 6, seats: [0, 1] },
  { kind: 'end_survivor', seat: 1 },
  { kind: 'end_golden', seats: [1, 2] },
  { kind: 'end_last_team', team: 2 },
  { kind: 'end_tower_team', team: 2 },
  { kind: 'end_most_free', seats: [2] },
  { kind: 'end_caught_decide', seats: [0] },
  { kind: 'end_level' },
]

describe.each(LANGUAGES)('in words: %s', (language) => {
  const context = contextOf(language)
  const whole = (text: string) => expect(text).not.toMatch(/[{}#]|undefined|NaN/)

  it('tells every event', () => {
    for (const event of EVENTS) whole(tell(event, context)?.text ?? '{}')
    for (const event of EVENTS.slice(1, 4)) expect(tell(event, context)?.spots.at(-1)).toMatch(/^end-/)
  })

  it('asks, names, describes', () => {
    const gold = holding({
      choosing: 'step',
      pips: 2,
      left: 1,
      golden_field: 2,
      golden_holder: 2,
      pieces: [piece(2, 2, [1, 2, 2], 'worn'), piece(6, 3)],
    })
    const cases: [HatView, number[]][] = [
      [view, [Action.PICK, Action.PICK + 2]],
      [view, [Action.PASS]],
      [holding(), [5, 51, 77]],
      [{ ...view, choosing: 'six' }, [Action.ROLL_AGAIN, Action.STOP]],
      [gold, [1, 3, Action.STOP]],
      [{ ...gold, pips: 1 }, [3]],
    ]
    for (const [shown, actions] of cases) {
      const asked = prompt(shown, choices(...actions), context)
      for (const text of [
        asked.sentence,
        asked.why ?? '',
        ...asked.offers.map((offer) => offer.label),
        ...choices(...actions).map((choice) => inOneSentence(choice, shown, context)),
      ])
        whole(text)
      for (const { term, text } of inWords(shown, context)) whole(term + text)
      for (let field = 0; field < 81; field++) whole(fieldName(shown, field, context))
    }
    expect(facts(view, 0, context).chips).toEqual([
      { icon: 'rim-green', text: '1', name: context.shell('colour_green') },
    ])
    whole(facts({ ...view, teams: [0, 1, 0] }, 1, context).sub)
  })

  it('says of the end what the story said of it', () => {
    const ended: HatView = { ...view, over: true, jails: [[1, 2], [0], []], scores: [3, 1, 0] }
    const counted = { kind: 'end_score_line', seat: 0, count: 3 }
    const said = result(ended, [0], context, [
      { kind: 'end_capped', count: 40 },
      counted,
      { kind: 'end_survivor', seat: 0 },
    ])
    expect([said.rule, said.why]).toEqual([
      'CH-R09',
      `${context.say('end_capped', { count: 40 })} ${context.say('end_survivor', { player: 'Mia' })}`,
    ])
    whole(said.why + said.rows.flatMap((row) => row.cells).join(' '))
    expect(result(ended, [0], context, []).why).toBe('')
  })
})

describe('how far fields are apart', () => {
  it('counts the shortest way on both wheels', () => {
    expect(distance(4, 77, 0)).toBe(1) // a home and its junction
    expect(distance(4, 77, 76)).toBe(8) // along its own spoke to the centre
    expect(distance(4, 5, 77)).toBe(6)
    expect(distance(4, 50, 1)).toBe(3) // the ring closes
    expect(distance(6, 67, 66)).toBe(7)
    expect(distance(6, 67, 70)).toBe(14) // over the centre, not round the ring
  })
})
