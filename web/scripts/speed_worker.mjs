// How quick the rules are as WebAssembly, in node and in a worker of a browser; scripts/speed.mjs bundles it, benchmarks/browser.py asks.
import { Engine } from '../src/rules/engine.ts'

const engines = new Map()

/** Iterations of the search a second in one position, and actions of random games, one call after the other. */
export function measure(module, { slug, players, seed, actions, nodes, iterations, plies }) {
  if (!engines.has(slug)) engines.set(slug, new Engine(module))
  const engine = engines.get(slug)
  const play = rate(plies, () => playAtRandom(engine, players, plies))
  engine.begin(players, {}, BigInt(seed))
  for (const action of actions) engine.play(action)
  const seat = engine.turn
  engine.redraw(seat, 1n)
  engine.startThinking(nodes, 1n)
  return { search: rate(iterations, () => engine.think(seat, nodes, iterations)), play }
}

/** Random games one after the other until so many actions were played. */
function playAtRandom(engine, players, plies) {
  const { x, at, about: { widest } } = engine
  const legal = new Int16Array(x.memory.buffer, at.acts, widest)
  let [dice, game, count] = [1, 0n, 0]
  for (let ply = 0; ply < plies; ply++) {
    while (!count) {
      engine.begin(players, {}, ++game)
      count = x.list_legal(at.told, at.acts, widest)
    }
    dice = (dice * 48_271) % 2_147_483_647 // a generator of Lehmer's kind
    x.play(at.told, legal[dice % count])
    count = x.list_legal(at.told, at.acts, widest)
  }
}

function rate(count, work) {
  const started = performance.now()
  work()
  return (1000 * count) / (performance.now() - started)
}

if (typeof WorkerGlobalScope !== 'undefined') {
  const modules = new Map()
  addEventListener('message', async ({ data }) => {
    if (!modules.has(data.slug)) modules.set(data.slug, await WebAssembly.compileStreaming(fetch(`${data.slug}.wasm`)))
    postMessage(measure(modules.get(data.slug), data))
  })
}
