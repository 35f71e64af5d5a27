"""`python -m benchmarks.luck_values [GAME …]`: how well the values behind luck and skill foretell results.

Positions of games of bots are valued as reviews do, with the settings that games have now, and by the search. Told are
Brier scores: squared differences to the result, added up over the seats. All columns see the same positions, and the
seeds are not those on which the settings were chosen. The table goes into docs/bots.md.
"""

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hatbox.bots import Budget
from hatbox.bots.account import Appraiser
from hatbox.bots.advice import odds
from hatbox.bots.players import make_bot
from hatbox.game import load, rulebook, rulebooks
from hatbox.lab.simulate import play_out
from hatbox.lab.statistics import SURE

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- luck values: begin -->", "<!-- luck values: end -->"
FIRST_SEED = 100_000  # the settings were chosen on games with seeds below 150
EACH = 6  # positions of a game at most
SEARCHES = (50, 200, 1_000)
HEADS = (
    "game",
    "players",
    "games",
    "positions",
    "knowing nothing",
    "reviews",
    *(f"search, {n:,}" for n in SEARCHES),
)
HEADS = (*HEADS, "reviews less the longest search", "time of reviews", "of that search")


def scored(slug: str, players: int, games: int) -> list[tuple[float, ...]]:
    """Per game the mean scores of all columns, the times of reviews and of the longest search, and the positions."""
    game, rows = load(slug, players), []
    appraiser = Appraiser(game, 1)
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        match = game.match(seed=seed)
        play_out(match, [make_bot("level_4")] * players, Budget(iterations=200), seed * 7919)
        end, wanted = appraiser.value(match.now.states), np.random.default_rng(seed)
        plies = set(wanted.integers(0, match.ply, EACH).tolist())
        found = [_scores(appraiser, position, end) for position, _ in match.walk() if position.ply in plies]
        rows.append((*np.mean(found, axis=0), len(found)))
    return rows


def _scores(appraiser: Appraiser, position: Any, end: Any) -> list[float]:
    """The scores of one position, and two times."""
    even, started = np.full(len(end), end.sum() / len(end)), time.perf_counter()
    values = [even, appraiser.value(position.now.states)]
    taken = [time.perf_counter() - started]
    for iterations in SEARCHES:
        started = time.perf_counter()
        budget = Budget(iterations=iterations, seed=position.ply)
        values.append(np.array(odds(position, position.turn, budget).chances))
    taken.append(time.perf_counter() - started)
    return [*(float(((value - end) ** 2).sum()) for value in values), *taken]


def line(slug: str, players: int, games: int) -> str:
    """A line of the table."""
    rows = np.array(scored(slug, players, games))
    means, columns = rows.mean(axis=0), 2 + len(SEARCHES)
    apart = rows[:, 1] - rows[:, columns - 1]  # positions of one game end alike: games are what is counted
    wide = SURE * apart.std(ddof=1) / math.sqrt(games)
    cells = [f"{mean:.3f}" for mean in means[:columns]]
    cells += [
        f"{apart.mean():+.3f} ± {wide:.3f}",
        *(f"{1000 * one:.2f} ms" for one in means[columns : columns + 2]),
    ]
    return f"| {slug} | {players} | {games} | {int(rows[:, -1].sum())} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all games, or those that are named; a whole table is written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=40, help="of every number of players")
    given = parser.parse_args(arguments)
    slugs = given.slugs or [book.slug for book in rulebooks().values() if book.product]
    lines = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}"]
    for slug in slugs:
        for players in sorted(rulebook(slug).players):
            lines.append(line(slug, players, given.games))
            print(lines[-1], flush=True)
    if not given.slugs:
        text = PAGE.read_text()
        before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
        PAGE.write_text(before + "\n" + "\n".join(lines) + "\n" + after)


if __name__ == "__main__":
    main()
