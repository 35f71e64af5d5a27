import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe as about, expect, it } from 'vitest'
import { coloursMissing, valueOf } from '../src/games/magic_hexagon/discs'
import { Action, FACES, NEXT, ROWS } from '../src/schema/magic_hexagon'
import { actionOf, type HexagonView, moveOf, scenes } from '../src/games/magic_hexagon/model'
import { hatsOf, outcome, plan } from '../src/games/magic_hexagon/plan.svelte'
import { describe, facts, inWords, prompt, refusal, result, tell } from '../src/games/magic_hexagon/words'
import type { Context } from '../src/games/types'
import { blind } from '../src/rules/foresight'
import { foretold } from './foretold'
import type { GameEvent } from '../src/lib/protocol'
import { format, type Language, LANGUAGES, list } from '../src/lib/words'

const BLACK = [15, 18, 21, 29, 44, 45, 46, 61, 69, 72, 75]

function owning(discs: Record<number, number>): number[] {
  return Array.from({ length: FACES }, (_, face) => discs[face] ?? 0)
}

function position(discs: Record<number, number>, more: Partial<HexagonView> = {}): HexagonView {
  return {
    seat: 0,
    turn: 0,
    players: 2,
    over: false,
    capped: false,
    layout: 'lozenge',
    board: Array.from({ length: 91 }, (_, cell) => (BLACK.includes(cell) ? 44 : (discs[cell] ?? -1))),
    hats: [43, 18, 72, 75],
    owned: [owning({}), owning({})],
    stones: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    discs: [0, 0],
    score: [0, 0],
    places: [1, 1],
    cards: [true, true],
    protected: -1,
    named: -1,
    on_turn: 0,
    choosing: 'move',
    picking: [],
    round_one: false,
    hypnosis_matters: false,
    needed: [0, 1, 2],
    lower_only: false,
    stone_values: [2, 4, 6],
    stones_left: [],
    turn_index: 2,
    moves_made: 2,
    ...more,
  }
}

const EVENTS: GameEvent[] = [
  { kind: 'hat_runs', seat: 0, hat_obj: 'red', field: 45, origin: 43, path: [44, 45] },
  { kind: 'hat_jumps', seat: 0, hat_obj: 'white', field: 44, origin: 75 },
  { kind: 'collected_ingredients', seat: 0, count: 2, fields: [34, 35], faces: [0, 1] },
  { kind: 'collected_kitchen', seat: 1, count: 1, fields: [34], faces: [12] },
  { kind: 'collected_magic', seat: 1, count: 5, fields: [34], faces: [28] },
  { kind: 'area_claimed', seat: 0, count: 2, fields: [0, 1], faces: [9, 0] },
  { kind: 'set_colours', seat: 0, colour: 'green' },
  { kind: 'set_symbols', seat: 0, colour: 'light_blue' },
  { kind: 'hypnotised', seat: 1, victim: 0, hat_obj: 'blue' },
  { kind: 'protected', seat: 1 },
  { kind: 'skipped', seat: 0 },
  { kind: 'end_nothing_left' },
  { kind: 'end_first_stuck', seat: 1 },
  { kind: 'end_score_line', seat: 0, discs: 10, stones: 4, total: 14, rank: 1 },
]

function speaking(language: Language): Context {
  const read = (topic: string) =>
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', language, `${topic}.json`), 'utf8'),
    ) as Record<string, string>
  const [game, shell] = [read('magic_hexagon'), read('shell')]
  const from = (words: Record<string, string>, key: string, given = {}) => {
    expect([key, words[key] !== undefined]).toEqual([key, true])
    return format(words[key] ?? '', given, language)
  }
  return {
    say: (key, given) => from(game, key, given),
    shell: (key, given) => from(shell, key, given),
    list: (parts) => list(parts, language),
    language,
    names: ['Mia', 'Olga'],
    me: 0,
    aid: false,
    foresee: blind,
  }
}

about('the hexagon', () => {
  it('knows neighbours and rows', () => {
    expect([NEXT[45], NEXT[0], NEXT[50]]).toEqual([
      [46, 35, 34, 44, 55, 56],
      [1, -1, -1, -1, 6, 7],
      [-1, -1, 39, 49, 60, -1],
    ])
    expect(ROWS.map((row) => row.length)).toEqual([6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6])
  })

  it('reads and writes moves', () => {
    expect(moveOf(actionOf({ hat: 3, cell: 44, value: 2 }))).toEqual({ hat: 3, cell: 44, value: 2 })
    expect(moveOf(Action.NO_HYPNOSIS)).toBeNull()
  })
})

about('what a move would bring', () => {
  const move = { hat: 0, cell: 45, value: 1 }
  it('is what the rules foresee: the way, discs, an area, stones and points', () => {
    const after = position({}, { score: [7, 0] })
    const events = [EVENTS[0], EVENTS[2], EVENTS[5], EVENTS[6]] as GameEvent[]
    const foresee = foretold({ [actionOf(move)]: { events, view: after } })
    expect(outcome(position({}), move, foresee)).toEqual({
      path: [44, 45],
      taken: [34, 35],
      one: false,
      area: [0, 1],
      stones: 1,
      points: 7,
    })
    expect(outcome(position({}), { ...move, cell: 44 }, foresee)).toBeNull()
  })

  it('leaves the choice of the first round open (MH-21)', () => {
    const asked = position({}, { choosing: 'pick', picking: [0, 45, 1] })
    const foresee = foretold({ [actionOf(move)]: { view: asked, legal: [Action.PICK + 1, Action.PICK + 2] } })
    expect(outcome(position({}), move, foresee)).toMatchObject({ taken: [35, 34], one: true, points: 1 })
  })

  it('counts the colours that are missing (MH-51)', () => {
    expect([coloursMissing(owning({ 0: 2, 3: 1 }), 0), coloursMissing(owning({ 0: 1, 3: 1, 6: 1, 9: 1 }), 0)]).toEqual([
      2, 4,
    ])
  })
})

