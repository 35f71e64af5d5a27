import type { Entry } from '../entry'

const entry: Entry = {
  slug: 'great_hall',
  age: 8,
  minutes: 45,
  players: [2, 4],
  rulebook: '',
  shape: 'square',
  tall: 1,
  figure: 'sleeper-red',
  steps: [],
}

export default entry
