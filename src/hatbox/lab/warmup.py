"""Compile ahead of time, so that nobody ever waits for a compiler: in a separate process, with progress.

`python -m hatbox.lab.warmup GAME:PURPOSE …` compiles into the cache, one line per finished part. Every finished purpose
leaves a mark in the cache folder, with the name of the game's current sources.
"""

import contextlib
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from hatbox.engine.cache import CHOICES, folder
from hatbox.engine.native import is_fresh

if TYPE_CHECKING:
    from hatbox.game import Game

PURPOSES = ("rules", "views", "bots", "simulation")  # in the order in which people need them
LONGEST = 300  # seconds: a compiler that takes longer is broken


def parts_of(slug: str, purpose: str) -> list[Callable[[], object]]:
    """The compilations that a purpose needs, each as a call."""
    from hatbox.engine import entries
    from hatbox.game import load, rulebook
    from hatbox.lab.simulate import play_chunk

    game = load(slug, rulebook(slug).players[0])
    states = game.template.copy()
    if purpose == "rules":
        return [
            lambda: entries.seed_states(states, np.uint64(0)),
            lambda: game.match(seed=0),
            lambda: entries.worth(states, 0, np.zeros(game.players)),
        ]
    states = game.match(seed=0).now.states
    if purpose == "views":
        return [
            lambda: game.view(states),
            lambda: game.rulebook.view_writer.written(states, 0, 0, False),
            lambda: game.refusal(states, 0),
            lambda: entries.redraw(states, 0, 0, np.uint64(0)),
            lambda: game.observation(states, 0),
        ]
    if purpose == "bots":
        moves = [lambda bot=bot: _one_move(game, bot) for bot in ("greedy", "search", "level_2")]
        return [*moves, lambda: _advice(game), lambda: _tables(slug), lambda: _appraisal(game)]
    return [lambda: game.states(1, 0), lambda: play_chunk(game, 0, (0, 1))]


def _tables(slug: str) -> None:
    """Solve in advance what exact players need with the default options."""
    from hatbox.bots.exact import table_for
    from hatbox.game import load, rulebook

    for players in rulebook(slug).players:
        game = load(slug, players)
        table_for(game, game.template, wait=True)


def _one_move(game: "Game", bot: str) -> int:
    """Let a bot think for a moment."""
    from hatbox.bots import Budget, move_of
    from hatbox.bots.players import make_bot

    return move_of(make_bot(bot), game.match(seed=0), Budget(iterations=2))


def _advice(game: "Game") -> None:
    """Let a bot give a hint and win chances."""
    from hatbox.bots import Budget

    match = game.match(seed=0)
    match.hint(match.turn, Budget(iterations=2))
    match.evaluate(match.turn, Budget(iterations=2))


def _appraisal(game: "Game") -> None:
    """Value a position, for reviews."""
    from hatbox.bots.account import Appraiser, Samples

    Appraiser(game, 0, Samples(2, 2, 1)).start()


def is_ready(slug: str, purpose: str) -> bool:
    """Whether this was compiled before, from the same sources; exact players need more than a library."""
    return _mark(slug, purpose).exists() or (purpose != "bots" and is_fresh(slug))


def can_think(slug: str) -> bool:
    """Whether bots can play a game right away; an exact player without its table searches."""
    return is_fresh(slug) or is_ready(slug, "bots")


def _mark(slug: str, purpose: str) -> Path:
    """The file that records this."""
    from hatbox.game import rulebook

    return folder(*(CHOICES if purpose == "bots" else ())) / f"{rulebook(slug).state.mark}.{purpose}.ready"


def missing(slugs: Sequence[str], purposes: Sequence[str] = PURPOSES) -> list[str]:
    """What is not compiled yet, as `game:purpose`; the rules of all games first."""
    return [f"{slug}:{purpose}" for purpose in purposes for slug in slugs if not is_ready(slug, purpose)]


def compile_here(tasks: Sequence[str]) -> Iterator[str]:
    """Compile in this process and yield each task when it is done."""
    for task in tasks:
        slug, purpose = task.split(":")
        for part in parts_of(slug, purpose):
            part()
        _mark(slug, purpose).touch()
        yield task


class Warmup:
    """A background compilation in a separate process, so that the caller never freezes."""

    def __init__(self, tasks: Sequence[str], somebody_waits: bool = False) -> None:
        """Start at once; if somebody is waiting, code that is a little slower is compiled a third faster."""
        self.tasks = list(tasks)
        command = [sys.executable, "-m", "hatbox.lab.warmup", *self.tasks]
        how = {**os.environ, "NUMBA_OPT": "1"} if somebody_waits else None
        self._process = None
        if self.tasks:
            self._process = subprocess.Popen(command, env=how, stdout=subprocess.PIPE, text=True)

    def progress(self) -> Iterator[str]:
        """The tasks as they finish; ends when all are done."""
        if self._process is None or self._process.stdout is None:
            return
        for line in self._process.stdout:
            yield line.strip()
        if self._process.wait(LONGEST):
            raise RuntimeError("compiling the rules failed; the lines above say why")

    def terminate(self) -> None:
        """Stop it; what is compiled stays, and the next start continues from there."""
        if self._process is not None:
            self._process.terminate()


def warm_all(tasks: Sequence[str], workers: int) -> Iterator[str]:
    """Compile many tasks, one process per game and several at a time, and yield each task when it is done."""
    done: SimpleQueue[str] = SimpleQueue()

    def one_game(slug: str) -> None:
        for task in Warmup([task for task in tasks if task.startswith(f"{slug}:")]).progress():
            done.put(task)

    with ThreadPoolExecutor(workers) as pool:
        games = [pool.submit(one_game, slug) for slug in dict.fromkeys(task.split(":")[0] for task in tasks)]
        while not all(game.done() for game in games) or not done.empty():
            with contextlib.suppress(Empty):
                yield done.get(timeout=0.1)
        for game in games:
            game.result()


def main() -> None:
    """Compile what the command line names."""
    gc.disable()  # a compiler creates millions of objects and exits soon: garbage collection takes a tenth of its time
    for task in compile_here(sys.argv[1:]):
        print(task, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
