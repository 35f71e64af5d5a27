// Small pictures of the rules that people ask about most.
import type { Place, Strips } from '../../lib/strips'

const field: Place = ['field']
const red: Place = ['field', 'hat-red']
const tower: Place = ['field', 'rim-blue', 'hat-red']

export const STRIPS: Strips = {
  'CH-06': [
    { row: [red, field, field, ['nothing', 'die-3']], way: [0, 1], allowed: false },
    { row: [red, field, field, field, ['nothing', 'die-3']], way: [0, 3], allowed: true },
  ],
  'CH-14': [{ row: [field, tower], way: [1, 0], then: [tower, field] }],
  'CH-15': [{ row: [red, field, field, ['field', 'hat-blue']], way: [0, 3], then: [tower] }],
  'CH-18': [
    {
      row: [['field', 'hat-green'], field, ['field', 'hat-yellow', 'hat-yellow']],
      way: [0, 2],
      then: [['field', 'rim-yellow', 'rim-yellow', 'hat-green']],
    },
  ],
  'CH-19': [{ row: [red, ['field', 'hat-blue'], field], way: [0, 2], then: [field, ['field', 'hat-blue'], red] }],
  'CH-21': [{ row: [red, field, ['rest', 'hat-blue']], way: [0, 2], then: [['rest', 'hat-red', 'hat-blue']] }],
  'CH-22': [
    { row: [red, field, ['rest', 'hat-blue', 'hat-green', 'hat-yellow']], way: [0, 2], allowed: false },
    { row: [red, field, ['rest', 'hat-blue', 'hat-green']], way: [0, 2], allowed: true },
  ],
  'CH-24': [
    { row: [red, field, ['home']], way: [0, 2], allowed: false },
    { row: [tower, field, ['home']], way: [0, 2], allowed: true },
  ],
  'CH-25': [
    { row: [tower, field, ['foreign']], way: [0, 2], allowed: false },
    { row: [tower, field, ['home']], way: [0, 2], allowed: true },
  ],
}
