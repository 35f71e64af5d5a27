"""`python -m benchmarks.variants`: measure what every option of a game changes, for the house-rule lab.

Plays each game as it is, and with one option changed at a time, and writes src/hatbox/lab/measured/<game>.json: how
long games are, how often the seat that begins wins, how often the better player wins, and what hints are worth. Games
played are kept beside this file, so that it can be stopped and taken up again; budgets are iterations and seeds are
fixed, so that everything can be repeated. After a change of rules, bots or plans, remove what was kept.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.even import even_rows
from benchmarks.seats import seat_rows
from benchmarks.variants_page import DATA, text_of, write_page
from hatbox.bots import Bot, Budget
from hatbox.bots.advice import sides_of
from hatbox.bots.levels import bot_of
from hatbox.errors import BadOption
from hatbox.game import load, rulebooks
from hatbox.lab.arena import play_block, shares
from hatbox.lab.helped import ALWAYS, FIRST, HelpedBot
from hatbox.lab.simulate import play_out
from hatbox.lab.statistics import share, spread
from hatbox.options import Option, Options, Value

KEPT = Path(__file__).parent / "variants.kept.json"
HINTS = (0, 5, ALWAYS)
HELPED, HELPER, RIVAL = "level_2", "level_5", "level_4"
HELPER_ITERATIONS = 500
ENOUGH = 2_000  # iterations: a level has fewer of its own
PLAYERS = (2, 4)  # with which the options are measured
USUAL = 3  # times as many games as a change has: everything is compared with these
PARTS = (
    0.05,
    0.1,
    0.2,
    0.4,
    0.7,
    1.0,
)  # of the games: a little of everything first, in case that time runs out

STARTERS = {option.name for book in rulebooks().values() for option in book.options if option.seat}
CAPS = {"max_turns", "max_rounds", "roll_cap", "round_turn_cap"}  # reached by hardly any game
SHOWN = {"track_marks", "reveal_at_round_end"}  # change what the table shows to people; a bot plays the same
LEFT_OUT = STARTERS | CAPS | SHOWN
SOME: dict[str, tuple[int, ...]] = {  # of long spans
    "steps": (8, 10, 14, 16, 20),
    "hat_step": (2, 4, 8, 10, 12),
    "stall_remix": (12,),
}
NEEDS: dict[str, Options] = {  # what an option is measured with, because it does nothing alone
    "gold_capture": {"golden": True},
    "gold_winner": {"golden": True},
    "team_share_yellow": {"teams": "team"},
}


class Plan(NamedTuple):
    """Who plays a game, and how often."""

    even: str  # plays against its like
    strong: str
    weak: str
    games: int  # of each kind in a cell, and per number of hints
    iterations: int = ENOUGH


PLANS = {
    "hat_stairs": Plan("level_3", "level_4", "level_2", 400),
    "vanished_animal": Plan("level_3", "level_3", "level_1", 320),
    "magic_hexagon": Plan("level_3", "level_2", "level_1", 240),
    "great_hall": Plan("search", "search", "greedy", 160, 100),  # levels take five times as long here
    "catch_the_hat": Plan("level_2", "level_3", "level_1", 120),
}
Kept = dict[str, dict[str, list[float]]]  # what was played, by cell and kind


class Cell(NamedTuple):
    """A game with some players and options, as they differ from the usual."""

    slug: str
    players: int
    options: Options

    @property
    def name(self) -> str:
        """How its games are kept."""
        return f"{self.slug} {self.players} {json.dumps(self.options, sort_keys=True)}"


def changes(slug: str) -> Iterator[Options]:
    """Every single change of an option, with what it needs."""
    for option in rulebooks()[slug].options:
        if option.name not in LEFT_OUT and option.count == 1:
            for value in values(option):
                yield {**NEEDS.get(option.name, {}), option.name: value}


def values(option: Option) -> list[Value]:
    """The choices other than the default; a handful of a long span."""
    numbers = SOME.get(option.name) or range(option.span[0], option.span[1] + 1)
    return [value for value in option.choices or numbers if value != option.default]


def cells(slug: str) -> list[Cell]:
    """Everything that is measured about a game: the default with every number of players, then the changes."""
    found = [Cell(slug, players, {}) for players in sorted(rulebooks()[slug].players)]
    changed = [Cell(slug, players, options) for options in changes(slug) for players in PLAYERS]
    return found + [cell for cell in changed if is_allowed(cell)]


def is_allowed(cell: Cell) -> bool:
    """Whether the game takes these options with so many players."""
    try:
        load(cell.slug, cell.players, **cell.options)
    except BadOption:
        return False
    return True


def sides(cell: Cell) -> int:
    """Two teams, or everybody alone; every other seat belongs to a team."""
    game = load(cell.slug, cell.players, **cell.options)
    return sides_of(game.match(0))


def beginner(cell: Cell, block: int) -> int:
    """Who begins: the first seat where that can be chosen, the dealer's neighbour in great_hall (GH-07)."""
    game = load(cell.slug, cell.players, **cell.options)
    return 0 if STARTERS & set(game.options) else game.match(seed=block).turn


def play_even(cell: Cell, plan: Plan, block: int) -> dict[str, list[float]]:
    """A block among equals: actions, and the share of the side that began."""
    slug, players, options = cell
    teams, began = sides(cell), beginner(cell, block)
    results = play_block(
        slug, players, options, [plan.even] * players, Budget(iterations=plan.iterations), block
    )
    first = [
        sum(won[(seat + turned) % players] for seat in range(players) if seat % teams == began % teams)
        for turned, (won, _, _) in enumerate(results)
    ]
    return {"length": [float(result[2]) for result in results], "first": first}


