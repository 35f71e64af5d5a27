import type { Entry } from '../entry'

const entry: Entry = {
  slug: 'magic_hexagon',
  age: 10,
  minutes: 40,
  players: [2, 4],
  rulebook: '',
  shape: 'wide',
  tall: 1,
  figure: 'wizard-fire',
  steps: [],
}

export default entry
