"""Libraries play and think like Numba's code: `python -m tests.native_equality [--games 10000] [--searches 1000]`.

Each plays every game in its own process, in all settings of the conformance kit: random games with their lengths,
payoffs and last positions, and searches along random games with all visits and values of the first moves. It fails
unless the bytes are the same.
"""

import argparse
import hashlib
import os
import subprocess
import sys

import numpy as np

import hatbox
from hatbox import conformance
from hatbox.bots import Budget, move_of, seen_by
from hatbox.bots.players import Thinker, make_bot
from hatbox.engine import entries
from hatbox.game import Game

ITERATIONS = 200
LEVELS = ("level_1", "level_3", "level_5")
ALONG = 12  # plies between two positions that are searched


def games_of(game: Game, games: int) -> bytes:
    """Random games: how long they were, who won, and where they ended."""
    states, lengths, payoffs = game.states(2, 0), np.zeros(games, np.int32), np.zeros((games, game.players))
    entries.play_games(states, np.uint64(1), lengths, payoffs, game.buffer(), None)
    return lengths.tobytes() + payoffs.tobytes() + states.tobytes()


def thoughts_of(game: Game, searches: int) -> bytes:
    """Searches along random games: visits and values of all moves, and what levels choose."""
    found, seed = bytearray(), 0
    while searches > 0:
        match, seed = game.match(seed=seed), seed + 1
        dice = np.random.default_rng(seed)
        while not match.over and searches > 0:
            if match.ply % ALONG == 0:
                thinker = Thinker(seen_by(match, match.turn, seed), 2 * ITERATIONS, seed, 0, {})
                thinker.run(ITERATIONS)
                found += repr([(one.action, one.visits, one.value) for one in thinker.children()]).encode()
                budget = Budget(iterations=ITERATIONS, seed=seed)
                found += repr([move_of(make_bot(level), match, budget) for level in LEVELS]).encode()
                searches -= 1
            match.play(int(dice.choice(match.legal)))
    return bytes(found)


def fingerprint(slug: str, games: int, searches: int) -> str:
    """Everything a game does, as one line per setting."""
    settings = list(conformance.settings(hatbox.rulebooks()[slug]))
    lines = []
    for players, options in settings:
        game = hatbox.load(slug, players, **options)
        played = hashlib.sha256(games_of(game, -(-games // len(settings)))).hexdigest()[:16]
        thought = hashlib.sha256(thoughts_of(game, -(-searches // len(settings)))).hexdigest()[:16]
        lines.append(f"{slug} {players} players {options}: games {played}, thoughts {thought}")
    return "\n".join(lines)


def compare(slug: str, games: int, searches: int) -> tuple[str, str]:
    """The same from a library and compiled on the spot."""
    command = [
        sys.executable,
        "-m",
        "tests.native_equality",
        "--one",
        slug,
        f"--games={games}",
        f"--searches={searches}",
    ]
    runs = [{"HATBOX_COMPILE": ""}, {"HATBOX_COMPILE": "1"}]
    told = [
        subprocess.run(command, env=os.environ | one, capture_output=True, text=True, check=True)
        for one in runs
    ]
    return told[0].stdout, told[1].stdout


def main() -> int:
    """Compare all games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--searches", type=int, default=1_000)
    parser.add_argument("--one", default="", help="only say what this game does in this process")
    given = parser.parse_args()
    if given.one:
        print(fingerprint(given.one, given.games, given.searches))  # noqa: T201
        return 0
    wrong = 0
    for slug in hatbox.rulebooks():
        ahead, on_the_spot = compare(slug, given.games, given.searches)
        wrong += ahead != on_the_spot
        print(ahead if ahead == on_the_spot else f"NOT THE SAME\n{ahead}\n{on_the_spot}", flush=True)  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
