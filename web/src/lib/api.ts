// Requests to a table: over HTTP, or to the tables inside this page, which give the same answers.
import { isLocal } from '../local/code'
import { ALONE } from './place'
import { botNames } from './language.svelte'
import type {
  Agreed,
  Code,
  DeviceInfo,
  Frame,
  GameInfo,
  Glance,
  GoOn,
  Help,
  Hint,
  History,
  House,
  Listed,
  NewTable,
  NightInfo,
  NightListed,
  NightWish,
  Notices,
  Person,
  Profile,
  ProfileWish,
  PushWish,
  Ratings,
  Replay,
  Review,
  ReviewProgress,
  Rival,
  RuleSet,
  RuleSetWish,
  Secret,
  Standing,
  TableInfo,
  TableRival,
  Vacation,
  Warning,
} from './protocol'
import { during } from './ready'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** A request whose answer the page waits for. */
function request<T>(path: string, body?: unknown): Promise<T> {
  return during(send<T>(path, body))
}

async function send<T>(path: string, body?: unknown): Promise<T> {
  return read<T>(await sendForText(path, body))
}

const read = <T>(text: string): T => (text ? JSON.parse(text) : null) as T

function sendForText(path: string, body?: unknown): Promise<string> {
  const [kind, code = ''] = path.split(/[/?]/)
  return ALONE || ((kind === 'tables' || kind === 'records') && isLocal(code))
    ? askHere(path, body)
    : askServer(path, body)
}

async function askServer(path: string, body?: unknown): Promise<string> {
  const asked: RequestInit = { credentials: 'same-origin', headers: { Accept: 'application/json' } }
  if (body !== undefined) {
    asked.method = 'POST'
    asked.headers = { ...asked.headers, 'Content-Type': 'application/json' }
    asked.body = JSON.stringify(body)
  }
  const answer = await fetch(`/api/${path}`, asked)
  const text = await answer.text()
  if (!answer.ok) throw problem(answer.status, text || answer.statusText)
  return text
}

/** The same for tables inside this page. */
async function askHere(path: string, body?: unknown): Promise<string> {
  const { ask } = await import('../local/link')
  const { status, text } = await ask(path, body)
  if (status >= 400) throw problem(status, text)
  return text
}

/** A request to the tables inside this page, even if there is a server. */
const here = async <T>(path: string, body?: unknown): Promise<T> => read<T>(await during(askHere(path, body)))

function problem(status: number, text: string): ApiError {
  try {
    const { code, sentence } = JSON.parse(text) as { code: string; sentence: string }
    return new ApiError(status, code, sentence)
  } catch {
    return new ApiError(status, 'unknown', text)
  }
}

/** Whose view: a seat, a spectator (-1), or the open table where the game has one. */
export type Eyes = number | 'all'

const at = (code: string, what = '') => `tables/${encodeURIComponent(code)}${what}`

const of = (code: string, what = '') => `nights/${encodeURIComponent(code)}${what}`

