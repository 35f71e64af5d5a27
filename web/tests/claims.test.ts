// Everything that prompts and previews say in random games, written down for tests/test_claims.py, which reads it a second
// time with the compiled rules. HATBOX_CLAIMS names a file of games to play; the claims are written beside it.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe as together, expect, it } from 'vitest'
import { hand } from '../src/games/catch_the_hat/hand.svelte'
import * as hats from '../src/games/catch_the_hat/words'
import * as hallPrompt from '../src/games/great_hall/prompt'
import * as hall from '../src/games/great_hall/words'
import * as stairs from '../src/games/hat_stairs/words'
import type { HexagonView } from '../src/games/magic_hexagon/model'
import { moveOf } from '../src/games/magic_hexagon/model'
import { plan } from '../src/games/magic_hexagon/plan.svelte'
import * as hexagon from '../src/games/magic_hexagon/words'
import type { Context, GameModule } from '../src/games/types'
import type { HatsView } from '../src/games/vanished_animal/model'
import { forget, think } from '../src/games/vanished_animal/secret.svelte'
import * as animals from '../src/games/vanished_animal/words'
import type { Choice, View } from '../src/lib/protocol'
import { Match } from '../src/local/match'
import type { Value } from '../src/rules/description'
import { blind, foreseeFrom } from '../src/rules/foresight'
import { Action } from '../src/schema/vanished_animal'
import { engineOf } from './local'

const FILE = process.env.HATBOX_CLAIMS ?? ''
const [PLIES, EVERY, TRIED] = [240, 4, 8]

interface Setting {
  slug: string
  players: number
  options: Record<string, Value>
  seed: number
}
/** What was said, with what was put into it. */
type Said = [key: string, given: Record<string, unknown>]
/** After so many moves: what was said of an action, or with -1 of the position. */
type Claim = [ply: number, action: number, ...said: Said]
type Talk = Pick<GameModule, 'prompt' | 'describe'>

const GAMES: Readonly<Record<string, Talk>> = {
  catch_the_hat: hats as unknown as Talk,
  great_hall: { prompt: hallPrompt.prompt, describe: hall.describe } as unknown as Talk,
  hat_stairs: stairs as unknown as Talk,
  magic_hexagon: hexagon as unknown as Talk,
  vanished_animal: animals as unknown as Talk,
}

/** Sets what a screen keeps for itself, as if a finger had chosen this action but not yet confirmed it. */
const FINGER: Readonly<Record<string, (view: View, action: number) => void>> = {
  catch_the_hat: (_, action) => (hand.armed = action),
  magic_hexagon: (view, action) => {
    const move = moveOf(action)
    if (move) plan.choose(view as unknown as HexagonView, move.hat, move.cell, move.value)
    else plan.forget()
  },
  vanished_animal: (view, action) =>
    action >= Action.NAME && action < Action.SWAP ? think(view as unknown as HatsView, action - Action.NAME) : forget(),
}

/** A generator of its own, so that every run plays the same. */
function dice(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return Math.floor((state / 4294967296) * below)
  }
}

async function claimsOf({ slug, players, options, seed }: Setting): Promise<{ actions: number[]; claims: Claim[] }> {
  const match = new Match(await engineOf(slug), { players, options, seed: BigInt(seed) })
  const [engine, below, claims] = [await engineOf(slug), dice(seed), [] as Claim[]]
  const names = Array.from({ length: players }, (_, seat) => `seat ${seat}`)
  while (!match.over && match.ply < PLIES) {
    if (match.ply % EVERY === seed % EVERY || match.legal.length < 4) say()
    match.play(match.legal[below(match.legal.length)] ?? -1)
  }
  return { actions: match.actions, claims }

  function say(): void {
    const { turn, ply } = match
    const [view, known] = [match.view(turn, true), match.known(turn)]
    const foresee = known
      ? foreseeFrom(engine, `${engine.about.layout}:${btoa(String.fromCharCode(...known))}`, turn, true)
      : blind
    const legal: Choice[] = match.legal.map((action) => ({ action, text: '' }))
    const speak = (action: number, talk: (context: Context) => unknown) => {
      const heard = (key: string, given: Record<string, unknown> = {}) => (
        claims.push([ply, action, key, given]),
        `[${key}]`
      )
      talk({
        say: heard,
        shell: heard,
        list: (parts) => parts.join('&'),
        language: 'en',
        names,
        me: turn,
        aid: true,
        options,
        foresee,
      } as Context)
    }
    const { prompt, describe } = GAMES[slug] as Talk
    FINGER[slug]?.(view, -1)
    speak(-1, (context) => prompt(view, legal, context))
    for (let k = 0; k < TRIED; k++) {
      const choice = legal[below(legal.length)] as Choice
      FINGER[slug]?.(view, choice.action)
      if (FINGER[slug]) speak(choice.action, (context) => prompt(view, legal, context))
      speak(choice.action, (context) => describe(choice, view, context))
    }
  }
}

together.skipIf(!FILE)('what prompts and previews say', () => {
  it('is written down', async () => {
    const games = JSON.parse(readFileSync(FILE, 'utf8')) as Setting[]
    const lines: string[] = []
    for (const setting of games) lines.push(JSON.stringify({ ...setting, ...(await claimsOf(setting)) }))
    writeFileSync(`${FILE}.said`, `${lines.join('\n')}\n`)
    expect(lines).toHaveLength(games.length)
  }, 600_000)
})
