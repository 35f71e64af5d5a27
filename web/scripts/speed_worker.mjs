// How quick the rules are as WebAssembly, in node and in a worker of a browser; scripts/speed.mjs bundles it, benchmarks/browser.py asks.
import { Engine } from '../src/rules/engine.ts'

const engines = new Map()

/** Iterations of the search a second in one position, and actions of random games, all in one call. */
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

/** How much of its work is done a second; the work says how much it was. */
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
