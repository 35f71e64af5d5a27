// The worker that thinks, as seen by its tables: one question at a time, in order of arrival.
import type { Asked, FromThinker, ToThinker } from './mail'
import type { Appraised } from '../rules/bots'
import type { Advice, Positions, Question, Thinker } from './thinking'

export class WorkerThinker implements Thinker {
  private readonly worker = new Worker(new URL('./think.worker.ts', import.meta.url), { type: 'module' })
  private readonly waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  private number = 0

  constructor() {
    this.worker.onmessage = ({ data: { number, answer, error } }: MessageEvent<FromThinker>) => {
      const asked = this.waiting.get(number)
      this.waiting.delete(number)
      if (error === undefined) asked?.resolve(answer)
      else asked?.reject(new Error(error))
    }
  }

  choose(question: Question): Promise<number> {
    return this.ask({ wish: 'choose', question }) as Promise<number>
  }

  advise(question: Question): Promise<Advice> {
    return this.ask({ wish: 'advise', question }) as Promise<Advice>
  }

  appraise(question: Positions): Promise<Appraised[]> {
    return this.ask({ wish: 'appraise', question }) as Promise<Appraised[]>
  }

  private ask(asked: Asked): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.number, { resolve, reject })
      this.worker.postMessage({ number: this.number, ...asked } satisfies ToThinker)
    })
  }
}
