import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { along, arc, cardSize, type Layout, printSize } from '../src/games/vanished_animal/geometry'
import { Action } from '../src/schema/vanished_animal'
import {
  ANIMALS,
  type HatsView,
  type Known,
  openAt,
  openBox,
  pairAction,
  pairOf,
  scenes,
} from '../src/games/vanished_animal/model'
import { forget, pick, think } from '../src/games/vanished_animal/secret.svelte'
import {
  describe as inOneSentence,
  facts,
  inWords,
  nameOfHat,
  prompt,
  result,
  tell,
} from '../src/games/vanished_animal/words'
import { blind } from '../src/rules/foresight'
import type { Context } from '../src/games/types'
import type { GameEvent } from '../src/lib/protocol'
import { format, LANGUAGES, type Language, list } from '../src/lib/words'

const nothing: Known[] = ['', '', '', '', '']
const view: HatsView = {
  seat: 0,
  turn: 0,
  players: 3,
  over: false,
  capped: false,
  choosing: 'look_or_name',
  lifted: 0,
  inside: nothing,
  noted: nothing,
  box: '',
  swapped: [],
  out: [false, false, false],
  named: ['', '', ''],
  tokens: [0, 1, 0],
  wins_needed: 2,
  round: 2,
  starter: 0,
  turns: 3,
  voids: 0,
  told: [...nothing, ''],
  winner: -1,
}
const peeking: HatsView = { ...view, choosing: 'swap', lifted: 2, inside: ['', 'mouse', '', '', ''], turns: 4 }
const EVENTS: GameEvent[] = [
  { kind: 'round_starts', seat: 1, round: 3 },
  { kind: 'looked', seat: 0, hat: 2, animal: 'mouse' },
  { kind: 'swapped', seat: 0, first: 2, second: 5 },
  { kind: 'swapped_again', seat: 0, first: 1, second: 3 },
  { kind: 'not_swapped', seat: 0 },
  { kind: 'named', seat: 0, animal: 'owl' },
  { kind: 'named_right', seat: 0 },
  { kind: 'named_wrong', seat: 0, box: 'frog' },
  { kind: 'last_one_left', seat: 1 },
  { kind: 'round_void' },
  { kind: 'revealed', animal: 'frog', hats: ['rabbit', 'dove', 'cat', 'mouse', 'owl'] },
  { kind: 'token_taken', seat: 1 },
  { kind: 'wand_taken', seat: 1 },
  { kind: 'end_wand', seat: 1 },
  { kind: 'end_nobody' },
]

function messages(language: Language, topic: string): Record<string, string> {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'src', 'generated', 'words', language, `${topic}.json`), 'utf8'),
  ) as Record<string, string>
}

