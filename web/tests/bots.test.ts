import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Past, Player } from '../src/rules/bots'
import { Engine } from '../src/rules/engine'

function engineOf(game: string): Engine {
  const file = join(import.meta.dirname, '..', 'src', 'generated', `${game}.wasm`)
  if (!existsSync(file)) throw new Error('run make web: the rules are not compiled yet')
  return new Engine(new WebAssembly.Module(readFileSync(file)))
}

const usual = { seed: 7n, salt: 1n, budget: { iterations: 60 } }

describe('bots in the browser', () => {
  for (const game of ['hat_stairs', 'vanished_animal', 'great_hall', 'magic_hexagon', 'catch_the_hat']) {
    it(`every level plays ${game} by the rules and leaves the position alone`, () => {
      const engine = engineOf(game)
      const player = new Player(engine)
      const past: Past[] = []
      engine.begin(3, {}, 5n)
      for (let ply = 0; ply < 40 && !engine.over; ply++) {
        const [position, seat, legal] = [engine.position, engine.turn, engine.legal()]
        const level = player.levels[ply % player.levels.length] ?? ''
        const action = player.choose({ ...usual, level, seat, sightings: player.sightings(past, seat) })
        expect(legal).toContain(action)
        expect(engine.position).toEqual(position)
        past.push({ position, action })
        engine.play(action)
      }
    })
  }

  it('knows the levels of the table, the weakest first, and refuses others', () => {
    const engine = engineOf('hat_stairs')
    const player = new Player(engine)
    engine.begin(2, {}, 1n)
    expect(player.levels).toEqual(['level_1', 'level_2', 'level_3', 'level_4', 'level_5'])
    expect(() => player.choose({ ...usual, level: 'genius', seat: 0 })).toThrow('level_1, level_2')
  })

  it('keeps its time', () => {
    const engine = engineOf('great_hall')
    const player = new Player(engine)
    engine.begin(4, {}, 1n)
    const started = performance.now()
    for (let k = 0; k < 5; k++)
      player.choose({ ...usual, level: 'level_5', seat: engine.turn, budget: { milliseconds: 40 } })
    expect(performance.now() - started).toBeLessThan(5 * 400) // others share the machine
  })

  it('gives chances that make a whole, and hints with what they do', () => {
    const engine = engineOf('magic_hexagon')
    const player = new Player(engine)
    engine.begin(3, {}, 2n)
    const question = { seat: engine.turn, seed: 3n, budget: { iterations: 200 } }
    const { chances } = player.odds(question)
    expect(chances.reduce((one, other) => one + other)).toBeCloseTo(1, 2)
    const [best] = player.hints(question)
    expect(engine.legal()).toContain(best?.action)
    expect(best?.facts[0]?.key).toMatch(/^coach_/)
    expect(
      player
        .ranked(question)
        .map(({ action }) => action)
        .sort((a, b) => a - b),
    ).toEqual(engine.legal().sort((a, b) => a - b))
  })

  it('plays hat_stairs for two exactly once it is solved', () => {
    const engine = engineOf('hat_stairs')
    const player = new Player(engine)
    engine.begin(2, {}, 1n)
    const question = { seat: 0, seed: 1n, budget: { iterations: 20 } }
    expect(player.hints(question)[0]?.margin).toBeGreaterThan(0)
    expect(player.solve(0)).toBe(false)
    expect(player.solve(Infinity)).toBe(true)
    expect(player.hints(question)[0]).toMatchObject({ margin: 0, chance: 0.533 })
    engine.begin(2, { steps: 10 }, 1n)
    expect(player.hints(question)[0]?.margin).toBeGreaterThan(0) // these stairs are not solved yet
    engine.begin(4, {}, 1n)
    expect(player.solve(0)).toBe(true) // nothing to solve for four
  })
})
