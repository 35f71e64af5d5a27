import type { Entry } from '../entry'

const entry: Entry = {
  slug: 'catch_the_hat',
  age: 6,
  minutes: 30,
  players: [2, 6],
  rulebook: '26 360 8',
  shape: 'square',
  tall: 1,
  figure: 'hat-red',
  steps: [],
}

export default entry
