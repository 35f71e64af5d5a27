// Small pictures of the rules that people ask about most.
import type { Place, Strips } from '../../lib/strips'

const disc: Place = ['nothing', 'disc-fire']
const other: Place = ['nothing', 'disc-water']
const hole: Place = ['hole']
const hat: Place = ['nothing', 'wizard-fire']

export const STRIPS: Strips = {
  'MH-12': [
    { row: [hat, disc, hole, other], way: [0, 3], allowed: false },
    { row: [hat, disc, disc, other], way: [0, 3], allowed: true },
  ],
  'MH-15': [
    { row: [hat, ['nothing', 'wizard-water']], allowed: false },
    { row: [hat, disc], allowed: true },
  ],
  'MH-16': [
    { row: [hat, hole, hole], allowed: false },
    { row: [hat, disc], allowed: true },
  ],
  'MH-17': [
    { row: [hat, ['nothing', 'disc-black']], allowed: false },
    { row: [hat, disc], allowed: true },
  ],
  'MH-18': [
    { row: [hat, hole, disc], way: [0, 2], allowed: false },
    { row: [hat, hole, ['nothing', 'disc-black']], way: [0, 2], allowed: true },
  ],
}
