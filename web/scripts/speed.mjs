// Says how many iterations of the search a second WebAssembly makes in positions from standard input: benchmarks/browser.py compares.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'
import { GENERATED, WEB } from './files.mjs'

const file = join(tmpdir(), `hatbox-speed-${process.pid}.mjs`)
const bundle = await rolldown({ input: join(WEB, 'src', 'rules', 'engine.ts') })
await bundle.write({ file, format: 'esm' })
const { Engine } = await import(file)
const engines = new Map()

for await (const line of createInterface({ input: process.stdin })) {
  const { slug, players, seed, actions, nodes, iterations } = JSON.parse(line)
  if (!engines.has(slug)) engines.set(slug, new Engine(new WebAssembly.Module(readFileSync(join(GENERATED, `${slug}.wasm`)))))
  const engine = engines.get(slug)
  engine.begin(players, {}, BigInt(seed))
  for (const action of actions) engine.play(action)
  const seat = engine.turn
  engine.redraw(seat, 1n)
  engine.startThinking(nodes, 1n)
  const started = performance.now()
  engine.think(seat, nodes, iterations)
  process.stdout.write(`${(1000 * iterations) / (performance.now() - started)}\n`)
}