about('the story of a move', () => {
  it('runs cell by cell and keeps the old picture as it was', () => {
    const view = position({ 43: 9, 34: 0 })
    const told = scenes(view, EVENTS[0] ?? { kind: '' })
    expect(told.map((scene) => scene.view.hats[0])).toEqual([44, 45])
    expect([told.at(-1)?.sound, view.hats[0]]).toEqual(['land', 43])
  })

  it('discs leave the board for their new owner', () => {
    const [flight, after] = scenes(position({ 34: 0, 35: 1 }), EVENTS[2] ?? { kind: '' })
    expect([flight?.view.flying?.fields, flight?.view.board[34], flight?.view.score]).toEqual([[34, 35], -1, [2, 0]])
    expect([after?.view.flying, after?.view.owned[0]?.[1]]).toEqual([undefined, 1])
  })

  it('an area tilts before it falls; stones count at once; hypnosis names a hat', () => {
    expect(scenes(position({ 0: 9, 1: 0 }), EVENTS[5] ?? { kind: '' })[0]?.view.falling).toEqual([0, 1])
    expect(scenes(position({}), EVENTS[7] ?? { kind: '' })[0]?.view).toMatchObject({
      stones: [
        [0, 1, 0],
        [0, 0, 0],
      ],
      score: [4, 0],
    })
    expect(scenes(position({}), EVENTS[8] ?? { kind: '' })[0]?.view).toMatchObject({ named: 1, cards: [true, false] })
  })

  it('an event it does not know changes nothing', () => {
    const view = position({})
    expect(scenes(view, { kind: 'something_new' })[0]?.view).toBe(view)
  })
})

about('choosing', () => {
  const legal = [
    actionOf({ hat: 0, cell: 45, value: 1 }),
    actionOf({ hat: 0, cell: 45, value: 2 }),
    actionOf({ hat: 3, cell: 44, value: 1 }),
  ].map((action) => ({ action, text: '' }))
  it('a hat, then a place, then the value that brings most; a new position forgets it', () => {
    const view = position({ 43: 9, 35: 0, 34: 12 })
    const brings = (points: number) => ({ view: { ...view, score: [points, 0] } as HexagonView })
    const foresee = foretold({ [legal[0]?.action ?? 0]: brings(4), [legal[1]?.action ?? 0]: brings(2) })
    expect([hatsOf(legal), plan.hat(view, legal)]).toEqual([[0, 3], -1])
    plan.choose(view, 0, 45)
    expect(plan.move(view, legal, foresee)).toEqual({ hat: 0, cell: 45, value: 1 })
    expect(plan.move(view, legal, blind)?.value).toBe(2)
    plan.choose(view, 0, 45, 1)
    expect(plan.move(view, legal, blind)?.value).toBe(1)
    expect(plan.move({ ...view, turn_index: 3 }, legal, foresee)).toBeNull()
  })

  it('where only one hat can be moved it is in the hand already', () => {
    expect(plan.hat(position({}, { turn_index: 9 }), legal.slice(0, 2))).toBe(0)
  })
})

about('in words', () => {
  it.each(LANGUAGES)('%s tells everything, with no key or argument missing', (language) => {
    const context = speaking(language)
    const view = position(
      { 43: 9, 35: 0, 34: 12, 36: 28 },
      {
        owned: [owning({ 0: 2, 13: 1 }), owning({})],
        stones: [
          [1, 0, 0],
          [0, 0, 0],
        ],
      },
    )
    const said = EVENTS.map((event) => tell(event, context)?.text ?? '')
    const actions = [actionOf({ hat: 0, cell: 45, value: 1 }), Action.NO_HYPNOSIS, Action.NO_HYPNOSIS + 3].map(
      (action) => describe({ action, text: '' }, view, context),
    )
    const picking = { ...view, choosing: 'pick', picking: [0, 45, 1] } as HexagonView
    const asked = [view, picking, { ...view, choosing: 'hypnosis' } as HexagonView, { ...view, named: 2 }].map(
      (one) =>
        prompt(
          one,
          [
            { action: 406, text: '' },
            { action: 900, text: '' },
          ],
          context,
        ).sentence,
    )
    plan.choose(view, 0, 45)
    const chosen = prompt(view, [{ action: actionOf({ hat: 0, cell: 45, value: 1 }), text: '' }], context)
    const shown = [0, 1].map((seat) =>
      Object.values(facts(view, seat, context))
        .filter((one) => typeof one === 'string')
        .join(' '),
    )
    const words = inWords(view, context).map(({ term, text }) => `${term}: ${text}`)
    const end = result(view, [0], context)
    const stuck = result({ ...view, turn: 1 }, [0], { ...context, options: { end_rule: 'first_stuck' } })
    expect(stuck.why).toContain(context.names[1])
    const all = [
      ...said,
      ...actions,
      describe({ action: Action.PICK + 1, text: '' }, picking, context),
      ...asked,
      chosen.sentence,
      chosen.why ?? '',
      ...shown,
      ...words,
      end.why,
      ...end.rows.flatMap((row) => row.cells),
    ]
    for (const text of all) expect(text).toMatch(/^[^{}#_]+$/)
    const hypnotised = speaking(language).say('refuse_named_hat_mh_61', refusal({ ...view, named: 2 }, context))
    expect(format(hypnotised, {}, language)).toContain(speaking(language).say('hat_obj_green'))
  })

  it('discs are worth what their pips say', () => {
    expect([0, 12, 28].map(valueOf)).toEqual([1, 2, 3])
  })
})
