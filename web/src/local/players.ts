// Thinks for bots and gives hints: the compiled players of every game, each with its own engine.
import { type Appraised, ONLY_VALUE, Player } from '../rules/bots'
import type { Engine } from '../rules/engine'
import { type Advice, BEST, type Positions, type Question, STRONGEST, type Thinker } from './thinking'

export class PlayersThinker implements Thinker {
  private readonly players = new Map<string, Promise<{ engine: Engine; player: Player }>>()

  constructor(private readonly load: (slug: string) => Promise<Engine>) {}

  async choose({ game, position, level, seat, seed, salt, sightings, milliseconds }: Question): Promise<number> {
    const player = await this.at(game, position)
    player.solve(milliseconds)
    return player.choose({
      level: `level_${level === 'perfect' ? STRONGEST : level}`,
      seat,
      seed,
      salt,
      sightings,
      budget: { milliseconds },
    })
  }

  /**
   * All moves in worlds that the seat cannot tell apart; the best ones with what they do, as in
   * src/hatbox/table/thinking/advice.py.
   */
  async advise({ game, position, moves, seat, seed, milliseconds, played }: Question): Promise<Advice> {
    const player = await this.at(game, position)
    const question = { seat, seed, budget: { milliseconds: Math.max(1, milliseconds / 3) } }
    const { best, facts } = player.advised(question, played)
    const { chances, margins } = player.odds(question)
    const ranked = best.length < moves.length ? player.ranked(question) : []
    const [first, worst] = [best[0]?.chance ?? 1, best.at(-1)?.chance ?? 1]
    // The best moves may be known exactly and the others not: what counts is how much less the search expects from
    // them.
    const searched = ranked.find(({ action }) => action === best[0]?.action)?.chance ?? first
    const others = ranked.filter(({ action }) => !best.some((one) => one.action === action))
    const rest = others
      .map(({ action, chance }) => ({ action, chance: Math.max(0, Math.min(worst, chance + first - searched)) }))
      .sort((one, other) => other.chance - one.chance)
    const all = [...best, ...rest]
    const shown = all.slice(0, BEST).map(({ action }) => action)
    if (played === undefined)
      player.facts(shown, question).forEach((found, k) => facts.set(shown[k] ?? -1, facts.get(shown[k] ?? -1) ?? found))
    return {
      moves: all.map(({ action, chance }) => ({ action, chance, facts: facts.get(action) ?? [] })),
      chances,
      margin: Math.max(...margins),
    }
  }

  /** What the moves of a finished game changed; waits for exact values if they exist. */
  async appraise({ game, players, options, seed, ply, positions, actions }: Positions): Promise<Appraised[]> {
    const { engine, player } = await this.loaded(game)
    if (!positions.length)
      return [{ best: ONLY_VALUE, parts: [chancesAtTheStart(engine, player, players, options, seed)] }]
    return positions.map((position, k) => {
      engine.position = position
      if (players === 2) player.solve(Infinity)
      return player.appraise(actions[k] ?? ONLY_VALUE, seed, ply + k)
    })
  }

  /** The player of a game, at this position. */
  private async at(game: string, position: Uint8Array): Promise<Player> {
    const { engine, player } = await this.loaded(game)
    engine.position = position
    return player
  }

  private loaded(game: string): Promise<{ engine: Engine; player: Player }> {
    let loading = this.players.get(game)
    if (!loading) {
      loading = this.load(game).then((engine) => ({ engine, player: new Player(engine) }))
      this.players.set(game, loading)
      loading.catch(() => this.players.delete(game))
    }
    return loading
  }
}

/** Each seat's chance before anything is drawn: the mean over setups. */
function chancesAtTheStart(
  engine: Engine,
  player: Player,
  players: number,
  options: Positions['options'],
  seed: bigint,
): number[] {
  const { setUps } = engine.about.bots
  const sums = Array<number>(players).fill(0)
  for (let k = 0; k < setUps; k++) {
    engine.begin(players, options, seed + BigInt(k))
    if (players === 2) player.solve(Infinity)
    player.appraise(ONLY_VALUE, seed, 0).parts[0]?.forEach((chance, seat) => (sums[seat] = (sums[seat] ?? 0) + chance))
  }
  return sums.map((sum) => sum / setUps)
}
