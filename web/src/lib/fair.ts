// Verifiable dice: the table promised a hash before the first move; now the seed must fit it.
import type { TableInfo } from './protocol'

export async function checkDice(table: Pick<TableInfo, 'seed' | 'salt' | 'seed_hash'>): Promise<boolean> {
  if (!table.seed || !table.salt) return false
  const text = new TextEncoder().encode(`${table.salt}:${table.seed}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === table.seed_hash
}