def play_better(cell: Cell, plan: Plan, block: int) -> dict[str, list[float]]:
    """A block of the strong against the weak, on every other seat; of an odd number both have one more in turn."""
    slug, players, options = cell
    swapped = players % 2 * block % 2
    bots = [plan.weak, plan.strong] if swapped else [plan.strong, plan.weak]
    results = play_block(slug, players, options, bots, Budget(iterations=plan.iterations), block)
    return {"better": [result[0][swapped] for result in results]}


def play_helped(slug: str, hints: int, first: int, block: int) -> dict[str, list[float]]:
    """A block of the helped against a stronger one, with two players: its share, and its decisions."""
    game, found = load(slug, 2), {"share": [0.0, 0.0], "decisions": [0.0, 0.0]}
    for turned in range(2):
        match, seed = game.match(seed=block), block * 1_000_003 + turned * 10_007
        helped = HelpedBot(bot_of(HELPED), bot_of(HELPER), hints, HELPER_ITERATIONS, seed, first)
        seats = [turned, 1 - turned]
        bots: list[Bot] = [helped, bot_of(RIVAL)]
        play_out(match, [bots[k] for k in seats], Budget(iterations=ENOUGH), seed)
        found["share"][turned] = shares(match.returns, seats, 2)[0]
        found["decisions"][turned] = float(helped.decisions)
    return found


class Keeper:
    """The games that were played, and the files made of them."""

    def __init__(self, seconds: float) -> None:
        """Take up what is there; stop after some time."""
        self.kept: Kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
        self.ends = time.monotonic() + seconds
        self.fresh = False  # something was played that is not written down yet

    def count(self, name: str, kind: str) -> int:
        """How many games are there."""
        return len(self.kept.get(name, {}).get(kind, []))

    def add(self, name: str, played: dict[str, list[float]]) -> None:
        """Keep a block."""
        for kind, results in played.items():
            self.kept.setdefault(name, {}).setdefault(kind, []).extend(results)
        self.fresh = True

    def late(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self.ends

    def save(self, slug: str) -> None:
        """Write the games and the game's file, each at once or not at all, if there is something new."""
        if self.fresh:
            write(KEPT, json.dumps(self.kept, separators=(",", ":")) + "\n")
            write(DATA / f"{slug}.json", shown(self.kept, slug))
        self.fresh = False

    def measure(self, cell: Cell, plan: Plan, part: float) -> None:
        """Play a cell until it has its part of the games; the usual game has more."""
        wanted = part * plan.games * (1 if cell.options else USUAL)
        while not self.late() and self.count(cell.name, "length") < wanted:
            self.add(cell.name, play_even(cell, plan, self.count(cell.name, "length") // cell.players))
        while not self.late() and self.count(cell.name, "better") < wanted:
            self.add(cell.name, play_better(cell, plan, self.count(cell.name, "better") // cell.players))
        self.save(cell.slug)

    def help(self, slug: str, plan: Plan, part: float) -> None:
        """Play with hints; without any comes first and tells how many decisions a game has."""
        for hints in HINTS:
            name = f"{slug} help {hints}"
            while not self.late() and self.count(name, "share") < part * plan.games:
                block = self.count(name, "share") // 2
                self.add(name, play_helped(slug, hints, self.decisions(slug), block))
        self.save(slug)

    def decisions(self, slug: str) -> int:
        """Among how many decisions the hints lie: thirty, or the usual number of the first games if that is less."""
        counts = self.kept.get(f"{slug} help 0", {}).get("decisions", [])[:10]
        return max(max(HINTS), min(FIRST, round(sum(counts) / len(counts)))) if counts else FIRST


def write(path: Path, text: str) -> None:
    """Replace a file; who reads meanwhile sees the old one."""
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(text, "utf-8")
    os.replace(new, path)


def row(cell: Cell, played: dict[str, list[float]]) -> dict[str, Any]:
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


def shown(kept: Kept, slug: str) -> str:
    """The file of a game."""
    plan = PLANS[slug]
    rows = [row(cell, kept[cell.name]) for cell in cells(slug) if "better" in kept.get(cell.name, {})]
    played = {hints: kept.get(f"{slug} help {hints}", {}).get("share", []) for hints in HINTS}
    helped = [
        {"hints": hints, "games": len(results), "share": share(results, 2)}
        for hints, results in played.items()
        if results
    ]
    bots = {"even": plan.even, "strong": plan.strong, "weak": plan.weak, "iterations": plan.iterations}
    found = {"rows": rows, "help": helped, "seats": seat_rows(slug), "balanced": even_rows(slug)}
    return text_of({**bots, **found})


def main() -> None:
    """Measure what the command line names, for some minutes or until everything is there."""
    parser = argparse.ArgumentParser()
    parser.add_argument("only", nargs="*", default=list(PLANS), help="games, such as hat_stairs")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long; 0: only write")
    args = parser.parse_args()
    keeper = Keeper(60 * args.minutes)
    for slug in args.only:
        keeper.fresh = True
        keeper.save(slug)
    for part in PARTS:
        for slug in args.only:
            for cell in cells(slug):
                keeper.measure(cell, PLANS[slug], part)
            keeper.help(slug, PLANS[slug], part)
    write_page()


if __name__ == "__main__":
    main()
