import { beforeAll, describe, expect, it } from 'vitest'
import english from '../src/generated/words/en/shell.json'
import { helpBadge, helpSentence, helpTaken, mayAsk, type MeasuredHelp } from '../src/lib/help'
import { words } from '../src/lib/language.svelte'
import type { SeatInfo, TableInfo } from '../src/lib/protocol'

const SAME = 'Dice, cards and rules stay the same for everybody.'
const measured: MeasuredHelp = {
  help: [
    { hints: 0, games: 200, share: [0.09, 0.06, 0.14] },
    { hints: 5, games: 200, share: [0.314, 0.25, 0.38] },
    { hints: -1, games: 200, share: [0.48, 0.41, 0.55] },
  ],
}
const seat = (more: Partial<SeatInfo>): SeatInfo => ({ seat: 0, kind: 'person', name: 'Mia', level: '', mine: false, host: false, present: true, warm: false, muted: false, help: 'none', hints_left: null, hints_taken: 0, stalls: false, agreed: 0, stood_in: false, commitment: '', share: '', ...more })
const at = (seats: SeatInfo[], hints = false) => ({ seats, hints }) as unknown as TableInfo

beforeAll(async () => {
  words.from(() => Promise.resolve(english))
  await words.need('shell')
})

describe('what help is worth', () => {
  it('is told as measured', () => {
    expect(helpSentence(['none', 'some'], measured)).toBe(
      `Measured with bots: a beginner with 5 hints wins 31 of 100 games against a strong player, without hints 9. ${SAME}`,
    )
    expect(helpSentence(['always'], measured)).toContain('a hint at every move wins 48 of 100')
    expect(helpSentence(['always', 'some', 'some'], measured).match(/Measured/g)).toHaveLength(2)
  })

  it('is not told where nothing was measured, or nobody has help', () => {
    const plain = `Help means hints, and everybody sees who has it. ${SAME}`
    expect(helpSentence(['some'], null)).toBe(plain)
    expect(helpSentence(['some'], { help: [] })).toBe(plain)
    expect(helpSentence(['none', 'none'], measured)).toBe(plain)
  })

  it('is not claimed where it may have been luck', () => {
    const unclear: MeasuredHelp = { help: [{ hints: 0, games: 200, share: [0.4, 0.33, 0.47] }, { hints: 5, games: 200, share: [0.45, 0.38, 0.52] }] }
    expect(helpSentence(['some'], unclear)).toBe(`Measured with bots: here this help made no clear difference. ${SAME}`)
  })
})

describe('help at the table', () => {
  it('is seen beside the name', () => {
    const some = seat({ help: 'some', hints_left: 1 })
    expect(helpBadge(at([some]), some)).toEqual({ text: '1 hint', short: '1', name: 'Help for Mia: 1 hint left' })
    const always = seat({ help: 'always', hints_left: null })
    expect(helpBadge(at([always]), always)?.name).toBe('Help for Mia: A hint at every move')
    expect(helpBadge(at([some], true), some)).toBeNull()
    expect(helpBadge(at([seat({})]), seat({}))).toBeNull()
    expect(helpBadge({ ...at([some]), status: 'over' }, some)).toBeNull()
  })

  it('lets a seat ask, and the end says so', () => {
    const seats = [seat({ help: 'some', hints_taken: 3 }), seat({ seat: 1, name: 'Jonas' }), seat({ seat: 2, name: 'Olga', kind: 'bot', hints_taken: 1 })]
    expect([0, 1, 9].map((number) => mayAsk(at(seats), number))).toEqual([true, false, false])
    expect(mayAsk(at(seats, true), 1)).toBe(true)
    expect(helpTaken(seats)).toEqual(['Mia had help: 3 hints taken.', 'Olga had help: 1 hint taken.'])
  })
})
