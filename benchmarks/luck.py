"""`python -m benchmarks.luck [GAME …] --games 10000`: luck and skill over many games of bots.

Every game is played by bots with a seed of its own and told apart. Checked are two laws: start, luck and decisions make
the result, to a billionth; and random events and hidden things are zero on average for every seat, which the table
shows with 95 % intervals. With `--write` the luck of the winners goes into src/hatbox/lab/luck, by tenths: the page
tells a winner from it whether others needed more.
"""

import argparse
import json
import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from hatbox.bots import Budget
from hatbox.bots.account import Samples, account_of
from hatbox.bots.players import make_bot
from hatbox.game import load, rulebook, rulebooks
from hatbox.lab.simulate import play_out
from hatbox.lab.statistics import SURE

HOME = Path(__file__).parent.parent / "src" / "hatbox" / "lab" / "luck"
EXACT = 1e-9
CHUNK = 20  # games of one task
LEVELS = ("level_2", "level_3", "level_4")  # in turn, so that equals play
COLUMNS = ("chance", "hidden", "others", "further", "own")

Rows = list[list[tuple[float, ...]]]  # per game and seat: the columns, luck, result


def play_chunk(slug: str, players: int, first: int, count: int, iterations: int, samples: Samples) -> Rows:
    """Some games, each told apart; raises where the parts do not make the result."""
    game, found = load(slug, players), []
    for seed in range(first, first + count):
        match = game.match(seed=seed)
        bots = [make_bot(LEVELS[seed % len(LEVELS)])] * players
        play_out(match, bots, Budget(iterations=iterations), seed * 1_000_003)
        seats = account_of(match, samples).seats
        gap = max(abs(seat.start + seat.luck + seat.own - seat.result) for seat in seats)
        assert gap < EXACT, f"{slug} for {players}, seed {seed}: {gap} is missing"
        found.append([(*(getattr(seat, name) for name in COLUMNS), seat.luck, seat.result) for seat in seats])
    return found


def measured(slug: str, players: int, given: argparse.Namespace, pool: ProcessPoolExecutor) -> Any:
    """All games as numbers by game, seat and column."""
    samples = Samples(given.worlds, given.draws, 4)
    waiting = [
        pool.submit(
            play_chunk,
            slug,
            players,
            given.seed + at,
            min(CHUNK, given.games - at),
            given.iterations,
            samples,
        )
        for at in range(0, given.games, CHUNK)
    ]
    return np.array([game for chunk in waiting for game in chunk.result()])


def lines(slug: str, players: int, rows: Any) -> Iterator[str]:
    """A line of the table per seat: means with intervals, and how widely luck and decisions spread."""
    for seat in range(players):
        cells = []
        for column in range(2):
            numbers = 100 * rows[:, seat, column]
            wide = SURE * numbers.std(ddof=1) / math.sqrt(len(numbers))
            cells.append(f"{numbers.mean():+.2f} ± {wide:.2f}")
        cells += [f"{100 * rows[:, seat, column].std(ddof=1):.0f}" for column in range(len(COLUMNS))]
        cells.append(f"{100 * rows[:, seat, COLUMNS.index('own')].mean():+.1f}")
        yield f"| {slug} | {players} | {seat + 1} | {len(rows):,} | {' | '.join(cells)} |"


def winners(rows: Any) -> dict[str, Any]:
    """How many winners there were, and the limits between the tenths of their luck."""
    luck = rows[:, :, -2][rows[:, :, -1] > 0.99]
    if not len(luck):
        return {"winners": 0, "tenths": []}
    tenths = np.percentile(luck, range(10, 100, 10))
    return {"winners": len(luck), "tenths": [round(float(limit), 4) for limit in tenths]}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all games, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000, help="of every number of players")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=60, help="of the bots")
    parser.add_argument("--worlds", type=int, default=4)
    parser.add_argument("--draws", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true", help="write what is told of winners")
    given = parser.parse_args(arguments)
    slugs = given.games_named or [book.slug for book in rulebooks().values() if book.product]
    heads = ("game", "players", "seat", "games", "chance", "hidden", *(f"spread of {one}" for one in COLUMNS))
    print(f"| {' | '.join((*heads, 'decisions'))} |\n|{'---|' * (len(heads) + 1)}", flush=True)
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for slug in slugs:
            file, known = HOME / f"{slug}.json", {}
            if file.exists():
                known = json.loads(file.read_text())
            for players in [given.players] if given.players else rulebook(slug).players:
                rows = measured(slug, players, given, pool)
                print("\n".join(lines(slug, players, rows)), flush=True)
                known[str(players)] = winners(rows)
            if given.write:
                HOME.mkdir(exist_ok=True)
                file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