/** Says everything, and fails on a key or an argument that is missing. */
function speaking(language: Language, me = 0): Context {
  const say = (topic: string) => {
    const known = messages(language, topic)
    return (key: string, given = {}) => {
      const text = format(known[key] ?? `{${key}}`, given, language)
      expect([key, /[{}#]/.test(text)]).toEqual([key, false])
      return text
    }
  }
  return {
    say: say('vanished_animal'),
    shell: say('shell'),
    list: (parts) => list(parts, language),
    language,
    names: ['Mia', 'Grandpa', 'Olga'],
    me,
    aid: false,
    foresee: blind,
  }
}

const english = speaking('en')
const choices = (...actions: number[]) => actions.map((action) => ({ action, text: '' }))
const after = (from: HatsView, event: GameEvent) => scenes(from, event).at(-1)?.view ?? from

describe('the story of a move', () => {
  it('lifts a hat, and shows the animal only to the one who is told', () => {
    const [mine] = scenes(view, { kind: 'looked', seat: 0, hat: 2, animal: 'mouse' })
    const [theirs] = scenes({ ...view, seat: 1 }, { kind: 'looked', seat: 0, hat: 2, animal: '' })
    expect([mine?.view.lifted, mine?.view.inside[1]]).toEqual([2, 'mouse'])
    expect([theirs?.view.lifted, theirs?.view.inside]).toEqual([2, nothing])
    expect([mine?.rest, mine?.part]).toEqual([theirs?.rest, theirs?.part])
  })

  it('closes the hat before it travels, and both travel at once', () => {
    const told = scenes(
      { ...peeking, noted: ['', 'mouse', '', '', 'cat'] },
      { kind: 'swapped', seat: 0, first: 2, second: 5 },
    )
    expect(told.map((scene) => scene.view.travel)).toEqual([undefined, [2, 5], undefined])
    for (const scene of told) expect([scene.view.lifted, scene.view.inside]).toEqual([0, nothing])
    expect(told.at(-1)?.view.noted).toEqual(['', 'cat', '', '', 'mouse'])
  })

  it('takes as long for everybody, whatever is inside', () => {
    for (const event of EVENTS) {
      const hidden = {
        ...event,
        ...('box' in event ? { box: '' } : {}),
        ...(event.kind === 'looked' ? { animal: '' } : {}),
      } as GameEvent
      const mine = scenes(event.kind === 'swapped' ? peeking : view, event).map(({ rest, part, sound }) => [
        rest,
        part,
        sound,
      ])
      const theirs = scenes(
        event.kind === 'swapped' ? { ...peeking, seat: 1, inside: nothing } : { ...view, seat: 1 },
        hidden,
      ).map(({ rest, part, sound }) => [rest, part, sound])
      expect([event.kind, mine]).toEqual([event.kind, theirs])
    }
  })

  it('puts out whoever is wrong, and opens the box for nobody else', () => {
    const said = after(view, { kind: 'named', seat: 0, animal: 'owl' })
    const mine = after(said, { kind: 'named_wrong', seat: 0, box: 'frog' })
    const theirs = after({ ...said, seat: 1 }, { kind: 'named_wrong', seat: 0, box: '' })
    expect([mine.out[0], mine.named[0], mine.box]).toEqual([true, 'owl', 'frog'])
    expect([theirs.out[0], theirs.named[0], theirs.box]).toEqual([true, 'owl', ''])
    expect(mine.said).toBeUndefined()
  })

  it('opens the box for all with a right name, then all hats, and a new round covers everything', () => {
    const right = after(after(view, { kind: 'named', seat: 0, animal: 'frog' }), { kind: 'named_right', seat: 0 })
    expect([openBox(right), openAt(right, 0)]).toEqual(['frog', ''])
    const shown = after(right, { kind: 'revealed', animal: 'frog', hats: ['rabbit', 'dove', 'cat', 'mouse', 'owl'] })
    expect([openAt(shown, 4), openBox(shown)]).toEqual(['owl', 'frog'])
    const token = after(shown, { kind: 'token_taken', seat: 0 })
    expect(token.tokens).toEqual([1, 1, 0])
    for (const scene of scenes(
      { ...token, noted: ['cat', '', '', '', ''], out: [true, false, false], named: ['owl', '', ''], box: 'frog' },
      { kind: 'round_starts', seat: 1, round: 3 },
    )) {
      const secrets = [
        ...scene.view.inside,
        ...scene.view.noted,
        ...scene.view.named,
        scene.view.box,
        openAt(scene.view, 0),
        openBox(scene.view),
      ]
      expect(secrets.every((animal) => animal === '')).toBe(true)
      expect(scene.view.out).toEqual([false, false, false])
    }
  })

  it('never changes the picture before, and an event it does not know changes nothing', () => {
    const before = JSON.stringify(peeking)
    for (const event of EVENTS) scenes(peeking, event)
    expect(JSON.stringify(peeking)).toBe(before)
    expect(after(view, { kind: 'something_new' })).toEqual(view)
  })
})

describe('actions', () => {
  it('knows the pairs in the order of the table', () => {
    expect([pairAction(1, 2), pairAction(4, 1), pairAction(5, 4)]).toEqual([
      Action.SECOND_SWAP,
      Action.SECOND_SWAP + 2,
      Action.NO_SECOND_SWAP - 1,
    ])
    expect([
      pairOf(peeking, Action.SWAP + 4),
      pairOf(peeking, Action.SWAP + 1),
      pairOf(view, Action.SECOND_SWAP + 9),
      pairOf(view, Action.NO_SWAP),
      pairOf(view, Action.NO_SECOND_SWAP),
      pairOf(view, Action.PEEK),
    ]).toEqual([[2, 5], null, [4, 5], null, null, null])
  })
})

describe('words', () => {
  it.each(LANGUAGES)('%s tells every event, the cards, the panels and the end', (language) => {
    const context = speaking(language)
    for (const event of EVENTS) expect(tell(event, context)?.text).toBeTruthy()
    for (const one of [
      view,
      peeking,
      { ...view, seat: 1, lifted: 3 },
      {
        ...view,
        out: [true, false, false],
        named: ['owl', '', ''] as Known[],
        box: 'frog' as const,
        noted: ['cat', '', '', '', ''] as Known[],
        told: [...nothing, 'dove'] as Known[],
      },
    ]) {
      for (const row of inWords(one, context)) expect(row.term && row.text).toBeTruthy()
      for (const seat of [0, 1, 2]) expect(facts(one, seat, context).sub).toBeTruthy()
    }
    for (const action of [
      Action.PEEK,
      Action.NAME,
      Action.SWAP,
      Action.NO_SWAP,
      Action.SECOND_SWAP,
      Action.NO_SECOND_SWAP,
    ])
      expect(inOneSentence({ action, text: '' }, peeking, context)).toBeTruthy()
    const over: HatsView = { ...view, over: true, choosing: 'nothing', winner: 1, told: [...ANIMALS] }
    expect(result(over, [1], context).rows.map((row) => row.seat)).toEqual([1, 0, 2])
    expect(result({ ...over, winner: -2, capped: true }, [0, 1, 2], context).why).toBeTruthy()
    prompt(view, choices(Action.PEEK, Action.NAME), context)
    prompt(peeking, choices(Action.SWAP, Action.NO_SWAP), context)
    const experts: HatsView = { ...view, choosing: 'second_swap', swapped: [1, 2] }
    expect(prompt(experts, choices(Action.SECOND_SWAP, Action.NO_SECOND_SWAP), context).offers.length).toBe(3)
    pick(experts, 1)
    expect(prompt(experts, choices(Action.SECOND_SWAP, Action.NO_SECOND_SWAP), context).offers.length).toBe(2)
    think(view)
    expect(prompt(view, choices(Action.PEEK, Action.NAME), context).offers.length).toBe(1)
    think(view, 5)
    expect(prompt(view, choices(Action.PEEK, Action.NAME), context).primary).toBe(Action.NAME + 5)
    forget()
  })

  it('names the animal only while one looks; the story and a big screen never do', () => {
    const theirs = { ...peeking, seat: 1, inside: nothing }
    expect(nameOfHat(peeking, 2, english)).toContain('Mouse')
    expect(nameOfHat(theirs, 2, english)).toBe('Hat 2: Mia is looking inside')
    expect(nameOfHat(peeking, 2, speaking('en', -1))).not.toContain('Mouse')
    expect(tell({ kind: 'looked', seat: 0, hat: 2, animal: 'mouse' }, english)?.text).toBe('Mia looks into hat 2.')
    expect(tell({ kind: 'named_wrong', seat: 0, box: 'frog' }, english)?.text).not.toContain('Frog')
  })

  it('warns only of what the table may show', () => {
    const asked = { ...view, named: ['', 'owl', ''] as Known[] }
    think(asked, 5)
    expect(prompt(asked, choices(Action.NAME), english).sentence).toContain('cannot be')
    think(asked, 0)
    expect(prompt(asked, choices(Action.NAME), english).sentence).toContain('If you are wrong')
    forget()
  })
})

describe('the table', () => {
  const board = { width: 1000, height: 760 } as Layout

  it('two hats that change places never touch', () => {
    const [one, other] = [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
    ]
    for (const t of [0.3, 0.5, 0.7]) {
      const [a, b] = [along(arc(one, other), t), along(arc(other, one), t)]
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(138)
    }
  })

  it('names fit on their cards in every language', () => {
    for (const language of LANGUAGES) {
      for (const animal of ANIMALS) {
        const word = messages(language, 'vanished_animal')[`animal_${animal}`] ?? ''
        for (const layout of [board, { width: 760, height: 952 } as Layout]) {
          expect(printSize(cardSize(layout), word)).toBeGreaterThan(18)
        }
      }
    }
  })
})
