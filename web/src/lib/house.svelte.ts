// What the operator of the server decided for everyone.
import { api } from './api'
import { t } from './language.svelte'
import { ALONE } from './place'
import type { House } from './protocol'

const FREE: House = { lock_chat: false, lock_names: false }

class Decided {
  now = $state.raw<House>(FREE)
  private asked = false

  /** Ask once; without a server nothing is locked. */
  need(): void {
    if (this.asked || ALONE) return
    this.asked = true
    void api.house().then(
      (found) => (this.now = found),
      () => (this.asked = false),
    )
  }
}

export const house = new Decided()

/** Names to choose from, in the language of this device. */
export const givenNames = (): string[] => t('given_names').split(', ')
