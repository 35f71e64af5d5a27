import { beforeAll, describe, expect, it } from 'vitest'
import english from '../src/generated/words/en/shell.json'
import {
  evenAgainst,
  hasAid,
  helpBadge,
  helpName,
  helpSentence,
  helpTaken,
  mayAsk,
  type MeasuredHelp,
  NO_HELP,
  NO_LIMIT,
  SOME_HINTS,
  stepsOf,
} from '../src/lib/help'
import { words } from '../src/lib/language.svelte'
import type { Balanced } from '../src/lib/measured'
import type { SeatInfo, TableInfo } from '../src/lib/protocol'

const SAME = 'Dice, cards and rules stay the same for everyone.'
const balanced = (weak: Balanced['weak'], strong: string, warned: number, share: number): Balanced => ({
  weak,
  strong,
  hints: 0,
  warned,
  games: 1000,
  share: [share, share - 0.03, share + 0.03],
})
const [SOME, ALWAYS] = [
  { ...NO_HELP, hints: SOME_HINTS },
  { ...NO_HELP, hints: NO_LIMIT },
]
const WARNED = { ...NO_HELP, warned: 65 }
const measured: MeasuredHelp = {
  help: [
    { hints: 0, games: 200, share: [0.09, 0.06, 0.14] },
    { hints: 5, games: 200, share: [0.314, 0.25, 0.38] },
    { hints: -1, games: 200, share: [0.48, 0.41, 0.55] },
  ],
  balanced: [
    balanced('1', '2', 150, 0.47),
    balanced('1', '4', 15, 0.52),
    balanced('2', '4', 65, 0.49),
    balanced('3', '4', 150, 0.6),
    { ...balanced('4', '5', 20, 0.5), games: 100 },
  ],
}
const seat = (more: Partial<SeatInfo>): SeatInfo => ({
  seat: 0,
  kind: 'person',
  name: 'Mia',
  level: '',
  mine: false,
  host: false,
  present: true,
  warm: false,
  muted: false,
  help: NO_HELP,
  hints_left: null,
  hints_taken: 0,
  warnings_taken: 0,
  stalls: false,
  agreed: 0,
  stood_in: false,
  commitment: '',
  share: '',
  ...more,
})
const at = (seats: SeatInfo[], hints = false) => ({ seats, hints }) as unknown as TableInfo

beforeAll(async () => {
  words.from(() => Promise.resolve(english))
  await words.need('shell')
})

describe('what help is worth', () => {
  it('is told as measured', () => {
    expect(helpSentence([NO_HELP, SOME], measured)).toBe(
      `Measured with bots: with 5 hints a beginner wins 31 of 100 games against a strong player, without hints 9. ${SAME}`,
    )
    expect(helpSentence([ALWAYS], measured)).toContain('with a hint at every move a beginner wins 48 of 100')
    expect(helpSentence([ALWAYS, SOME, SOME], measured).match(/Measured/g)).toHaveLength(2)
  })

  it('is not told where nothing was measured, or nobody has help', () => {
    const plain = `Help means hints or warnings, and everyone sees who has it. ${SAME}`
    expect(helpSentence([SOME], null)).toBe(plain)
    expect(helpSentence([SOME], { help: [], balanced: [] })).toBe(plain)
    expect(helpSentence([NO_HELP, NO_HELP], measured)).toBe(plain)
  })

  it('is not claimed where it may have been luck', () => {
    const unclear: MeasuredHelp = {
      help: [
        { hints: 0, games: 200, share: [0.4, 0.33, 0.47] },
        { hints: 5, games: 200, share: [0.45, 0.38, 0.52] },
      ],
      balanced: [],
    }
    expect(helpSentence([SOME], unclear)).toBe(`Measured with bots: this help made no clear difference here. ${SAME}`)
  })
})

describe('what makes a game even', () => {
  it('is told for the levels of which that is known, and nothing else is', () => {
    expect(evenAgainst(measured, '4')).toEqual([
      { weak: '1', help: { ...NO_HELP, warned: 15 } },
      { weak: '2', help: WARNED },
    ])
    expect(evenAgainst(measured, '5')).toEqual([])
    expect(evenAgainst(null, '4')).toEqual([])
  })

  it('can be chosen, the least help first', () => {
    expect(stepsOf(measured, false, NO_HELP).map(helpName)).toEqual([
      'No help',
      '5 hints per game',
      'Warnings from 15 in 100',
      'Warnings from 6.5 in 100',
      'Warnings from 2 in 100',
      'Warnings from 1.5 in 100',
      'A hint at every move',
    ])
    expect(stepsOf(measured, true, { ...WARNED, aid: true }).map(({ hints, warned }) => [hints, warned])).toEqual([
      [0, 0],
      [0, 150],
      [0, 65],
      [0, 20],
      [0, 15],
    ])
    expect(stepsOf(null, true, { ...NO_HELP, warned: 77 }).map(({ warned }) => warned)).toEqual([0, 150, 77, 50, 20])
  })

  it('says what a warning is where somebody has them', () => {
    expect(helpSentence([WARNED], measured)).toBe(
      `You are warned before a move that costs at least that many of 100 games, and may choose again. ${SAME}`,
    )
  })
})

describe('help at the table', () => {
  it('is seen beside the name', () => {
    const some = seat({ help: SOME, hints_left: 1 })
    expect(helpBadge(at([some]), some)).toEqual({ text: '1 hint', short: '1', name: 'Help for Mia: 1 hint left' })
    const always = seat({ help: ALWAYS, hints_left: null })
    expect(helpBadge(at([always]), always)?.name).toBe('Help for Mia: A hint at every move')
    expect(helpBadge(at([some], true), some)).toBeNull()
    expect(helpBadge(at([seat({})]), seat({}))).toBeNull()
    const warned = seat({ help: { ...WARNED, aid: true } })
    expect(helpBadge(at([warned], true), warned)).toEqual({
      text: 'Warnings · Memory aid',
      short: '',
      name: 'Help for Mia: Warnings from 6.5 in 100 · Memory aid',
    })
    const both = seat({ help: { ...SOME, warned: 65 }, hints_left: 2 })
    expect(helpBadge(at([both]), both)?.name).toBe('Help for Mia: 2 hints left · Warnings from 6.5 in 100')
    expect(helpBadge({ ...at([some]), status: 'over' }, some)).toBeNull()
  })

  it('lets a seat ask, and the end says so', () => {
    const seats = [
      seat({ help: SOME, hints_taken: 3 }),
      seat({ seat: 1, name: 'Jonas' }),
      seat({ seat: 2, name: 'Olga', kind: 'bot', hints_taken: 1 }),
    ]
    expect([0, 1, 9].map((number) => mayAsk(at(seats), number))).toEqual([true, false, false])
    expect(mayAsk(at(seats, true), 1)).toBe(true)
    expect(helpTaken(seats)).toEqual(['Mia had help: 3 hints taken.', 'Olga had help: 1 hint taken.'])
    expect(helpTaken([seat({ help: WARNED, warnings_taken: 2 })])).toEqual(['Mia was warned 2 times.'])
  })

  it('remembers for one seat alone', () => {
    const table = at([seat({ help: { ...NO_HELP, aid: true } }), seat({ seat: 1 })])
    expect([hasAid(table, 0), hasAid(table, 1), hasAid(table, 0, 1), hasAid(table), hasAid(table, -1)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(hasAid({ ...table, aid: true }, 1)).toBe(true)
  })
})
