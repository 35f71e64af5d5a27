// What a person has in mind before anything is sent: the lifted card, the place under the finger, choices that follow.

interface Plan {
  /** Number of the lifted card in the hand, -1: none. */
  lifted: number
  /** The place that a first tap has chosen. */
  picked: string
  /** Choices to be made as soon as the table offers them. */
  queue: readonly number[]
  /** The house of each seat; with two players the second one leads the third house. */
  houses: readonly number[]
}

export const plan = $state<Plan>({ lifted: -1, picked: '', queue: [], houses: [0, 1, 2, 3] })

export function forget(): void {
  plan.lifted = -1
  plan.picked = ''
  plan.queue = []
}

/** Note the houses after the picture is made: drawing must not change what is drawn. */
export function remember(houses: readonly number[]): void {
  if (houses.join() !== plan.houses.join()) queueMicrotask(() => (plan.houses = [...houses]))
}
