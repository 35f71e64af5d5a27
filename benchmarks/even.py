"""`python -m benchmarks.even`: which warnings make a game of two levels even, measured.

For every game and pair of levels the help for the weaker one is found by halving, until it wins 45 to 55 games in 100:
from no help over warnings before ever smaller mistakes to a hint at every move (`hatbox.lab.warned`). Games are
seat-rotated and seed-paired, with iteration budgets, and kept in even.json as letters (won, lost, drawn): the command
goes on from where it stopped, and every row can be repeated exactly. The rows go into src/hatbox/lab/measured and
docs/lab.md. After a change of the bots, remove what was kept of that game.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.variants_page import DATA, PAGE, text_of
from hatbox.bots import Bot, Budget
from hatbox.bots.levels import LEVELS, bot_of
from hatbox.game import load
from hatbox.lab.arena import shares
from hatbox.lab.simulate import play_out
from hatbox.lab.statistics import SURE, interval
from hatbox.lab.warned import EVERY, WarnedBot

KEPT = Path(__file__).parent / "even.json"
BEGIN, END = "<!-- even: begin -->", "<!-- even: end -->"
GAMES = ("hat_stairs", "vanished_animal", "magic_hexagon", "great_hall", "catch_the_hat")
ITERATIONS = 2_000  # of the strongest level and of the adviser
NO_HELP, EVERY_MOVE = 1001, 0  # beside wins in 1,000 that a move must give away
STEPS = (
    NO_HELP, 500, 400, 300, 250, 200, 160, 130, 100, 80, 65, 50, 40, 32, 25, 20, 16, 13, 10, 8, 6, 5, 4, 3, 2, 1,
    EVERY_MOVE,
)  # fmt: skip
LOW, HIGH = 0.45, 0.55  # what counts as even
CHECKS = (40, 100, 250, 500)  # games after which a step is given up that is probably too little or too much
FULL = 1_000  # games after which the share itself decides
LETTERS = {0.0: "l", 0.5: "d", 1.0: "w"}
SHARES = {letter: share for share, letter in LETTERS.items()}
Kept = dict[str, str]


class Pair(NamedTuple):
    """Two levels at one game, the weaker one first."""

    slug: str
    weak: str
    strong: str

    def name(self, step: int) -> str:
        """How games with one help are kept."""
        return f"{self.slug} {self.weak} {self.strong} {step} {ITERATIONS}"


def pairs(slug: str) -> list[Pair]:
    """All pairs of levels."""
    return [Pair(slug, weak, strong) for weak, strong in combinations(LEVELS, 2)]


def play_block(pair: Pair, step: int, block: int) -> str:
    """One seed with both seats: how the weaker one did with this help."""
    game, letters = load(pair.slug, 2), ""
    for turned in range(2):
        match, seats = game.match(seed=block), [turned, 1 - turned]
        bots: list[Bot] = [helped(pair.weak, step), bot_of(pair.strong)]
        seed = block * 1_000_003 + turned * 10_007
        play_out(match, [bots[k] for k in seats], Budget(iterations=ITERATIONS), seed)
        letters += LETTERS[shares(match.returns, seats, 2)[0]]
    return letters


def helped(level: str, step: int) -> Bot:
    """The bot of a level with this help."""
    if step == NO_HELP:
        return bot_of(level)
    return WarnedBot(bot_of(level), EVERY if step == EVERY_MOVE else step / 1000, ITERATIONS)


def share(letters: str) -> list[float]:
    """What the weaker one won, with its 95 % interval."""
    won = [SHARES[letter] for letter in letters]
    return [sum(won) / len(won), *interval(won, 2)]


def too_much(letters: str) -> int:
    """1: this help is too much, -1: too little, 0: it may be right; with all games there the share itself decides."""
    if len(letters) >= FULL:
        mean = share(letters)[0]
        return int(mean > HIGH) - int(mean < LOW)
    for games in CHECKS:
        if len(letters) >= games:
            mean, low, high = share(letters[:games])
            wide = (high - low) / 2 / SURE
            if mean - wide > HIGH or mean + wide < LOW:
                return 1 if mean > HIGH else -1
    return 0


def next_step(kept: Kept, pair: Pair) -> int | None:
    """The step to play at, halving in; None: none of them is right."""
    little, much = -1, len(STEPS)
    while much - little > 1:
        middle = (little + much) // 2
        found = too_much(kept.get(pair.name(STEPS[middle]), ""))
        if found == 0:
            return STEPS[middle]
        little, much = (little, middle) if found > 0 else (middle, much)
    return None


def measure(kept: Kept, pair: Pair, games: int, is_late: Callable[[], bool]) -> None:
    """Play until a step that is right has so many games; every block is written down at once."""
    while not is_late():
        step = next_step(kept, pair)
        if step is None or len(found := kept.get(pair.name(step), "")) >= games:
            return
        kept[pair.name(step)] = found + play_block(pair, step, len(found) // 2)
        new = KEPT.with_suffix(".new")
        new.write_text(json.dumps(kept, indent=0) + "\n", "utf-8")
        os.replace(new, KEPT)


def known() -> Kept:
    """What was played."""
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def best_step(kept: Kept, pair: Pair) -> int | None:
    """The step whose share is nearest to one half, among those with the most games; None: nothing was played."""
    played = {step: kept[pair.name(step)] for step in STEPS if kept.get(pair.name(step))}
    if not played:
        return None
    most = max(map(len, played.values()))
    return min(
        (step for step, letters in played.items() if len(letters) >= most / 2),
        key=lambda step: abs(share(played[step])[0] - 0.5),
    )


def even_rows(slug: str) -> list[dict[str, Any]]:
    """For every pair the help with which it is even, for the waiting room."""
    kept, rows = known(), []
    for pair in pairs(slug):
        step = best_step(kept, pair)
        if step is None:
            continue
        letters = kept[pair.name(step)]
        rows.append(
            {
                "weak": pair.weak.removeprefix("level_"),
                "strong": pair.strong.removeprefix("level_"),
                "hints": -1 if step == EVERY_MOVE else 0,
                "warned": 0 if step in (NO_HELP, EVERY_MOVE) else step,
                "games": len(letters),
                "share": [round(one, 4) for one in share(letters)],
            }
        )
    return rows


def told(row: dict[str, Any]) -> str:
    """The help of a row in words."""
    if row["hints"]:
        return "a hint at every move"
    return f"warned from {row['warned'] / 10:g} wins in 100 on" if row["warned"] else "no help"


def without(kept: Kept, slug: str, row: dict[str, Any]) -> str:
    """What the weaker one wins without help, as far as that was played."""
    letters = kept.get(Pair(slug, f"level_{row['weak']}", f"level_{row['strong']}").name(NO_HELP), "")
    return f"{share(letters)[0]:.0%} of {len(letters):,}" if letters else "–"


def table() -> list[str]:
    """All rows, for the page."""
    kept = known()
    lines = [
        "| game | weaker | stronger | alone | help | games | wins of the weaker | 95 % interval | even |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for slug in sorted(GAMES):
        for row in even_rows(slug):
            mean, low, high = row["share"]
            lines.append(
                f"| {slug} | {row['weak']} | {row['strong']} | {without(kept, slug, row)} | {told(row)} | "
                f"{row['games']:,} | {mean:.1%} | {low:.1%} – {high:.1%} | {'yes' if LOW <= mean <= HIGH else 'no'} |"
            )
    return lines


def write_all() -> None:
    """Put the rows into the files of the lab, and the table between its marks."""
    for slug in GAMES:
        path = DATA / f"{slug}.json"
        path.write_text(
            text_of({**json.loads(path.read_text("utf-8")), "balanced": even_rows(slug)}), "utf-8"
        )
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    PAGE.write_text("\n".join([before + BEGIN, *table(), END + rest.split(END)[1]]), "utf-8")


def main() -> None:
    """Play what the command line names, and write the files."""
    parser = argparse.ArgumentParser()
    parser.add_argument("only", nargs="*", default=GAMES, help="games, such as hat_stairs")
    parser.add_argument("--games", type=int, default=1000, help="per pair at the step that is right")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long; 0: only write")
    args = parser.parse_args()
    kept, ends = known(), time.monotonic() + 60 * args.minutes
    for slug in args.only:
        for pair in pairs(slug):
            measure(kept, pair, args.games, lambda: time.monotonic() > ends)
    write_all()


if __name__ == "__main__":
    main()
