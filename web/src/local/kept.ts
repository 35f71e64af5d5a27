// The games that are kept on this device, for lists; no table is woken for that.
import type { Listed } from '../lib/protocol'
import { DatabaseStore, type Head } from './store'

/** The latest first. */
export async function keptGames(): Promise<Listed[]> {
  const store = await DatabaseStore.open()
  const heads = await store.heads().finally(() => store.close())
  return heads.sort((one, other) => other.at - one.at).map(listed)
}

function listed({ code, game, players, status, names }: Head): Listed {
  const taken = names.filter(Boolean)
  return { code, game, players, status, open: players - taken.length, names: taken, days: false, waits: false, since: 0 }
}
