// The games that are kept on this device, for lists; no table is woken for that.
import type { Listed } from '../lib/protocol'
import { DatabaseStore, listed } from './store'

export async function keptGames(): Promise<Listed[]> {
  const store = await DatabaseStore.open()
  return (await store.heads()).sort((one, other) => other.at - one.at).map(listed)
}
