// Bots by the compiled search alone: how long they look ahead is all that tells levels apart.
import type { Engine, Thought } from '../rules/engine'
import type { Advice, Question, Thinker } from './thinking'

const NODES = 60_000
const SLICE = 64 // iterations between two looks at the clock
const MOST: Readonly<Record<string, number>> = { '1': 8, '2': 40, '3': 200, '4': 1_000 }

export class SearchThinker implements Thinker {
  private readonly engines = new Map<string, Promise<Engine>>()

  constructor(private readonly load: (slug: string) => Promise<Engine>) {}

  async choose(question: Question): Promise<number> {
    const [only, ...others] = question.moves
    if (only !== undefined && !others.length) return only
    return ranked(await this.thoughts(question, MOST[question.level] ?? Infinity))[0]?.action ?? -1
  }

  async advise(question: Question): Promise<Advice> {
    const thoughts = ranked(await this.thoughts(question, Infinity))
    const chance = (value: number) => Math.round(1e4 * Math.max(0, Math.min(1, (value + 1) / 2))) / 1e4
    const mine = chance(thoughts[0]?.value ?? 0)
    const others = (1 - mine) / Math.max(1, question.players - 1)
    const chances = Array.from({ length: question.players }, (_, seat) => (seat === question.seat ? mine : others))
    return { moves: thoughts.map(({ action, value }) => ({ action, chance: chance(value), reason: 'reason_best_chance' })), chances, margin: 0.05 }
  }

  private async thoughts({ game, seat, position, milliseconds, seed }: Question, most: number): Promise<Thought[]> {
    let loading = this.engines.get(game)
    if (!loading) this.engines.set(game, (loading = this.load(game)))
    const engine = await loading
    engine.position = position
    engine.startThinking(NODES, seed)
    const end = performance.now() + milliseconds
    for (let done = 0; done < most && (done === 0 || performance.now() < end); done += SLICE) engine.think(seat, NODES, Math.min(SLICE, most - done))
    return engine.thoughts()
  }
}

function ranked(thoughts: Thought[]): Thought[] {
  return thoughts.sort((one, other) => other.visits - one.visits || other.value - one.value)
}
