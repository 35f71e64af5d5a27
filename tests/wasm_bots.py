"""Asks bots natively and in WebAssembly and compares their answers: `python -m tests.wasm_bots --positions 1000`.

In every position all five levels choose a move from what their seat was shown, hints and win chances are computed, and
a move is appraised for luck and skill, with the same seed and the same number of iterations.
"""

import argparse
import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

import msgspec

import hatbox
from hatbox import conformance
from hatbox.bots import Budget, exact, move_of
from hatbox.bots.account import Appraiser
from hatbox.bots.levels import LEVELS
from hatbox.bots.memory import salt_of
from hatbox.bots.players import make_bot
from hatbox.game import Game
from hatbox.match.match import Match
from hatbox.options import Value
from tests.wasm_equality import WEB

PLIES = 90  # of one game
EACH = 4  # positions of one game
SMALL = 40_000  # numbers in a table that is quickly solved: hat_stairs for two on the usual stairs
ITERATIONS = (7, 60, 240)  # in turn
Settings = Sequence[tuple[int, dict[str, Value]]]


def plays(slug: str, settings: Settings = ()) -> Iterator[tuple[Game, int]]:
    """Games of every setting, or of the given ones, each with a seed; endless."""
    for seed, (players, options) in enumerate(
        cycle(settings or conformance.settings(hatbox.rulebooks()[slug]))
    ):
        yield hatbox.load(slug, players, **options), seed


def asked(game: Game, seed: int, largest: int) -> tuple[Match, dict[str, Any]]:
    """A random game, and what is asked in some of its positions."""
    match, dice = game.match(seed=seed), random.Random(seed)
    questions: list[dict[str, Any]] = []
    wanted = set(dice.sample(range(PLIES), 4 * EACH))
    while not match.over and match.ply < PLIES:
        if match.ply in wanted and len(match.legal) > 1 and len(questions) < EACH:
            question = {"ply": match.ply, "seed": dice.getrandbits(60), "salt": salt_of(match)}
            question["action"] = dice.choice(match.legal)
            solved = 0 < exact.size_of(match.now.states) <= largest
            questions.append(
                question | {"iterations": ITERATIONS[(seed + len(questions)) % 3], "solved": solved}
            )
        match.play(dice.choice(match.legal))
    start = {"players": game.players, "options": game.options, "seed": seed, "actions": match.actions}
    texts = [question | {name: str(question[name]) for name in ("seed", "salt")} for question in questions]
    return match, start | {"questions": texts}


def answered(match: Match, question: dict[str, Any]) -> dict[str, Any]:
    """What the bots say in a position of a game; a table that is not to be solved is never ready."""
    match = match.fork(question["ply"])
    budget = Budget(iterations=question["iterations"], seed=int(question["seed"]))
    key = (match.game.slug, int(exact.key_of(match.now.states)))
    if question["solved"]:
        exact.table_for(match.game, match.now.states, wait=True)
    else:
        exact._tables.pop(key, None)
        exact._solving[key] = _nobody
    hints = [
        [one.action, one.chance, one.margin, msgspec.to_builtins(one.facts)]
        for one in match.hint(match.turn, budget)
    ]
    appraiser = Appraiser(match.game, int(question["seed"]))
    appraised = appraiser.appraise(match.now.states, 0, question["action"], match.ply)
    odds = [match.evaluate(seat, budget) for seat in (match.turn, -1)]
    return {
        "moves": [move_of(make_bot(level), match, budget) for level in LEVELS],
        "hints": hints,
        "appraised": [appraised.best, appraised.parts.tolist()],
        "odds": [[one.chances, one.margins] for one in odds],
    }


class _Nobody:
    """A stand-in for a thread that solves a table: it never does."""

    def join(self, timeout: float | None = None) -> None:
        """Return at once."""


_nobody: Any = _Nobody()


def compare(slug: str, positions: int, largest: int = SMALL, settings: Settings = ()) -> tuple[int, int]:
    """Raise AssertionError if the two differ; returns the numbers of positions and of those with exact values.

    Tables of at most `largest` numbers are solved; if one is larger, level 5 searches on both sides.
    """
    command = ["node", str(WEB / "scripts" / "answer.mjs"), slug]
    compared = solved = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=WEB
    ) as browser:
        assert browser.stdin and browser.stdout
        for game, seed in islice(plays(slug, settings), 100 * positions):
            match, wanted = asked(game, seed, largest)
            browser.stdin.write(json.dumps(wanted) + "\n")
            browser.stdin.flush()
            found = json.loads(browser.stdout.readline())
            for question, there in zip(wanted["questions"], found, strict=True):
                where = f"{slug}, {conformance.name(game.players, game.options)}, seed {seed}, {question}"
                assert answered(match, question) == there, where
                compared, solved = compared + 1, solved + question["solved"]
            if compared >= positions:
                break
    return compared, solved


def main() -> None:
    """Compare all games, or those that are named."""
    parser = argparse.ArgumentParser()
    products = [slug for slug, book in hatbox.rulebooks().items() if book.product]
    parser.add_argument("slugs", nargs="*", default=products)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--largest", type=int, default=SMALL, help="numbers of a table that is solved")
    given = parser.parse_args()
    for slug in given.slugs:
        compared, solved = compare(slug, given.positions, given.largest)
        print(f"{slug}: all answers are equal in {compared} positions, {solved} of them solved")  # noqa: T201


if __name__ == "__main__":
    main()
