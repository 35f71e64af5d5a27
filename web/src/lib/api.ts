// Requests to the table over HTTP.
import type { GameInfo, Listed, OptionValue, SeatWish, TableInfo } from './protocol'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence)
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const asked: RequestInit = { credentials: 'same-origin', headers: { Accept: 'application/json' } }
  if (body !== undefined) {
    asked.method = 'POST'
    asked.headers = { ...asked.headers, 'Content-Type': 'application/json' }
    asked.body = JSON.stringify(body)
  }
  const answer = await fetch(`/api/${path}`, asked)
  if (!answer.ok) throw await problem(answer)
  const text = await answer.text()
  return (text ? JSON.parse(text) : null) as T
}

async function problem(answer: Response): Promise<ApiError> {
  try {
    const { code, sentence } = (await answer.json()) as { code: string; sentence: string }
    return new ApiError(answer.status, code, sentence)
  } catch {
    return new ApiError(answer.status, 'unknown', answer.statusText)
  }
}

export interface NewTable {
  game: string
  players: number
  options: Record<string, OptionValue>
  aid: boolean
  seats: SeatWish[]
  start?: boolean
}

const at = (code: string, what = '') => `tables/${encodeURIComponent(code)}${what}`

export const api = {
  games: () => request<GameInfo[]>('games'),
  make: (table: NewTable) => request<{ code: string }>('tables', table),
  table: (code: string) => request<TableInfo>(at(code)),
  mine: () => request<Listed[]>('mine'),
  sit: (code: string, seat: number, name: string) => request<unknown>(at(code, '/sit'), { seat, name }),
  stand: (code: string, seat: number) => request<unknown>(at(code, '/stand'), { seat }),
  fill: (code: string, level: string) => request<unknown>(at(code, '/fill'), { level }),
  kick: (code: string, seat: number) => request<unknown>(at(code, '/kick'), { seat }),
  start: (code: string) => request<unknown>(at(code, '/start'), {}),
  rematch: (code: string) => request<{ code: string }>(at(code, '/rematch'), {}),
  undo: (code: string, seat: number) => request<unknown>(at(code, '/undo'), { seat }),
}
