// The worker with the tables of this page. Pages of one browser tell each other which table has changed.
import { loadRules } from '../rules/load'
import type { FromTables, ToTables } from './mail'
import { DatabaseStore, MemoryStore } from './store'
import { supplies } from './supplies'
import { type Line, LocalTables } from './tables'
import { WorkerThinker } from './thinker'
import type { Trial } from './thinking'

const news = new BroadcastChannel('hatbox.tables')
const lines = new Map<number, Promise<Line>>()
const reply = (message: FromTables) => postMessage(message)
let begin: (trial: Trial) => void = () => undefined
const opened = DatabaseStore.open().catch(() => new MemoryStore()) // a private window may have no database
const thinker = new WorkerThinker()
const tables = new Promise<Trial>((resolve) => (begin = resolve)).then(async (trial) => {
  const here = new LocalTables(await opened, thinker, supplies, trial, (code) => news.postMessage(code))
  news.onmessage = ({ data }: MessageEvent<string>) => void here.changedElsewhere(data)
  return here
})

addEventListener('message', ({ data }: MessageEvent<ToTables>) => {
  switch (data.kind) {
    case 'begin':
      return begin(data.trial)
    case 'prepare':
      return void prepare()
    case 'ask':
      return void answer(data)
    case 'open':
      return open(data)
    case 'say':
      return void lines.get(data.line)?.then(
        (line) => line.send(data.text),
        () => undefined,
      )
    case 'close':
      void lines.get(data.line)?.then(
        (line) => line.close(),
        () => undefined,
      )
      lines.delete(data.line)
  }
})

async function prepare(): Promise<void> {
  for (const { slug } of await supplies.games()) await Promise.allSettled([loadRules(slug), supplies.boards(slug)])
}

async function answer({ number, path, body }: Extract<ToTables, { kind: 'ask' }>): Promise<void> {
  reply({ kind: 'answer', number, ...(await (await tables).answer(path, body)) })
}

function open({ line, code, watch }: Extract<ToTables, { kind: 'open' }>): void {
  const connected = tables.then((here) =>
    here.connect(code, watch, (frame) => reply({ kind: 'heard', line, text: JSON.stringify(frame) })),
  )
  connected.catch(() => reply({ kind: 'closed', line }))
  lines.set(line, connected)
}
