// Small pictures of the rules that people ask about most.
import type { Place, Strips } from '../../lib/strips'

const field: Place = ['round']
const start: Place = ['start']
const red: Place = ['round', 'sleeper-red']
const bed: Place = ['nothing', 'sleeper-red']

export const STRIPS: Strips = {
  'GH-20': [
    { row: [bed, start, ['nothing', 'gh-5']], way: [0, 1], allowed: false },
    { row: [bed, start, ['nothing', 'gh-s9']], way: [0, 1], allowed: true },
  ],
  'GH-21': [
    { row: [bed, ['start', 'sleeper-red']], way: [0, 1], allowed: false },
    { row: [bed, start], way: [0, 1], allowed: true },
  ],
  'GH-23': [{ row: [['round', 'sleeper-blue'], field, ['start', 'sleeper-red']], way: [0, 2], allowed: false }],
  'GH-30': [{ row: [red, field, field, ['nothing', 'gh-2']], way: [0, 2], allowed: true }],
  'GH-41': [{ row: [['start', 'sleeper-red'], ['home']], way: [0, 1], allowed: false }],
  'GH-44': [{ row: [['home', 'sleeper-red'], field], way: [0, 1], allowed: false }],
  'GH-50': [{ row: [field, field, field, field, red, ['nothing', 'gh-pm4']], way: [4, 0], allowed: true }],
  'GH-52': [{ row: [red, ['nothing', 'i-swap'], ['round', 'sleeper-blue']], allowed: true }],
  'GH-53': [
    {
      row: [
        ['round', 'sleeper-blue'],
        ['nothing', 'i-swap'],
        ['start', 'sleeper-red'],
      ],
      allowed: false,
    },
  ],
  'GH-75': [{ row: [red, field, ['round', 'caretaker']], way: [0, 2], then: [bed, ['round', 'caretaker']] }],
}
