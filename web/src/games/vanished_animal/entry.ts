import type { Entry } from '../entry'

const entry: Entry = {
  slug: 'vanished_animal',
  age: 6,
  minutes: 15,
  players: [2, 4],
  rulebook: '8536',
  shape: 'wide',
  tall: 952 / 760,
  figure: 'animal-rabbit',
  steps: [],
}

export default entry