export const api = {
  /** The games; without a connection, those that this page can play by itself. */
  games: () =>
    request<GameInfo[]>('games').catch((error: unknown) =>
      error instanceof ApiError ? Promise.reject(error) : here<GameInfo[]>('games'),
    ),
  /** One of them, or null; the page may be gone when the answer comes. */
  game: (slug: string): Promise<GameInfo | null> =>
    api.games().then((games) => games.find((game) => game.slug === slug) ?? null),
  make: (table: NewTable) => request<Code>('tables', table),
  /** A table inside this page. */
  makeHere: (table: NewTable) => here<Code>('tables', table),
  /** A table for a lesson or a puzzle, always inside this page. */
  teach: (lesson: NewTable & { played: readonly number[]; told?: readonly number[] }) => here<Code>('lessons', lesson),
  table: (code: string) => request<TableInfo>(at(code)),
  /** The position for a small picture; it does not count as a visit. */
  glance: (code: string) => request<Glance>(at(code, '/glance')),
  mine: () => (ALONE ? Promise.resolve([]) : request<Listed[]>('mine')),
  /** Games stored on this device, the latest first. */
  kept: async () => (await during(import('../local/kept'))).keptGames(),
  /** Luck and decisions over the reviewed ones of them. */
  keptLuck: async () => (await during(import('../local/kept'))).keptLuck(),
  forget: (code: string) => request<unknown>(at(code, '/delete'), {}),
  /** Make a table inside this page from a record file. */
  readRecord: (record: string) => here<Code>('records', { record }),
  /** Continue a game of this device at a server's table. */
  goOn: (wish: GoOn) => request<Code>('records', wish),
  sit: (code: string, seat: number, name: string) => request<unknown>(at(code, '/sit'), { seat, name }),
  stand: (code: string, seat: number) => request<unknown>(at(code, '/stand'), { seat }),
  fill: (code: string, level: string, seat?: number) =>
    request<unknown>(at(code, '/fill'), { level, names: botNames(), ...(seat !== undefined && { seat }) }),
  agree: (code: string, agreed: Agreed) => request<unknown>(at(code, '/agree'), agreed),
  kick: (code: string, seat: number) => request<unknown>(at(code, '/kick'), { seat }),
  help: (code: string, seat: number, help: Help) => request<unknown>(at(code, '/help'), { seat, help }),
  letBotPlay: (code: string, seat: number) => request<unknown>(at(code, '/stand-in'), { seat }),
  back: (code: string, seat: number) => request<unknown>(at(code, '/back'), { seat }),
  pause: (code: string, on: boolean) => request<unknown>(at(code, '/pause'), { on }),
  commit: (code: string, commitment: string) => request<unknown>(at(code, '/commit'), { commitment }),
  open: (code: string, number: string) => request<unknown>(at(code, '/open'), { number }),
  /** Whether a record is genuine, according to the table. */
  verify: (id: string) => request<{ ok: boolean }>(`records/${encodeURIComponent(id)}/verify`),
  /** The stored text, letter by letter. */
  record: (id: string) => during(sendForText(`records/${encodeURIComponent(id)}`)),
  start: (code: string) => request<unknown>(at(code, '/start'), {}),
  rematch: (code: string) => request<Code>(at(code, '/rematch'), {}),
  undo: (code: string, seat: number) => request<unknown>(at(code, '/undo'), { seat }),
  act: (code: string, move: Record<string, unknown>) => request<Frame>(at(code, '/act'), move),
  events: (code: string, since: number, watch = false) =>
    send<Frame[]>(at(code, `/events?since=${since}${watch ? '&watch=1' : ''}`)),
  warning: (code: string, seat: number, action?: number) =>
    request<Warning>(at(code, '/warning'), { seat, ...(action !== undefined && { action }) }),
  hint: (code: string, seat: number) => request<Hint>(at(code, '/hint'), { seat }),
  standing: (code: string, seat: number, answer: Standing) => request<unknown>(at(code, '/standing'), { seat, answer }),
  /** What my seat answers when its turn comes. */
  ahead: (code: string, seat: number, lines: readonly (readonly number[])[]) =>
    request<unknown>(at(code, '/ahead'), { seat, lines }),
  mute: (code: string, seat: number, muted: boolean) => request<unknown>(at(code, '/mute'), { seat, muted }),
  replay: (code: string, eyes: Eyes) => request<Replay>(at(code, `/replay?seat=${eyes}`)),
  fork: (code: string, ply: number) => request<Code>(at(code, '/fork'), { ply }),
  review: (code: string) => request<Review | ReviewProgress>(at(code, '/review')),
  forgetMe: () => request<unknown>('forget-me', {}),
  device: () => request<Secret>('device', {}),
  look: (secret: string) => request<Person>('device/look', { secret }),
  people: () => request<Person[]>('people'),
  switchTo: (id: string) => request<unknown>('people/switch', { id }),
  leave: () => request<unknown>('leave', {}),
  addPerson: (wish: ProfileWish) => request<unknown>('people/new', wish),
  saveProfile: (wish: ProfileWish) => request<Profile>('profile', wish),
  history: (page: number) => request<History>(`history?page=${page}`),
  rivals: () => request<Rival[]>('rivals'),
  rival: (id: string) => request<Rival>(`rivals/${encodeURIComponent(id)}`),
  tableRivals: (code: string) => request<TableRival[]>(at(code, '/rivals')),
  ratings: () => request<Ratings>('ratings'),
  ruleSets: () => request<RuleSet[]>('rule-sets'),
  saveRules: (wish: RuleSetWish) => request<RuleSet[]>('rule-sets', wish),
  forgetRules: (id: string) => request<RuleSet[]>('rule-sets/end', { id }),
  devices: () => request<DeviceInfo[]>('devices'),
  signOut: (id: string) => request<unknown>('devices/sign-out', { id }),
  notices: () => request<Notices>('notices'),
  tellByPush: (wish: PushWish) => request<Notices>('notices/push', wish),
  tellByMail: (address: string, language: string) => request<Notices>('notices/mail', { address, language }),
  tellByHook: (address: string, template: string, language: string) =>
    request<Notices>('notices/hook', { address, template, language }),
  tellNoMore: (id: string) => request<Notices>('notices/end', { id }),
  tellNow: (id: string) => request<unknown>('notices/try', { id }),
  tellIn: (language: string) => request<unknown>('notices/language', { language }),
  confirmMail: (secret: string) => request<unknown>('notices/confirm', { secret }),
  stopMail: (secret: string) => request<unknown>(`notices/stop/${encodeURIComponent(secret)}`, {}),
  vacation: () => request<Vacation>('vacation'),
  /** Without a first day: from now. */
  takeVacation: (first: string | null, last: string) => request<Vacation>('vacation/take', { first, last }),
  endVacation: (start: number) => request<Vacation>('vacation/end', { start }),
  house: () => request<House>('house'),
  makeNight: (wish: NightWish) => request<Code>('nights', wish),
  nights: () => (ALONE ? Promise.resolve([]) : request<NightListed[]>('nights')),
  night: (code: string) => request<NightInfo>(of(code)),
  /** The same once it has changed; the page does not wait for it. */
  nightNews: (code: string, since: string) => send<NightInfo>(of(code, `?since=${encodeURIComponent(since)}`)),
  joinNight: (code: string, name: string) => request<NightInfo>(of(code, '/join'), { name }),
  /** Without a person: I leave. */
  leaveNight: (code: string, person?: number) =>
    request<NightInfo>(of(code, '/leave'), person === undefined ? {} : { person }),
  startRound: (code: string, number: number) => request<NightInfo>(of(code, '/round'), { number }),
  autoRounds: (code: string, on: boolean) => request<NightInfo>(of(code, '/auto'), { on }),
  readmit: (code: string, person: number) => request<NightInfo>(of(code, '/readmit'), { person }),
  handOver: (code: string, person: number) => request<NightInfo>(of(code, '/host'), { person }),
  endNight: (code: string) => request<NightInfo>(of(code, '/end'), {}),
  claim: (secret: string) => request<unknown>('device/claim', { secret }),
}
