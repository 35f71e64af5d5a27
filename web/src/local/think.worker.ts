// A worker that thinks for bots, so that moves and views are still answered at once.
import { loadEngine } from '../rules/load'
import type { FromThinker, ToThinker } from './mail'
import { PlayersThinker } from './players'

const thinker = new PlayersThinker(loadEngine)
const reply = (message: FromThinker) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ToThinker>) => {
  const { number } = data
  const thought: Promise<unknown> =
    data.wish === 'appraise' ? thinker.appraise(data.question) : thinker[data.wish](data.question)
  thought.then(
    (answer) => reply({ number, answer }),
    (error: unknown) => reply({ number, error: String(error) }),
  )
})
