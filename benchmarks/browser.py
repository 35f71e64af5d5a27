"""`python -m benchmarks.browser`: search and random play as WebAssembly, in Chromium and in node, against native code.

All three are measured in turns, in the same positions; the best of some rounds counts.
"""

import argparse
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.house import launch

import hatbox
from hatbox.bots import seen_by
from hatbox.bots.players import NODES, Thinker
from hatbox.lab.simulate import play_chunk
from hatbox.match.match import Match

WEB = Path(__file__).parents[1] / "web"
PLIES = 60  # random moves among which a position with many choices is looked for
ASK = """asked => new Promise((done, failed) => {
  window.worker ??= new Worker('speed.mjs', {type: 'module'})
  window.worker.onmessage = ({data}) => done(data)
  window.worker.onerror = ({message}) => failed(new Error(message))
  window.worker.postMessage(asked)
})"""
PLACES = {
    "hat_stairs": 2,
    "vanished_animal": 3,
    "great_hall": 4,
    "magic_hexagon": 2,
    "catch_the_hat": 4,
}  # players

Question = dict[str, Any]
Rates = dict[str, float]  # "search" and "play", each a second


def wide_position(slug: str, seed: int) -> Match:
    """The position of a random game with the most legal moves, the first of those."""
    match, dice = hatbox.load(slug, PLACES[slug]).match(seed=seed), random.Random(seed)
    widths = [len(match.legal)]
    while not match.over and match.ply < PLIES:
        match.play(dice.choice(match.legal))
        widths.append(len(match.legal))
    return match.fork(widths.index(max(widths)))


def native(match: Match, iterations: int, games: int) -> Rates:
    """The speed here, on one core."""
    thinker = Thinker(seen_by(match, match.turn, 1), NODES, 1, 0, {})
    started = time.perf_counter()
    thinker.run(iterations)
    searched = time.perf_counter()
    lengths, _, _ = play_chunk(match.game, 1, (0, games))
    played = time.perf_counter()
    return {"search": iterations / (searched - started), "play": int(lengths.sum()) / (played - searched)}


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of the files that it hands out."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextlib.contextmanager
def in_chromium(folder: Path) -> Iterator[Callable[[Question], Rates]]:
    """Asks a worker of a page in a real browser."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{host.server_port}/")
            yield lambda asked: page.evaluate(ASK, asked)
            browser.close()
        host.shutdown()


@contextlib.contextmanager
def in_node(folder: Path) -> Iterator[Callable[[Question], Rates]]:
    """Asks node, which first writes into the folder what a browser needs."""
    command, pipe = ["node", str(WEB / "scripts" / "speed.mjs"), str(folder)], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=WEB) as node:
        assert node.stdin and node.stdout
        if node.stdout.readline() != "ready\n":
            raise SystemExit("The rules could not be bundled: run make web.")

        def ask(asked: Question) -> Rates:
            assert node.stdin and node.stdout
            node.stdin.write(json.dumps(asked) + "\n")
            node.stdin.flush()
            rates: Rates = json.loads(node.stdout.readline())
            return rates

        yield ask
        node.stdin.close()


def told(slug: str, match: Match, rounds: Sequence[tuple[Rates, ...]]) -> Iterator[str]:
    """The best of all rounds, and how it compares."""
    for what, unit in (
        ("search", f"iterations a second among {len(match.legal)} moves"),
        ("play", "random actions a second"),
    ):
        here, chromium, node = (max(rates[what] for rates in column) for column in zip(*rounds, strict=True))
        yield (
            f"{slug}, {unit}: native {here:,.0f}, Chromium {chromium:,.0f} ({chromium / here:.2f}),"
            f" node {node:,.0f} ({node / here:.2f})"
        )


def main() -> None:
    """Print two lines for every game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("slugs", nargs="*", default=list(PLACES))
    parser.add_argument("--iterations", type=int, default=10_000, help="of the search, per round")
    parser.add_argument("--games", type=int, default=200, help="of random play, per round")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        in_node(Path(folder)) as node,
        in_chromium(Path(folder)) as chromium,
    ):
        for slug in given.slugs:
            match = wide_position(slug, 1)
            asked = {"slug": slug, "players": match.game.players, "seed": 1, "actions": match.actions}
            asked |= {"nodes": NODES, "iterations": given.iterations, "games": given.games}
            rounds = [
                (native(match, given.iterations, given.games), chromium(asked), node(asked))
                for _ in range(given.rounds)
            ]
            for line in told(slug, match, rounds):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
