// A die that a player rolls: the story waits for the press before it shows the result.
import type { Beat } from './animate'
import type { GameEvent } from './protocol'
import { settings } from './settings.svelte'
import { play } from './sound'
import type { TableStore } from './table.svelte'

export class RollByHand {
  private goOn = $state.raw<(() => void) | null>(null)
  /** The first die of a game is there before anything has happened. */
  private begun = $state(false)

  constructor(private readonly store: TableStore) {}

  /** Whether a player here must roll before anything else. */
  get isDue(): boolean {
    return this.goOn !== null || this.isFirst
  }

  /** In text mode a roll is read at once: nothing is animated. */
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

  /** Whether an event is our roll after another player's move: not if a bot plays for us, and players who have just pressed need not press again. */
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

  /** The picture is replaced: stop waiting. */
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
