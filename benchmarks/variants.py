"""`python -m benchmarks.variants`: measure what every option of a game changes, for the house-rule lab.

Plays each game as it is, with one option changed at a time and with the pairs of options that change most, and writes
src/hatbox/lab/measured/<game>.json: how long games are, how often the seat that begins wins, how often the better
player wins, and what hints are worth. The work is done in pieces (`hatbox.lab.work`), here or on a cluster, and kept
beside this file, so that it can be stopped and taken up again; budgets are iterations and seeds are fixed, so that
everything can be repeated. Rows that were measured elsewhere with more games stay as they are.
"""

import argparse
import json
import math
import os
import time
from collections import Counter, defaultdict
from itertools import combinations, product
from pathlib import Path
from typing import Any

from benchmarks.even import even_rows
from benchmarks.seats import seat_rows
from benchmarks.variants_games import (
    HELPER,
    HINTS,
    PLANS,
    PLAYERS,
    RIVAL,
    Cell,
    Plan,
    cells,
    decisions_of,
    helped_name,
    is_allowed,
    play,
    sides,
)
from benchmarks.variants_page import DATA, Row, pairs, size, text_of, write_page
from hatbox.bots import Budget
from hatbox.lab.places import CLUSTER, place
from hatbox.lab.statistics import share, spread
from hatbox.lab.work import Kept, Piece, Place, pieces_of, run

KEPT = Path(__file__).parent / "variants.kept.jsonl"
USUAL = 2  # times as many games as a change has: everything is compared with these
PARTS = (0.05, 0.2, 0.5, 1.0)  # of the games: a little of everything first, in case that time runs out
TOGETHER = 3  # of the options that change a game most, every pair is measured too
BLOCKS = 10  # seeds in a piece of work

Played = dict[str, dict[str, list[float]]]  # results by cell and kind


def pieces_of_cell(cell: Cell, plan: Plan, part: float) -> list[Piece]:
    """The games of a cell among equals, and those of the stronger against the weaker."""
    games = part * plan.games * (1 if cell.options else USUAL)
    seeds, budget = range(math.ceil(games / cell.players)), Budget(iterations=plan.iterations)
    bots = ((plan.even,), (plan.strong, plan.weak))
    return [piece for kind in bots for piece in pieces_of(*cell, kind, budget, seeds, BLOCKS)]


