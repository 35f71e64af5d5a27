"""Bots against each other: seat-rotated, seed-paired matches, with confidence intervals."""

from itertools import combinations, permutations
from typing import Any

import msgspec
import numpy as np

from hatbox.bots import Budget
from hatbox.bots.players import make_bot
from hatbox.errors import HatboxError
from hatbox.game import load
from hatbox.lab.places import Here
from hatbox.lab.simulate import Progress, play_out, seeds
from hatbox.lab.statistics import interval
from hatbox.lab.work import Kept, Piece, Place, Result, pieces_of, run
from hatbox.options import Options

ROUNDS = 200  # iterations to improve the ratings

Played = tuple[list[int], list[float], bool, int]  # who played, shares of the win, draw, actions


class Score(msgspec.Struct, frozen=True):
    """How one bot did: its share of the wins, with a 95 % interval."""

    bot: str
    share: float
    low: float
    high: float
    elo: float  # Bradley–Terry, on the Elo scale; 0 is the average of all bots here


class Arena(msgspec.Struct, frozen=True):
    """The outcome of a tournament."""

    game: str
    players: int
    games: int
    draws: int
    mean_actions: float
    scores: list[Score]


def play_block(
    slug: str, players: int, options: Options, bots: list[str], budget: Budget, block: int
) -> list[Any]:
    """Play one seed with every rotation of the seats: each bot's share per game, draws and actions."""
    game = load(slug, players, **options)
    made = [make_bot(name) for name in bots]
    results = []
    for turned in range(players):
        seats = [(seat + turned) % players % len(bots) for seat in range(players)]
        match = game.match(seed=block)
        names = [bots[bot] for bot in seats]
        play_out(match, [made[bot] for bot in seats], budget, block * 1_000_003 + turned * 10_007, names)
        results.append((shares(match.returns, seats, len(bots)), not match.winners, match.ply))
    return results


def shares(returns: list[float], seats: list[int], bots: int) -> list[float]:
    """How a won game is divided among the bots; a draw is divided among all seats."""
    won = [value > 0 for value in returns] if max(returns) > 0 else [True] * len(returns)
    found = [0.0] * bots
    for seat, bot in enumerate(seats):
        found[bot] += won[seat] / sum(won)
    return found


def play_pieces(piece: Piece) -> Result:
    """Play some blocks of an arena."""
    task = (piece.game, piece.players, piece.options, list(piece.bots), piece.budget)
    blocks = range(piece.first, piece.first + piece.count)
    return {"games": [game for block in blocks for game in play_block(*task, block)]}


def tournament(
    slug: str,
    bots: list[str],
    games: int,
    players: int,
    options: Options,
    budget: Budget,
    progress: Progress | None = None,
    place: Place | None = None,
    seed: int = 0,
    kept: Kept | None = None,
) -> Arena:
    """Play the games, in this process or elsewhere, and add them up.

    All bots sit at one table if they fit; otherwise every pair plays this many games.
    """
    if len(bots) < 2:
        raise HatboxError(f"An arena takes at least 2 bots, not {len(bots)}.")
    for name in bots:
        make_bot(name)
    blocks = range(seed, seed + -(-len(seeds(seed, games)) // players))
    task = (budget, blocks, 1)
    pieces = [
        (line, piece)
        for line in tables_of(bots, players)
        for piece in pieces_of(slug, players, options, [bots[k] for k in line], *task)
    ]
    results: list[Played] = []
    done = run(play_pieces, [piece for _, piece in pieces], place or Here(), kept)
    for (line, _), (_, block) in zip(pieces, done, strict=True):
        results += [(line, *result) for result in block.result["games"]]
        if progress:
            progress(players)
    return _report(slug, bots, players, results)


def tables_of(bots: list[str], players: int) -> list[list[int]]:
    """Who meets at one table, by number: all bots, or all pairs."""
    everybody = list(range(len(bots)))
    return [everybody] if len(bots) <= players else [list(pair) for pair in combinations(everybody, 2)]


def _report(slug: str, bots: list[str], players: int, results: list[Played]) -> Arena:
    """Shares with intervals and ratings; a bot that fills several seats at a table is one competitor."""
    wins = np.zeros((len(bots), len(bots)))
    for line, share, _, _ in results:
        for (i, one), (j, other) in permutations(zip(line, share, strict=True), 2):
            wins[i, j] += one / (one + other) if one + other > 0 else 0.0
    ratings = bradley_terry(wins)
    return Arena(
        game=slug,
        players=players,
        games=len(results),
        draws=sum(result[2] for result in results),
        mean_actions=round(sum(result[3] for result in results) / len(results), 1),
        scores=[_score(bots, k, players, ratings[k], results) for k in range(len(bots))],
    )


def _score(bots: list[str], k: int, players: int, rating: float, results: list[Played]) -> Score:
    """One bot over all its tables."""
    own = [share[line.index(k)] for line, share, _, _ in results if k in line]
    mean, (low, high) = sum(own) / len(own), interval(own, players)
    return Score(
        bot=bots[k], share=round(mean, 4), low=round(low, 4), high=round(high, 4), elo=round(rating, 0)
    )


def bradley_terry(wins: Any) -> list[float]:
    """Ratings that explain how often each bot beats another (Elo scale, mean 0), with half a win added to each side."""
    wins = np.array(wins, float)
    met = wins + wins.T > 0
    wins = wins + np.where(met, 0.5, 0.0)
    games = wins + wins.T
    strength = np.ones(len(wins))
    for _ in range(ROUNDS):
        pairs = np.divide(games, strength[:, None] + strength[None, :], where=met, out=np.zeros_like(games))
        strength = wins.sum(axis=1) / pairs.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    return [float(value) for value in 400 * np.log10(strength)]
