// Plays games from standard input in WebAssembly and prints what bots choose and advise in some positions, for
// tests/wasm_bots.py to compare.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'
import { GENERATED, WEB } from './files.mjs'

const [slug] = process.argv.slice(2)
const file = join(tmpdir(), `hatbox-bots-${process.pid}.mjs`)
const input = { bots: join(WEB, 'src', 'rules', 'bots.ts'), engine: join(WEB, 'src', 'rules', 'engine.ts') }
const bundle = await rolldown({
  input: 'both',
  plugins: [
    {
      name: 'both',
      resolveId: (id) => (id === 'both' ? id : null),
      load: (id) =>
        id === 'both'
          ? Object.values(input)
              .map((path) => `export * from ${JSON.stringify(path)}`)
              .join('\n')
          : null,
    },
  ],
})
await bundle.write({ file, format: 'esm' })
const { Engine, Player } = await import(file)
const engine = new Engine(new WebAssembly.Module(readFileSync(join(GENERATED, `${slug}.wasm`))))
const player = new Player(engine)

/** What every level chooses here, the hints, and the chances as the seat and a spectator see them. */
function answers({ seed, salt, iterations, solved, action, ply }, history) {
  const [seat, before] = [engine.turn, engine.position]
  if (solved) player.solve(Infinity)
  const [asked, sightings] = [{ seat, seed: BigInt(seed), budget: { iterations } }, player.sightings(history, seat)]
  const found = {
    moves: player.levels.map((level) => player.choose({ ...asked, level, salt: BigInt(salt), sightings })),
    hints: player.hints(asked).map(({ action, chance, margin, facts }) => [action, chance, margin, facts]),
    appraised: Object.values(player.appraise(action, BigInt(seed), ply)),
    odds: [seat, -1].map((one) => Object.values(player.odds({ ...asked, seat: one }))),
  }
  if (Buffer.compare(before, engine.position)) throw new Error('a bot changed the position')
  return found
}

for await (const line of createInterface({ input: process.stdin })) {
  const { players, options, seed, actions, questions } = JSON.parse(line)
  const history = []
  const found = []
  engine.begin(players, options, BigInt(seed))
  for (const [ply, action] of [...actions, null].entries()) {
    for (const question of questions) if (question.ply === ply) found.push(answers(question, history))
    if (action === null) break
    history.push({ position: engine.position, action })
    engine.play(action)
  }
  process.stdout.write(`${JSON.stringify(found)}\n`)
}
