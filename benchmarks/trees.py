"""`python -m benchmarks.trees TREE GAME`: a bot of this source tree against the same bot of another one.

For measuring a change of a game's evaluation or of the search before and after: check out the older commit elsewhere,
run `hatbox warmup` there, and name that folder. The rules of both must be the same. Both sides play every seed from
every seat with a number of iterations, so a result can be repeated exactly. Games are kept in a file and continued.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hatbox
from hatbox.bots import Bot, Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.game import Game
from hatbox.lab.arena import shares
from hatbox.lab.statistics import interval
from hatbox.match.match import Match

HOME = Path(__file__).parents[1]
ANSWER = "--answer"  # how the other tree's process is started


class Other:
    """The bot of the other tree, in a process that follows every move."""

    def __init__(self, tree: Path, bot: str) -> None:
        """Start it with the other tree's package and this file."""
        paths = os.pathsep.join([str(tree / "src"), str(HOME)])
        command = [sys.executable, "-m", "benchmarks.trees", ANSWER, bot]
        env = os.environ | {"PYTHONPATH": paths}
        self._process = subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, **what: Any) -> None:
        """Say something that needs no answer."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def move(self, iterations: int, seed: int) -> int:
        """Its move in the present position."""
        self.tell(iterations=iterations, seed=seed)
        assert self._process.stdout
        return int(self._process.stdout.readline())


def answer(name: str) -> None:
    """Follow a game line by line, and print a move whenever one is asked for."""
    bot = make_bot(name)
    match: Match | None = None
    for line in sys.stdin:
        said = json.loads(line)
        if "game" in said:
            match = hatbox.load(said["game"], said["players"], **said["options"]).match(seed=said["match"])
        elif "play" in said and match:
            match.play(said["play"])
        elif match:
            print(move_of(bot, match, Budget(**said)), flush=True)


def seatings(players: int) -> list[list[int]]:
    """Which side has which seat, so that both have every seat equally often: every other seat, in all rotations."""
    turned = [[(seat + k) % players % 2 for seat in range(players)] for k in range(players)]
    return turned + [[1 - side for side in sides] for sides in turned if players % 2]


def play(game: Game, bot: Bot, other: Other, iterations: tuple[int, int], block: int) -> Iterator[float]:
    """Play one seed in all seatings and yield this tree's share of each win."""
    for turned, sides in enumerate(seatings(game.players)):
        match = game.match(seed=block)
        options = {name: list(v) if isinstance(v, tuple) else v for name, v in game.options.items()}
        other.tell(game=game.slug, players=game.players, options=options, match=block)
        while not match.over:
            seed = block * 1_000_003 + turned * 10_007 + match.ply
            if sides[match.turn]:
                action = other.move(iterations[1], seed)
            else:
                action = move_of(bot, match, Budget(iterations=iterations[0], seed=seed))
            match.play(action)
            other.tell(play=action)
        yield shares(match.returns, sides, 2)[0]


def told(found: list[float], together: int) -> str:
    """The share of this tree, with its interval; games of one seed go together."""
    low, high = interval(found, together)
    return f"{len(found):,} games: {sum(found) / len(found):.1%} ({low:.1%} – {high:.1%})"


def main() -> None:
    """Play until all games are there."""
    if sys.argv[1:2] == [ANSWER]:
        answer(sys.argv[2])
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("tree", type=Path, help="the folder of the other source tree")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--others", type=int, default=0, help="iterations of the other tree, if not the same")
    parser.add_argument("--keep", type=Path, required=True, help="the file for the results")
    args = parser.parse_args()
    game = hatbox.load(args.game, args.players, **dict(one.split("=", 1) for one in args.option))
    bot, other = make_bot(args.bot), Other(args.tree, args.bot)
    found: list[float] = json.loads(args.keep.read_text("utf-8")) if args.keep.exists() else []
    while len(found) < args.games:
        block = len(found) // len(seatings(args.players))
        found += play(game, bot, other, (args.iterations, args.others or args.iterations), block)
        args.keep.write_text(json.dumps(found), "utf-8")
    print(told(found, len(seatings(args.players))))


if __name__ == "__main__":
    main()
