// What a player is planning before anything is sent: the lifted card, the tapped place, choices that follow.

interface Plan {
  /** Index of the lifted card in the hand, or -1. */
  lifted: number
  /** The place that a first tap has chosen. */
  picked: string
  /** What the button in the card would do about it. */
  action: number
  /** Choices to be made as soon as the table offers them. */
  queue: readonly number[]
  /** The house of each seat; with two players the second seat leads the third house. */
  houses: readonly number[]
}

export const plan = $state<Plan>({ lifted: -1, picked: '', action: -1, queue: [], houses: [0, 1, 2, 3] })

export function forget(): void {
  plan.lifted = -1
  unpick()
}

/** A finger hides what it points at, so its first tap only previews; the primary button or a second tap plays. */
export function pick(key: string, [first = -1, ...rest]: readonly number[]): void {
  plan.picked = key
  plan.action = first
  plan.queue = rest
}

export function unpick(): void {
  pick('', [])
}

/** Store the houses after rendering: drawing must not change what is drawn. */
export function remember(houses: readonly number[]): void {
  if (houses.join() !== plan.houses.join()) queueMicrotask(() => (plan.houses = [...houses]))
}
