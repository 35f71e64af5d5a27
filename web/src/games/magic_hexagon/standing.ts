// The standing answer to “hypnotise the player before you?”: the only place that knows how the table keeps it.
import type { Now } from '../../lib/protocol'

export type Answer = 'not_now' | 'ask'

/** My answer in advance; null while the table does not keep one. */
export function standingAnswer(now: Now | null, seat: number): Answer | null {
  const kept = (now as { standing?: Readonly<Record<string, Answer>> | null } | null)?.standing
  return kept?.[String(seat)] ?? null
}

export async function answerInAdvance(code: string, seat: number, answer: Answer): Promise<boolean> {
  const asked: RequestInit = { method: 'POST', credentials: 'same-origin', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ seat, answer }) }
  return (await fetch(`/api/tables/${encodeURIComponent(code)}/standing`, asked)).ok
}
