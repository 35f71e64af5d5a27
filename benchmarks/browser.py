"""`python -m benchmarks.browser`: the search in WebAssembly (node) against native code, in turns, same positions."""

import argparse
import json
import random
import subprocess
import time
from pathlib import Path

import hatbox
from hatbox.bots import seen_by
from hatbox.bots.players import NODES, Thinker
from hatbox.match.match import Match

WEB = Path(__file__).parents[1] / "web"
PLIES = 60  # random moves among which a position with many choices is looked for
PLACES = {
    "hat_stairs": 2,
    "vanished_animal": 3,
    "great_hall": 4,
    "magic_hexagon": 2,
    "catch_the_hat": 4,
}  # players


def wide_position(slug: str, seed: int) -> Match:
    """The position of a random game with the most legal moves, the first of those."""
    match, dice = hatbox.load(slug, PLACES[slug]).match(seed=seed), random.Random(seed)
    widths = [len(match.legal)]
    while not match.over and match.ply < PLIES:
        match.play(dice.choice(match.legal))
        widths.append(len(match.legal))
    return match.fork(widths.index(max(widths)))


def native(match: Match, iterations: int) -> float:
    """Iterations a second here."""
    thinker = Thinker(seen_by(match, match.turn, 1), NODES, 1, 0, {})
    started = time.perf_counter()
    thinker.run(iterations)
    return iterations / (time.perf_counter() - started)


def main() -> None:
    """Print iterations a second, the best of some rounds, for every game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("slugs", nargs="*", default=list(PLACES))
    parser.add_argument("--iterations", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    command = ["node", str(WEB / "scripts" / "speed.mjs")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=WEB) as browser:
        assert browser.stdin and browser.stdout
        for slug in given.slugs:
            match = wide_position(slug, 1)
            asked = {"slug": slug, "players": match.game.players, "seed": 1, "actions": match.actions}
            found = []
            for _ in range(given.rounds):
                here = native(match, given.iterations)
                line = json.dumps(asked | {"nodes": NODES, "iterations": given.iterations})
                browser.stdin.write(line + "\n")
                browser.stdin.flush()
                found.append((here, float(browser.stdout.readline())))
            here, there = (max(row) for row in zip(*found, strict=True))
            print(
                f"{slug}: {len(match.legal)} moves, native {here:,.0f}/s, wasm {there:,.0f}/s, {there / here:.2f}"
            )


if __name__ == "__main__":
    main()
