import { beforeAll, expect, it } from 'vitest'
import english from '../src/generated/words/en/catch_the_hat.json'
import shell from '../src/generated/words/en/shell.json'
import { factsText } from '../src/lib/facts'
import { words } from '../src/lib/language.svelte'

beforeAll(async () => {
  words.from((_, topic) => Promise.resolve(topic === 'shell' ? shell : english))
  await words.need('shell')
  await words.need('catch_the_hat')
})

it('says what a move does with the names at the table', () => {
  const facts = [
    { key: 'coach_catches_one', given: { player: 1 } },
    { key: 'coach_safer', given: { player: 2, count: 1, before: 3 } },
  ]
  expect(factsText('catch_the_hat', facts, { names: ['Mia', 'Ben', 'Olga'] })).toBe(
    'Catches a hat from Ben. Safer: Olga can catch this hat with 1 of 6 rolls. Before, it was 3.',
  )
})

it('takes words of all games from the shell, and leaves out what it has no words for', () => {
  const facts = [
    { key: 'reason_wins_now', given: {} },
    { key: 'coach_of_tomorrow', given: { count: 1 } },
  ]
  expect(factsText('catch_the_hat', facts, { names: [] })).toBe('Wins at once.')
})
