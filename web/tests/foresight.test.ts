import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { playsFrom } from '../src/games/great_hall/ways'
import { Engine } from '../src/rules/engine'
import { foreseeFrom } from '../src/rules/foresight'

const SLUGS = ['great_hall', 'magic_hexagon', 'catch_the_hat', 'hat_stairs', 'vanished_animal']
const PLIES = 60

/** A game of the compiled rules, as usual. */
function begun(slug: string): Engine {
  const file = join(import.meta.dirname, '..', 'src', 'generated', `${slug}.wasm`)
  if (!existsSync(file)) throw new Error('run make web: the rules are not compiled yet')
  const engine = new Engine(new WebAssembly.Module(readFileSync(file)))
  engine.begin(3, {}, 7n)
  return engine
}
const known = (engine: Engine): string => `${engine.about.layout}:${btoa(String.fromCharCode(...engine.position))}`

describe.each(SLUGS)('foresight in %s', (slug) => {
  it('says of every legal action what then happens, and leaves the position alone', () => {
    const [engine, tries] = [begun(slug), begun(slug)]
    for (let ply = 0; ply < PLIES && !engine.over; ply++) {
      const foresee = foreseeFrom(tries, known(engine), engine.turn, false)
      const [legal, before, seat] = [engine.legal(), engine.position, engine.turn]
      const seen = legal.map((action) => foresee(action)?.events)
      legal.forEach((action, k) => {
        engine.position = before
        engine.play(action)
        expect(seen[k]).toEqual(engine.untilChance(seat).events)
      })
      engine.position = before
      engine.play(legal[(7 * ply) % legal.length] ?? -1)
    }
  })

  it('sees nothing for an action that is not legal, nor with the record of other rules', () => {
    const engine = begun(slug)
    const illegal =
      Array.from({ length: engine.about.actions }, (_, action) => action).find(
        (action) => !engine.legal().includes(action),
      ) ?? -1
    expect(foreseeFrom(engine, known(engine), engine.turn, false)(illegal)).toBeNull()
    expect(
      foreseeFrom(engine, `other:${known(engine).split(':')[1]}`, engine.turn, false)(engine.legal()[0] ?? 0),
    ).toBeNull()
  })
})

describe('plays of the great hall', () => {
  it('lead where they say, action by action', () => {
    const [engine, tries] = [begun('great_hall'), begun('great_hall')]
    let played = 0
    for (let ply = 0; ply < 200 && !engine.over; ply++) {
      const foresee = foreseeFrom(tries, known(engine), engine.turn, false)
      const plays = engine.legal().flatMap((action) => playsFrom(foresee, [action]))
      const before = engine.position
      for (const { actions, way } of plays) {
        engine.position = before
        const figures = () => (engine.view(-1).figures as number[][]).flat().concat(engine.view(-1).caretaker as number)
        for (const action of actions) {
          expect(engine.legal()).toContain(action)
          engine.play(action)
        }
        if (!way.caught && !way.banishes) expect(figures()).toContain(way.end)
        played++
      }
      engine.position = before
      const legal = engine.legal()
      engine.play(legal[(5 * ply) % legal.length] ?? -1)
    }
    expect(played).toBeGreaterThan(50)
  })
})
