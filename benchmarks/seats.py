"""`python -m benchmarks.seats`: how often each seat wins among equals, and how long such games are.

One bot sits in all seats; every game has a seed of its own, and budgets are iterations, so that everything can be
repeated. Games are kept in seats.json as (winners, actions, who began) and taken up again. The table goes into
docs/bots.md, the shares go into src/hatbox/lab/measured. After a change of the bots, take their entries out.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.variants_page import DATA, text_of
from hatbox.bots import Budget
from hatbox.bots.levels import bot_of
from hatbox.game import load
from hatbox.lab.simulate import play_out
from hatbox.lab.statistics import SURE, interval

HOME = Path(__file__).parent.parent
KEPT, PAGE = Path(__file__).parent / "seats.json", HOME / "docs" / "bots.md"
BEGIN, END = "<!-- seats: begin -->", "<!-- seats: end -->"
Played = tuple[list[int], int, int]  # winners (none: a draw), actions, who began
Kept = dict[str, list[Played]]


class Company(NamedTuple):
    """A game whose seats are all taken by one bot."""

    slug: str
    players: int
    bot: str
    iterations: int
    games: int

    @property
    def name(self) -> str:
        """How the games are kept."""
        return f"{self.slug} {self.players}p {self.bot} {self.iterations}"


COMPANIES = [
    Company("magic_hexagon", 2, "level_5", 500, 2_000),
    Company("great_hall", 3, "level_5", 500, 1_000),
    Company("great_hall", 4, "level_5", 1_500, 200),
    Company("great_hall", 4, "level_3", 300, 200),
    Company("great_hall", 4, "level_2", 80, 200),
    Company("great_hall", 4, "level_1", 24, 200),
]


def play_one(company: Company, seed: int) -> Played:
    """One game of equals."""
    match = load(company.slug, company.players).match(seed=seed)
    began = match.turn
    bots = [bot_of(company.bot)] * company.players
    play_out(match, bots, Budget(iterations=company.iterations), seed * 1_000_003, [company.bot] * len(bots))
    return sorted(match.winners), match.ply, began


def measure(kept: Kept, company: Company, is_late: Callable[[], bool]) -> None:
    """Play until all games are there or the time is over; every game is written down at once."""
    games = kept.setdefault(company.name, [])
    while len(games) < company.games and not is_late():
        games.append(play_one(company, len(games)))
        text = ",\n".join(f" {json.dumps(name)}: {json.dumps(found)}" for name, found in kept.items())
        new = KEPT.with_suffix(".new")
        new.write_text(f"{{\n{text}\n}}\n", "utf-8")
        os.replace(new, KEPT)


def known() -> Kept:
    """What was played."""
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def share(games: list[Played], players: int, seat: int) -> list[float]:
    """What a seat won, with its 95 % interval; a draw is divided among all."""
    won = [(seat in winners) / len(winners) if winners else 1 / players for winners, _, _ in games]
    return [round(one, 4) for one in (sum(won) / len(won), *interval(won))]


def seat_rows(slug: str) -> list[dict[str, Any]]:
    """The shares of the seats where the best bots play a game without teams, for the lab."""
    kept = known()
    return [
        {
            "players": one.players,
            "games": len(kept[one.name]),
            "shares": [share(kept[one.name], one.players, seat) for seat in range(one.players)],
        }
        for one in COMPANIES
        if one.slug == slug and one.players < 4 and kept.get(one.name)
    ]


def row(name: str, games: list[Played]) -> str:
    """One line of the table."""
    slug, players, bot, iterations = name.split(" ")
    seats = int(players[:-1])
    shares = " / ".join(
        f"{one:.1%} ({low:.1%} – {high:.1%})"
        for one, low, high in (share(games, seats, k) for k in range(seats))
    )
    lengths = [float(actions) for _, actions, _ in games]
    mean = sum(lengths) / len(lengths)
    wide = SURE * math.sqrt(
        sum((one - mean) ** 2 for one in lengths) / max(1, len(lengths) - 1) / len(lengths)
    )
    return f"| {slug} | {seats} | {bot} | {int(iterations):,} | {len(games):,} | {shares} | {mean:.0f} (± {wide:.0f}) |"


def write_page(kept: Kept) -> None:
    """Put the table between its marks."""
    head = [
        "| game | players | bots | iterations | games | wins of the seats | actions |",
        "|---|---|---|---|---|---|---|",
    ]
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    rows = [row(one.name, kept[one.name]) for one in COMPANIES if kept.get(one.name)]
    PAGE.write_text("\n".join([before + BEGIN, *head, *rows, END + rest.split(END)[1]]), "utf-8")


def write_measured() -> None:
    """Put the shares into the files of the lab."""
    for path in sorted(DATA.glob("*.json")):
        data = json.loads(path.read_text("utf-8"))
        path.write_text(text_of({**data, "seats": seat_rows(path.stem)}), "utf-8")


def main() -> None:
    """Play what the command line names, and write the pages."""
    parser = argparse.ArgumentParser()
    parser.add_argument("only", nargs="*", help="texts that a name must contain, such as great_hall 3p")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long; 0: only write")
    args = parser.parse_args()
    kept, ends = known(), time.monotonic() + 60 * args.minutes
    for company in COMPANIES:
        if all(text in company.name for text in args.only):
            measure(kept, company, lambda: time.monotonic() > ends)
    write_page(kept)
    write_measured()


if __name__ == "__main__":
    main()
