// Small pictures of the rules that people ask about most.
import type { Place, Strips } from '../../lib/strips'

const hat: Place = ['nothing', 'tophat']

export const STRIPS: Strips = {
  'VA-08': [
    {
      row: [
        ['nothing', 'tophat', 'i-eye'],
        ['nothing', 'card-owl'],
      ],
      allowed: false,
    },
    { row: [['nothing', 'tophat', 'i-eye']], allowed: true },
    { row: [['nothing', 'card-owl']], allowed: true },
  ],
  'VA-09': [
    { row: [['nothing', 'hatbox', 'i-eye']], allowed: false },
    { row: [['nothing', 'tophat', 'i-eye']], allowed: true },
  ],
  'VA-10': [{ row: [['nothing', 'tophat', 'i-eye'], ['nothing', 'i-swap'], hat], allowed: true }],
  'VA-21': [{ row: [hat, ['nothing', 'i-swap'], hat], allowed: true }],
}
