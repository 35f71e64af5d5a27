"""Plays random games natively and in WebAssembly and compares every ply: `python -m tests.wasm_equality --games 10000`.

Record, tape and legal list are compared byte for byte; every few plies also all views, events and refusals as JSON;
and, if requested, how often the search has visited each move. For random games that the rules play in one go, the
length is compared.
"""

import argparse
import json
import random
import subprocess
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import numpy as np

import hatbox
from hatbox import conformance
from hatbox.bots import search
from hatbox.bots.players import manner_of
from hatbox.engine import entries
from hatbox.engine.notes import Tape
from hatbox.game import Game
from hatbox.lab.simulate import play_chunk

WEB = Path(__file__).parents[1] / "web"
PLIES = 400  # of one game; longer random games are cut off there
LOOK_EVERY = 40
NODES = 2_000


class Native:
    """One game on this machine."""

    def __init__(self, game: Game, seed: int) -> None:
        """Set it up."""
        self.game, self.out = game, game.buffer()
        self.told = game.with_tape(game.template)
        entries.seed_states(self.told, np.uint64(seed))
        self.count = entries.step(self.told, 0, entries.SET_UP, self.out)

    @property
    def legal(self) -> list[int]:
        """The legal actions."""
        return [int(action) for action in self.out[: self.count]]

    def play(self, action: int) -> None:
        """Carry out an action."""
        self.count = entries.step(self.told, 0, action, self.out)

    def fingerprint(self, ply: int) -> int:
        """Computed as in `web/scripts/replay.mjs`."""
        size = self.game.template.itemsize
        data = self.told.view(np.uint8)
        tape = np.array(Tape(self.told, size).numbers(), np.int16)
        found = data[:size].tobytes() + tape.tobytes() + self.out[: self.count].tobytes()
        return crc32(
            found if ply % LOOK_EVERY else found + json.dumps(self._shown(), separators=(",", ":")).encode()
        )

    def _shown(self) -> list[Any]:
        """All views, events and refusals."""
        game, seats = self.game, range(-1, self.game.players)
        events = game.read_tape(self.told)
        shown = [
            [
                game.view(self.told, seat, False),
                game.view(self.told, seat, True),
                [seen for event in events if (seen := event.seen_by(seat))],
            ]
            for seat in seats
        ]
        legal = set(self.legal)
        refused = [game.refusal(self.told, a) for a in range(game.rulebook.actions) if a not in legal]
        answers = [[one.rule, one.reason, one.given] for one in refused]
        found: list[Any] = msgspec.to_builtins([shown, answers])
        return found

    def thought(self, iterations: int, seed: int) -> list[list[int]]:
        """How often the search has visited each move, in a redrawn world."""
        book = self.game.rulebook
        root = np.repeat(self.game.template, 2)
        root.view(np.uint8)[: self.game.template.itemsize] = self.told.view(np.uint8)[
            : self.game.template.itemsize
        ]
        seat = int(root[0]["turn"])
        entries.redraw(root, 0, seat, np.uint64(seed))
        tree, desk = np.empty(NODES, search.NODE), np.zeros(1, search.Desk.dtype)
        search.clear(tree, desk, np.uint64(seed))
        marks = np.zeros(book.actions, np.int32)
        search.think(root, seat, tree, desk, manner_of(book), iterations, self.game.buffer(), marks)
        found, at = [], int(tree[0]["child"])
        while at >= 0:
            found.append([int(tree[at]["action"]), int(tree[at]["visits"])])
            at = int(tree[at]["sibling"])
        return found


def compare(
    slug: str, games: int, plies: int = PLIES, think: dict[str, int] | None = None
) -> tuple[int, int]:
    """Raise AssertionError if the two differ; returns the numbers of plies and thoughts compared."""
    command = ["node", str(WEB / "scripts" / "replay.mjs"), slug, str(LOOK_EVERY)]
    settings = cycle(conformance.settings(hatbox.rulebooks()[slug]))
    compared = thoughts = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=WEB
    ) as browser:
        assert browser.stdin and browser.stdout
        for seed, (players, options) in zip(range(games), settings, strict=False):
            game = hatbox.load(slug, players, **options)
            asked, expected = _played(game, seed, plies, think)
            browser.stdin.write(json.dumps(asked) + "\n")
            browser.stdin.flush()
            found = json.loads(browser.stdout.readline())
            for ply, (native, there) in enumerate(zip(expected["prints"], found["prints"], strict=True)):
                assert native == there, (
                    f"{slug}, {conformance.name(players, options)}, seed {seed}, ply {ply}"
                )
            assert expected["length"] == found["length"], f"{slug}, seed {seed}: a random game differs"
            assert expected["thoughts"] == found["thoughts"], f"{slug}, seed {seed}: the search differs"
            compared += len(expected["prints"]) - 1
            thoughts += len(expected["thoughts"])
    return compared, thoughts


def _played(
    game: Game, seed: int, plies: int, think: dict[str, int] | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A random game: what the browser is asked, and what it must answer."""
    native, chooser = Native(game, seed), random.Random(seed)
    prints, thoughts = [native.fingerprint(0)], []
    actions: list[int] = []
    while native.count and len(actions) < plies:
        ply = len(actions)
        if think and ply % think["every"] == think["every"] - 1:
            thoughts.append(native.thought(think["iterations"], seed + ply))
        actions.append(chooser.choice(native.legal))
        native.play(actions[-1])
        prints.append(native.fingerprint(len(actions)))
    asked = {"players": game.players, "options": game.options, "seed": seed, "actions": actions}
    length = int(play_chunk(game, seed, (0, 1))[0][0])  # of a game in which the rules choose the moves
    return (
        asked | {"think": think and {**think, "nodes": NODES}},
        {"prints": prints, "thoughts": thoughts, "length": length},
    )


def _slugs() -> Iterator[str]:
    return (slug for slug, book in hatbox.rulebooks().items() if book.product)


def main() -> None:
    """Compare all games, or those that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("slugs", nargs="*", default=list(_slugs()))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=int, default=25, help="plies between two thoughts")
    parser.add_argument("--iterations", type=int, default=200, help="of a thought")
    given = parser.parse_args()
    for slug in given.slugs:
        plies, thoughts = compare(
            slug, given.games, PLIES, {"every": given.every, "iterations": given.iterations}
        )
        print(f"{slug}: {given.games} games, {plies} plies and {thoughts} thoughts are equal")  # noqa: T201


if __name__ == "__main__":
    main()
