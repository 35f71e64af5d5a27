// How fast the rules are as WebAssembly, in Node and in a browser worker; bundled by scripts/speed.mjs, called by
// benchmarks/browser.py.
import { Engine } from '../src/rules/engine.ts'

const engines = new Map()

/** Search iterations per second in one position, and actions per second in random games, all in one call. */
export function measure(module, { slug, players, seed, actions, nodes, iterations, games }) {
  if (!engines.has(slug)) engines.set(slug, new Engine(module))
  const engine = engines.get(slug)
  const play = rate(() => engine.playGames(players, {}, BigInt(seed), games).reduce((sum, length) => sum + length))
  engine.begin(players, {}, BigInt(seed))
  for (const action of actions) engine.play(action)
  const seat = engine.turn
  engine.redraw(seat, 1n)
  engine.startThinking(nodes, 1n)
  const search = rate(() => {
    engine.think(seat, nodes, iterations)
    return iterations
  })
  return { search, play }
}

/** How much work is done per second; the work returns how much it was. */
function rate(work) {
  const started = performance.now()
  const count = work()
  return (1000 * count) / (performance.now() - started)
}

if (typeof WorkerGlobalScope !== 'undefined') {
  const modules = new Map()
  addEventListener('message', async ({ data }) => {
    if (!modules.has(data.slug)) modules.set(data.slug, await WebAssembly.compileStreaming(fetch(`${data.slug}.wasm`)))
    postMessage(measure(modules.get(data.slug), data))
  })
}
