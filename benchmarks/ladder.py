"""`python -m benchmarks.ladder`: measure the bots against each other, and write the tables of docs/bots.md.

Every pairing is seat-rotated and seed-paired, with iteration budgets, so that it can be repeated exactly. Games are
kept in ladder.json as letters (won, lost, drawn) and taken up again: what was played with the same budget is not
played twice. After a change of the bots, their entries go to ladder_before.json, which the table
tells beside the new ones.
"""

import argparse
import json
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hatbox.bots import Budget
from hatbox.bots.levels import LEVELS
from hatbox.lab.arena import play_pieces
from hatbox.lab.places import CLUSTER, place
from hatbox.lab.statistics import interval
from hatbox.lab.work import Place, pieces_of, run

HOME = Path(__file__).parent.parent
KEPT, PAGE = Path(__file__).parent / "ladder.json", HOME / "docs" / "bots.md"
BEFORE = Path(__file__).parent / "ladder_before.json"
BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
LETTERS = {0.0: "l", 0.5: "d", 1.0: "w"}
SHARES = {letter: share for share, letter in LETTERS.items()}
STEPS = [(above, below) for below, above in pairwise(LEVELS)]
PARTS = (0.2, 0.5, 1.0)  # of the games: a little of everything first, in case that time runs out
Kept = dict[str, str]


class Pairing(NamedTuple):
    """Two bots at one game: `one` sits on every other seat; the top level and the search have the iterations."""

    slug: str
    players: int
    one: str
    other: str
    iterations: int

    @property
    def name(self) -> str:
        """How the games are kept."""
        return f"{self.slug} {self.players}p {self.one} {self.other} {self.iterations}"


def levels(slug: str, players: int, iterations: int) -> Iterator[Pairing]:
    """Every level against the one below."""
    return (Pairing(slug, players, one, other, iterations) for one, other in STEPS)


PAIRINGS = [  # the cheap ones first
    Pairing("magic_hexagon", 2, "search", "random", 50),
    Pairing("magic_hexagon", 2, "search", "greedy", 200),
    Pairing("catch_the_hat", 2, "search", "random", 100),
    Pairing("catch_the_hat", 2, "search", "greedy", 200),
    *levels("vanished_animal", 2, 2_000),
    *levels("hat_stairs", 2, 2_000),
    *levels("magic_hexagon", 2, 2_000),
    Pairing("great_hall", 4, "search", "random", 50),
    Pairing("great_hall", 4, "search", "greedy", 600),
    *levels("catch_the_hat", 2, 4_000),
    *levels("great_hall", 2, 4_000),  # with four players a game takes four times as long
]


def play(kept: Kept, pairing: Pairing, games: int, place: Place) -> None:
    """Play until so many games are kept; every block is written down at once, in the order of its seed."""
    slug, players, one, other, iterations = pairing
    blocks = range(len(kept.get(pairing.name, "")) // players, -(-games // players))
    pieces = pieces_of(slug, players, {}, [one, other], Budget(iterations=iterations), blocks, 1)
    for _, block in run(play_pieces, pieces, place):
        letters = "".join(LETTERS[shares[0]] for shares, _, _ in block.result["games"])
        kept[pairing.name] = kept.get(pairing.name, "") + letters
        new = KEPT.with_suffix(".new")
        new.write_text(json.dumps(kept, indent=0) + "\n", "utf-8")
        os.replace(new, KEPT)


def told(name: str, games: str) -> str:
    """Games, share of wins and interval; dashes where nothing was played."""
    if not games:
        return "– | – | –"
    shares = [SHARES[letter] for letter in games]
    low, high = interval(shares, int(name.split(" ")[1][:-1]))
    return f"{len(shares):,} | **{sum(shares) / len(shares):.1%}** | {low:.1%} – {high:.1%}"


def row(name: str, games: str, before: str) -> str:
    """One line of the table."""
    slug, players, one, other, iterations = name.split(" ")
    old = sum(SHARES[letter] for letter in before) / len(before) if before else 0.0
    was = f"{old:.1%} of {len(before):,}" if before else "–"
    return (
        f"| {slug} | {players[:-1]} | {one} | {other} | {int(iterations):,} | {told(name, games)} | {was} |"
    )


def table(kept: Kept, before: Kept) -> list[str]:
    """All pairings that were played, with the bots of now or with those before."""
    head = "| game | players | bot | against | iterations | games | share of wins | 95 % interval | earlier bots |"
    names = sorted({*kept, *before})
    rows = [row(name, kept.get(name, ""), before.get(name, "")) for name in names]
    return [head, "|---|---|---|---|---|---|---|---|---|", *rows]


def read(file: Path) -> Kept:
    """The games in a file."""
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def write_page(kept: Kept) -> None:
    """Put the table between its marks."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    PAGE.write_text(
        "\n".join([before + BEGIN, *table(kept, read(BEFORE)), END + rest.split(END)[1]]), "utf-8"
    )


def main() -> None:
    """Play what the command line names, and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "only", nargs="*", help="texts that a pairing must contain, such as great_hall greedy"
    )
    parser.add_argument(
        "--matches", type=int, default=1000, metavar="N", help="games per pairing; 0: only write"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0: all cores")
    parser.add_argument("--on", choices=[CLUSTER], default="", help="use a cluster")
    args = parser.parse_args()
    kept, here = read(KEPT), place(args.on, args.jobs)
    wanted = [pairing for pairing in PAIRINGS if all(text in pairing.name for text in args.only)]
    for part in PARTS:
        for pairing in wanted:
            play(kept, pairing, round(part * args.matches), here)
    write_page(kept)


if __name__ == "__main__":
    main()
