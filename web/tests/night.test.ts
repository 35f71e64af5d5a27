// What somebody types into the field for codes: a table's or a game night's.
import { expect, test } from 'vitest'
import { isNewTable, isNightCode, pointsText } from '../src/lib/night.svelte'

test('a night has one letter more than a table, however it is typed', () => {
  for (const typed of ['FERN-KTBMD', 'fern ktbmd', 'fernktbmd', 'ФЕРН-КТБМД', 'M00N-KTBMD']) {
    expect(isNightCode(typed)).toBe(true)
  }
  for (const typed of ['FERN-KTBM', 'fernktbm', 'ARETV', '', 'FERN-KTBMDD']) expect(isNightCode(typed)).toBe(false)
})

test('a device is brought to each table once', () => {
  expect(isNewTable('')).toBe(false)
  expect(isNewTable('FERN-KTBM')).toBe(true)
  expect(isNewTable('FERN-KTBM')).toBe(false)
})

test('points are told in the numbers of the language', () => {
  expect([pointsText(10, 'en'), pointsText(6.7, 'de'), pointsText(2.5, 'en')]).toEqual(['10', '6,7', '2.5'])
})
