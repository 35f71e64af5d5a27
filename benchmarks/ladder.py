"""`python -m benchmarks.ladder`: measure the bots against each other, and write the tables of docs/bots.md.

Every pairing is seat-rotated and seed-paired, with iteration budgets, so that it can be repeated exactly. Results
are kept in ladder.json and taken up again: what was played with the same budget is not played twice. After a change of
the bots, take their entries out.
"""

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from hatbox.bots import Budget
from hatbox.bots.levels import LEVELS
from hatbox.lab.arena import interval, play_block

HOME = Path(__file__).parent.parent
KEPT, PAGE = Path(__file__).parent / "ladder.json", HOME / "docs" / "bots.md"
GAMES = {  # players, and iterations of the top level
    "great_hall": (4, 2_000),
    "magic_hexagon": (2, 2_000),
    "catch_the_hat": (2, 2_000),
    "hat_stairs": (2, 2_000),
    "vanished_animal": (2, 2_000),
}
BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
Kept = dict[str, dict[str, Any]]


def pairings(slug: str) -> list[tuple[str, str, int]]:
    """Who plays against whom, with how many iterations."""
    most = GAMES[slug][1]
    steps = [(above, below, most) for below, above in pairwise(LEVELS)]
    return [("search", "random", most // 10), ("search", "greedy", most // 5), *steps]


def play(kept: Kept, slug: str, pairing: tuple[str, str, int], games: int) -> None:
    """Play until so many games are kept; every block is written down at once."""
    one, other, iterations = pairing
    players = GAMES[slug][0]
    name = f"{slug} {players}p {one} {other} {iterations}"
    found = kept.setdefault(name, {"shares": []})
    while len(found["shares"]) < games:
        block = len(found["shares"]) // players
        results = play_block(slug, players, {}, [one, other], Budget(iterations=iterations), block)
        found["shares"] += [result[0][0] for result in results]
        KEPT.write_text(json.dumps(kept), "utf-8")


def row(name: str, shares: list[float]) -> str:
    """One line of the table."""
    slug, players, one, other, iterations = name.split(" ")
    mean, (low, high) = sum(shares) / len(shares), interval(shares)
    return (
        f"| {slug} | {players} | {one} | {other} | {iterations} | {len(shares)} | **{mean:.1%}** "
        f"| {low:.1%} – {high:.1%} |"
    )


def table(kept: Kept) -> list[str]:
    """All pairings that were played."""
    head = "| game | players | bot | against | iterations | games | share of wins | 95 % interval |"
    return [
        head,
        "|---|---|---|---|---|---|---|---|",
        *(row(name, kept[name]["shares"]) for name in sorted(kept)),
    ]


def write_page(kept: Kept) -> None:
    """Put the table between its marks."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    PAGE.write_text("\n".join([before + BEGIN, *table(kept), END + rest.split(END)[1]]), "utf-8")


def main() -> None:
    """Play what the command line names, and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="games per pairing")
    parser.add_argument("--only", default="", help="pairings that contain this text, such as greedy")
    args = parser.parse_args()
    kept: Kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for slug in args.games:
        for pairing in pairings(slug):
            if args.only in " ".join(map(str, pairing)):
                play(kept, slug, pairing, args.matches)
    write_page(kept)


if __name__ == "__main__":
    main()
