// Plays games from standard input in WebAssembly and prints a fingerprint of every ply, for tests/wasm_equality.py to
// compare.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { crc32 } from 'node:zlib'
import { rolldown } from 'rolldown'
import { GENERATED, WEB } from './files.mjs'

const [slug, every] = process.argv.slice(2)
const file = join(tmpdir(), `hatbox-engine-${process.pid}.mjs`)
const bundle = await rolldown({ input: join(WEB, 'src', 'rules', 'engine.ts') })
await bundle.write({ file, format: 'esm' })
const { Engine } = await import(file)
const engine = new Engine(new WebAssembly.Module(readFileSync(join(GENERATED, `${slug}.wasm`))))
const bytes = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

/** Position, tape and legal list; every few plies also all views, events and refusals. */
function fingerprint(ply, players) {
  const legal = engine.legal()
  const told = [engine.position, bytes(Int16Array.from(engine.tape)), bytes(Int16Array.from(legal))]
  if (ply % Number(every)) return crc32(Buffer.concat(told))
  const seats = Array.from({ length: players + 1 }, (_, seat) => seat - 1)
  const others = Array.from({ length: engine.about.actions }, (_, action) => action).filter(
    (action) => !legal.includes(action),
  )
  const shown = [
    seats.map((seat) => [engine.view(seat, false), engine.view(seat, true), engine.events(seat)]),
    others.map((action) => Object.values(engine.refusal(action))),
  ]
  return crc32(Buffer.concat([...told, Buffer.from(JSON.stringify(shown))]))
}

/** How often the search visits each move of the seat to act, in a redrawn world. */
function thought({ iterations, nodes, seed }) {
  const [kept, seat] = [engine.position, engine.turn]
  engine.redraw(seat, BigInt(seed))
  engine.startThinking(nodes, BigInt(seed))
  engine.think(seat, nodes, iterations)
  const found = engine.thoughts().map(({ action, visits }) => [action, visits])
  engine.position = kept
  return found
}

for await (const line of createInterface({ input: process.stdin })) {
  const { players, options, seed, actions, think } = JSON.parse(line)
  const thoughts = []
  engine.begin(players, options, BigInt(seed))
  const prints = [fingerprint(0, players)]
  actions.forEach((action, ply) => {
    if (think && ply % think.every === think.every - 1) thoughts.push(thought({ ...think, seed: seed + ply }))
    engine.play(action)
    prints.push(fingerprint(ply + 1, players))
  })
  const [length] = engine.playGames(players, options, BigInt(seed), 1)
  process.stdout.write(`${JSON.stringify({ prints, thoughts, length })}\n`)
}
