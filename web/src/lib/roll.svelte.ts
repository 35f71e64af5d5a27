// A die that a person rolls: the story waits for the press before it tells what was rolled.
import type { Beat } from './animate'
import type { GameEvent } from './protocol'
import { settings } from './settings.svelte'
import { play } from './sound'
import type { TableStore } from './table.svelte'

export class RollByHand {
  private goOn = $state.raw<(() => void) | null>(null)
  /** The first die of a game lies there before anything has happened. */
  private begun = $state(false)

  constructor(private readonly store: TableStore) {}

  /** Whether somebody here must roll before anything else. */
  get isDue(): boolean {
    return this.goOn !== null || this.isFirst
  }

  /** In words a roll is read at once: nothing is seen to roll. */
  private get isWanted(): boolean {
    return settings.rollMyself && !settings.textMode
  }

  private get isFirst(): boolean {
    const { now, game, mine, telling } = this.store
    return (
      this.isWanted &&
      !this.begun &&
      !telling &&
      game?.rolls !== undefined &&
      now?.ply === 0 &&
      !now.over &&
      mine.includes(now.turn)
    )
  }

  /** Whether an event is a roll of ours that somebody else's move led to: not where a bot plays for us, and who has just pressed need not press again. */
  isMine(event: GameEvent, mover: number): boolean {
    const { game, table } = this.store
    const seat = table?.seats[Number(event.seat)]
    return (
      this.isWanted && event.kind === game?.rolls?.kind && event.seat !== mover && seat?.mine === true && !seat.warm
    )
  }

  readonly hold: Beat = { show: () => undefined, rest: 'none', hold: (goOn) => this.wait(goOn) }

  private wait(goOn: () => void): void {
    this.goOn = goOn
    play('turn')
  }

  /** The picture is set anew: nobody waits any more. */
  forget(): void {
    this.goOn = null
  }

  now(): void {
    const { goOn } = this
    if (this.isFirst) this.store.tellFirst()
    this.begun = true
    this.goOn = null
    goOn?.()
  }
}
