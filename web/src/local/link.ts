// The page's connection to its own tables: requests as to a server, and a plug with the interface of a socket.
import type { Plug } from '../lib/socket'
import type { FromTables, ToTables } from './mail'
import type { Answer } from './tables'

const TRIAL = 'hatbox.trial' // for tests, see `Trial`
const [CONNECTING, OPEN, CLOSED] = [0, 1, 3]

let worker: Worker | undefined
let count = 0
const asked = new Map<number, (answer: Answer) => void>()
const plugs = new Map<number, LocalPlug>()

/** Starts the worker, if it is not running yet. */
export function wake(): Worker {
  return (worker ??= begun())
}

/** Makes the worker load every game before one is chosen. */
export const prepare = (): void => send({ kind: 'prepare' })

const send = (message: ToTables): void => wake().postMessage(message)

function begun(): Worker {
  const made = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' })
  made.onmessage = ({ data }: MessageEvent<FromTables>) => receive(data)
  made.postMessage({ kind: 'begin', trial: JSON.parse(localStorage.getItem(TRIAL) ?? '{}') } satisfies ToTables)
  return made
}

function receive(message: FromTables): void {
  if (message.kind === 'answer') {
    asked.get(message.number)?.(message)
    asked.delete(message.number)
  } else if (message.kind === 'heard') plugs.get(message.line)?.onmessage?.({ data: message.text })
  else plugs.get(message.line)?.close()
}

export function ask(path: string, body?: unknown): Promise<Answer> {
  if (body !== undefined) void navigator.storage?.persist?.() // games survive when the device runs out of space
  return new Promise((resolve) => {
    asked.set(++count, resolve)
    send({ kind: 'ask', number: count, path, body })
  })
}

export class LocalPlug implements Plug {
  readyState = CONNECTING
  onopen: Plug['onopen'] = null
  onmessage: Plug['onmessage'] = null
  onclose: Plug['onclose'] = null
  onerror: Plug['onerror'] = null
  private readonly line = ++count

  constructor(code: string, watch: boolean) {
    plugs.set(this.line, this)
    send({ kind: 'open', line: this.line, code, watch })
    queueMicrotask(() => {
      this.readyState = OPEN
      this.onopen?.()
    })
  }

  send(text: string): void {
    if (this.readyState === OPEN) send({ kind: 'say', line: this.line, text })
  }

  close(): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    plugs.delete(this.line)
    send({ kind: 'close', line: this.line })
    this.onclose?.()
  }
}