class Measurement:
    """The games of one run, and the files made of them."""

    def __init__(self, where: Place, kept: Kept, seconds: float) -> None:
        """Take up what is kept; stop after some time."""
        self._where, self._kept = where, kept
        self._ends = time.monotonic() + seconds
        self.cells: dict[str, Cell] = {}
        self.played: Played = {}

    def late(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self._ends

    def _add(self, wanted: list[tuple[str, Piece]]) -> None:
        """Play pieces, each with the name of its cell, until it is late; an unfinished cell does not count."""
        missing = Counter(name for name, _ in wanted)
        found: Played = defaultdict(lambda: defaultdict(list))
        done = run(play, [piece for _, piece in wanted], self._where, self._kept)
        for (name, _), (_, one) in zip(wanted, done, strict=True):
            for kind, results in one.result.items():
                found[name][kind] += results
            missing[name] -= 1
            if self.late():
                break
        self.played |= {name: kinds for name, kinds in found.items() if not missing[name]}

    def measure(self, wanted: list[Cell], part: float) -> None:
        """Play a part of the games of some cells."""
        self.cells |= {cell.name: cell for cell in wanted}
        plan = PLANS[wanted[0].slug]
        self._add([(cell.name, piece) for cell in wanted for piece in pieces_of_cell(cell, plan, part)])

    def help(self, slug: str, part: float) -> None:
        """Play with hints; without any comes first and tells how many decisions a game has."""
        plan = PLANS[slug]
        for hints in HINTS:
            unhelped = self.played.get(help_name(slug, 0), {}).get("decisions", [])[:10]
            bots = (helped_name(hints, decisions_of(unhelped)), HELPER, RIVAL)
            budget, seeds = Budget(iterations=plan.iterations), range(math.ceil(part * plan.helped / 2))
            pieces = pieces_of(slug, 2, {}, bots, budget, seeds, BLOCKS)
            if not self.late():
                self._add([(help_name(slug, hints), piece) for piece in pieces])

    def write(self, slug: str) -> None:
        """Bring the file of a game up to date: of every cell the row with more games stays."""
        old = measured(slug)
        offered = [cell.name for cell in cells(slug)]
        rows = {
            cell.name: one for one in old.get("rows", []) if is_offered(cell := cell_of(slug, one), offered)
        }
        for name, cell in self.cells.items():
            games = len(self.played.get(name, {}).get("length", []))
            if cell.slug == slug and games >= rows.get(name, {"games": 1})["games"]:
                rows[name] = row(cell, self.played[name])
        helped = {one["hints"]: one for one in old.get("help", [])}
        for hints in HINTS:
            results = self.played.get(help_name(slug, hints), {}).get("share", [])
            if len(results) >= helped.get(hints, {"games": 1})["games"]:
                helped[hints] = {"hints": hints, "games": len(results), "share": share(results, 2)}
        write(DATA / f"{slug}.json", text_of(shown(slug, rows, helped)))


def help_name(slug: str, hints: int) -> str:
    """How games with so many hints are called beside the cells."""
    return f"{slug} help {hints}"


def measured(slug: str) -> dict[str, Any]:
    """What the file of a game says."""
    path = DATA / f"{slug}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def write(path: Path, text: str) -> None:
    """Replace a file; a reader sees the old one or the new one."""
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(text, "utf-8")
    os.replace(new, path)


def row(cell: Cell, played: dict[str, list[float]]) -> Row:
    """What is told about a cell."""
    return {
        "players": cell.players,
        "options": cell.options,
        "sides": sides(cell),
        "games": len(played["length"]),
        "pairs": len(played["better"]),
        "length": spread(played["length"], cell.players),
        "first": share(played["first"], cell.players),
        "better": share(played["better"], cell.players),
    }


def shown(slug: str, rows: dict[str, Row], helped: dict[int, Row]) -> dict[str, Any]:
    """The data of a game, in the order of its options; pairs of options come last."""
    plan, order = PLANS[slug], [cell.name for cell in cells(slug)]
    names = sorted(rows, key=lambda name: order.index(name) if name in order else len(order))
    bots = {"even": plan.even, "strong": plan.strong, "weak": plan.weak, "iterations": plan.iterations}
    found = {"rows": [rows[name] for name in names], "help": [helped[k] for k in HINTS if k in helped]}
    return {**bots, **found, "seats": seat_rows(slug), "balanced": even_rows(slug)}


def cell_of(slug: str, one: Row) -> Cell:
    """The cell that a row tells about."""
    return Cell(slug, one["players"], one["options"])


def is_offered(cell: Cell, offered: list[str]) -> bool:
    """Whether a cell is still to be told about: a single change, or a pair of them."""
    alone = [Cell(cell.slug, cell.players, {name: value}).name for name, value in cell.options.items()]
    return cell.name in offered or (is_allowed(cell) and set(alone) <= set(offered))


def together(slug: str) -> list[Cell]:
    """Pairs of the options that change the game most by what is measured, each with its most telling value."""
    found = []
    for players in PLAYERS:
        rows = [one for one in measured(slug).get("rows", []) if one["players"] == players]
        alone = [one for one in rows if len(one["options"]) <= 1]
        telling: dict[str, Any] = {}
        for before, after in sorted(pairs(alone), key=lambda pair: -size(*pair)):
            for name, value in after["options"].items():
                if size(before, after):
                    telling.setdefault(name, value)
        found += [
            Cell(slug, players, dict(pair)) for pair in combinations(list(telling.items())[:TOGETHER], 2)
        ]
    return [cell for cell in found if is_allowed(cell)]


def wanted_cells(slug: str, option: str) -> list[Cell]:
    """The cells of a game, or those in which one option is changed, with the usual game beside them."""
    every = [*cells(slug), *together(slug)]
    return [cell for cell in every if not option or not cell.options or option in cell.options]


def main() -> None:
    """Measure what the command line names, for some minutes or until everything is there."""
    parser = argparse.ArgumentParser()
    parser.add_argument("only", nargs="*", default=list(PLANS), help="games, such as hat_stairs")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long; 0: only write")
    parser.add_argument("--option", default="", help="only this option, beside the usual game")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0: all cores")
    parser.add_argument("--on", default="", choices=("", CLUSTER), help="a cluster instead")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the file in which results are kept")
    args = parser.parse_args()
    with Kept(args.keep) as kept:
        measurement = Measurement(place(args.on, args.jobs), kept, 60 * args.minutes)
        for part, slug in product(PARTS, args.only):
            wanted = wanted_cells(slug, args.option)
            if wanted and not measurement.late():
                measurement.measure(wanted, part)
            if not args.option:
                measurement.help(slug, part)
            measurement.write(slug)
    write_page()


if __name__ == "__main__":
    main()
