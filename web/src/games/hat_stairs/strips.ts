// Small pictures of the rules that people ask about most.
import type { Place, Strips } from '../../lib/strips'

const step: Place = ['step']
const red: Place = ['step', 'apprentice-red']
const hatted: Place = ['step', 'apprentice-red', 'magic-hat']
const larder: Place = ['step', 'larder']
const two: Place = ['nothing', 'stone-2']
const three: Place = ['nothing', 'stone-3']

export const STRIPS: Strips = {
  'HS-07': [
    {
      row: [
        ['nothing', 'stone-2'],
        ['nothing', 'stone-back'],
        ['nothing', 'stone-5'],
      ],
      allowed: false,
    },
    {
      row: [
        ['nothing', 'stone-back'],
        ['nothing', 'stone-back'],
        ['nothing', 'stone-5'],
      ],
      allowed: true,
    },
  ],
  'HS-09': [
    { row: [red, step, step, two], way: [0, 1], allowed: false },
    { row: [red, step, step, two], way: [0, 2], allowed: true },
  ],
  'HS-14': [
    { row: [step, red, step, step, two], way: [1, 0], allowed: false },
    { row: [step, red, step, step, two], way: [1, 3], allowed: true },
  ],
  'HS-15': [
    { row: [hatted, step, larder, three], way: [0, 2], allowed: false },
    { row: [hatted, step, larder, two], way: [0, 2], allowed: true },
  ],
  'HS-16': [
    { row: [red, step, larder], way: [0, 2], allowed: false },
    { row: [hatted, step, larder], way: [0, 2], allowed: true },
  ],
  'HS-17': [
    { row: [red, step, ['step', 'magic-hat']], way: [0, 2], then: [['nothing', 'apprentice-red', 'magic-hat']] },
  ],
  'HS-19': [
    {
      row: [red, step, ['step', 'apprentice-blue', 'magic-hat']],
      way: [0, 2],
      then: [
        ['nothing', 'apprentice-red', 'magic-hat'],
        ['nothing', 'apprentice-blue'],
      ],
    },
  ],
  'HS-20': [
    {
      row: [hatted, step, ['step', 'apprentice-blue']],
      way: [0, 2],
      then: [
        ['nothing', 'apprentice-red'],
        ['nothing', 'apprentice-blue', 'magic-hat'],
      ],
    },
  ],
}
