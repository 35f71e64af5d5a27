"""`python -m benchmarks.budget`: how long moves take that may take so many milliseconds, in every game.

Moves of the search and of the top level along games of random moves; forced moves are not counted. All that a move
needs is in its time: what the seat may know, the tree, the search, the choice. Run it alone on the machine.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.match.match import Match

ALLOWED = 1.2  # of the budget


def positions(slug: str, wanted: int) -> Iterator[Match]:
    """Matches with a choice to make, from games of random moves."""
    dice, seed = random.Random(1), 0
    while True:
        match = hatbox.load(slug).match(seed=seed)
        seed += 1
        while not match.over:
            if len(match.legal) > 1:
                yield match
                wanted -= 1
                if wanted == 0:
                    return
            match.play(dice.choice(match.legal))


def times(
    slug: str, name: str, milliseconds: int, moves: int, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The milliseconds of so many moves, the longest last."""
    bot, found = make_bot(name), []
    move_of(bot, next(positions(slug, 1)), Budget(milliseconds=1))  # the compiled code is loaded before
    for number, match in enumerate(positions(slug, moves)):
        started = clock()
        move_of(bot, match, Budget(milliseconds=milliseconds, seed=number))
        found.append(1000 * (clock() - started))
    return sorted(found)


def main() -> None:
    """Measure, one line of JSON per game and budget."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--budgets", type=int, nargs="+", default=[20, 50, 100], metavar="MS")
    args = parser.parse_args()
    for slug in args.games or [slug for slug, book in hatbox.rulebooks().items() if book.product]:
        for milliseconds in args.budgets:
            found = times(slug, args.bot, milliseconds, args.moves)
            late = sum(one > ALLOWED * milliseconds for one in found)
            shown = {
                "p99": round(found[int(0.99 * len(found)) - 1], 1),
                "max": round(found[-1], 1),
                "late": late,
            }
            print(json.dumps({"game": slug, "bot": args.bot, "budget": milliseconds, **shown}), flush=True)


if __name__ == "__main__":
    main()
