"""Bots against each other: seat-rotated, seed-paired matches over all cores, with intervals."""

import math
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import msgspec
import numpy as np

from hatbox.bots import Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.errors import HatboxError
from hatbox.game import load
from hatbox.options import Options

SURE = 1.96  # standard deviations of a 95 % interval


class Score(msgspec.Struct, frozen=True):
    """How one bot did: its share of the wins, with a 95 % interval."""

    bot: str
    share: float
    low: float
    high: float
    elo: float  # above the average of the others; 0 for two equal bots


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
    """One seed with every rotation of the seats: the share of each bot per game, draws and actions."""
    game = load(slug, players, **options)
    made = [make_bot(name) for name in bots]
    results = []
    for turned in range(players):
        seats = [(seat + turned) % players % len(bots) for seat in range(players)]
        match = game.match(seed=block)
        while not match.over:
            seed = block * 1_000_003 + turned * 10_007 + match.ply
            thought = replace(budget, seed=seed)
            match.play(move_of(made[seats[match.turn]], match, thought))
        results.append((shares(match.returns, seats, len(bots)), not match.winners, match.ply))
    return results


def shares(returns: list[float], seats: list[int], bots: int) -> list[float]:
    """How a won game is divided among the bots; a draw is divided among all seats."""
    won = [value > 0 for value in returns] if max(returns) > 0 else [True] * len(returns)
    found = [0.0] * bots
    for seat, bot in enumerate(seats):
        found[bot] += won[seat] / sum(won)
    return found


def tournament(
    slug: str,
    bots: list[str],
    games: int,
    players: int,
    options: Options,
    budget: Budget,
    progress: Callable[[int], None] | None = None,
) -> Arena:
    """Play the games over all cores and add them up."""
    if len(bots) < 2 or len(bots) > players:
        raise HatboxError(f"An arena of {players} players takes 2 to {players} bots, not {len(bots)}.")
    for name in bots:
        make_bot(name)
    results: list[Any] = []
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        blocks = range(-(-games // players))
        waiting = [pool.submit(play_block, slug, players, options, bots, budget, block) for block in blocks]
        for block in waiting:
            results += block.result()
            if progress:
                progress(players)
    return _report(slug, bots, players, results)


def _report(slug: str, bots: list[str], players: int, results: list[Any]) -> Arena:
    """Shares with intervals; a bot that fills several seats of a table is one competitor."""
    table = np.array([result[0] for result in results])
    margin = SURE * table.std(axis=0) / math.sqrt(len(table))
    means = table.mean(axis=0)
    scores = [
        Score(
            bot=name,
            share=round(float(mean), 4),
            low=round(float(max(0.0, mean - wide)), 4),
            high=round(float(min(1.0, mean + wide)), 4),
            elo=round(elo(float(mean), len(bots)), 0),
        )
        for name, mean, wide in zip(bots, means, margin, strict=True)
    ]
    return Arena(
        game=slug,
        players=players,
        games=len(results),
        draws=sum(result[1] for result in results),
        mean_actions=round(sum(result[2] for result in results) / len(results), 1),
        scores=scores,
    )


def elo(share: float, bots: int) -> float:
    """The rating difference to equal opponents that explains a share of the wins."""
    odds = max(share, 1e-6) * (bots - 1) / max(1 - share, 1e-6)
    return 400 * math.log10(odds)
