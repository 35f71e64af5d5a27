"""The games that a server offers: their list, their boards, and whether their rules are compiled yet."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hatbox.engine import entries
from hatbox.engine.native import file_of, kind_of_machine
from hatbox.errors import HatboxError
from hatbox.game import Game, load, load_with, rulebook, slugs
from hatbox.lab.warmup import Warmup, missing
from hatbox.listing import GameInfo, described
from hatbox.native import build
from hatbox.table.wire.problems import Refused
from hatbox.wasm.build import stale as stale_modules

PURPOSES = ("rules", "views")  # what a table needs
BOTS = ("bots",)  # what can come later: until then bots move at random


def games() -> list[GameInfo]:
    """All games."""
    return [described(rulebook(slug)) for slug in slugs()]


def checked(slug: str, players: int, options: Mapping[str, Any]) -> Game:
    """The game somebody wants, with players and options checked."""
    try:
        rulebook(slug)
        return load_with(
            slug, players, {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
        )
    except HatboxError as error:
        raise Refused(str(error), "bad_game") from error


def sent_options(game: Game) -> dict[str, Any]:
    """All options of a game as they are sent and kept."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in game.options.items()}


def layout_json(game: Game) -> msgspec.Raw:
    """The layout as JSON."""
    return msgspec.Raw(msgspec.json.encode(game.rulebook.layouts(game)))


def try_out(slug: str) -> None:
    """Load the compiled rules of a game into this process, so that no visitor waits for it."""
    game = load(slug, rulebook(slug).players[0])
    match = game.match(0)
    match.guess(0, 0)
    match.now.view_json()
    entries.worth(game.states(1, 0), 0, _zeros(game.players))


def _zeros(count: int) -> Any:
    import numpy as np

    return np.zeros(count)


class Catalogue:
    """Knows which games are ready to be played here, and makes the others ready in the background."""

    def __init__(self, modules: Path | None = None) -> None:
        """Nothing is ready yet; `modules` is the folder that gets the browser modules where games are compiled."""
        self._modules = modules
        self._ready: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._compiling = asyncio.Semaphore(1)
        self._compilers: list[Warmup | build.Compilation] = []
        self._prewarm: asyncio.Task[None] | None = None

    def ready(self, slug: str) -> bool:
        """Whether a match of this game starts at once."""
        return slug in self._ready

    async def prepare(self, slug: str) -> None:
        """Wait until a game is ready."""
        if slug in self._ready:
            return
        if slug not in self._tasks:
            self._tasks[slug] = asyncio.create_task(self._make_ready(slug), name=f"prepare {slug}")
        await asyncio.shield(self._tasks[slug])

    async def _make_ready(self, slug: str) -> None:
        try:
            if files := await asyncio.to_thread(self._to_build, slug):
                async with self._compiling:
                    await asyncio.to_thread(self._build, slug, files)
            if await asyncio.to_thread(missing, [slug], PURPOSES):
                async with self._compiling:
                    await asyncio.to_thread(compile_outside, [slug], PURPOSES, self._compilers)
            await asyncio.to_thread(try_out, slug)
            self._ready.add(slug)
        finally:
            self._tasks.pop(slug, None)

    def _to_build(self, slug: str) -> dict[str, Path]:
        """The files of a game that a source tree lacks, by machine: its library and its module for browsers."""
        if self._modules is None or not build.can_be_made():
            return {}
        library = {kind_of_machine(): file_of(slug)} if build.stale([slug]) else {}
        old = {book.slug for book in stale_modules(self._modules)}
        return library | ({build.BROWSERS: self._modules / f"{slug}.wasm"} if slug in old else {})

    def _build(self, slug: str, files: Mapping[str, Path]) -> None:
        """Compile a game on all cores and wait for it."""
        compilation = build.Compilation(rulebook(slug), files, in_two=True)
        self._compilers.append(compilation)
        try:
            compilation.finish()
        finally:
            self._compilers.remove(compilation)

    def prewarm(self) -> None:
        """Make all games ready, those that are compiled already first."""
        self._prewarm = asyncio.create_task(self._prepare_all(), name="prewarm")

    async def _prepare_all(self) -> None:
        cold = await asyncio.to_thread(lambda: {slug for slug in slugs() if missing([slug], PURPOSES)})
        for slug in sorted(slugs(), key=lambda slug: slug in cold):
            await self.prepare(slug)
        async with self._compiling:
            await asyncio.to_thread(compile_outside, slugs(), BOTS, self._compilers)

    async def close(self) -> None:
        """Stop making games ready; a running compiler is ended, the next start goes on where it was."""
        for compiler in self._compilers:
            compiler.terminate()
        tasks = [*self._tasks.values(), *([self._prewarm] if self._prewarm else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def compile_outside(
    names: Sequence[str],
    purposes: Sequence[str] = PURPOSES,
    running: list[Warmup | build.Compilation] | None = None,
) -> None:
    """Compile in a process of its own and wait for it; it is listed in `running` meanwhile."""
    compiler = Warmup(missing(names, purposes))
    if running is None:
        running = []
    running.append(compiler)
    try:
        for _ in compiler.progress():
            pass
    finally:
        running.remove(compiler)
