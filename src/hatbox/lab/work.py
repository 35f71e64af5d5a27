"""Work in pieces that give the same result wherever they are done, and are kept so that nothing is done twice.

A piece is named by the game, its players and options, the bots, their budget and a range of seeds.
"""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol, Self

import msgspec

from hatbox.bots import Budget
from hatbox.engine.cache import PACKAGE, sources_hash
from hatbox.errors import HatboxError
from hatbox.game import rulebook
from hatbox.options import Options

PLAYED_WITH = tuple(PACKAGE / part for part in ("engine", "bots", "match", "game.py", "options.py"))

Result = dict[str, Any]  # as JSON has it


class Piece(msgspec.Struct, frozen=True):
    """What is played with which seeds; the result depends on nothing else, unless a budget is a time."""

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]  # none: random moves
    iterations: int
    milliseconds: int
    first: int  # of the seeds
    count: int

    @property
    def budget(self) -> Budget:
        """How long the bots may think."""
        return Budget(milliseconds=self.milliseconds, iterations=self.iterations)


class Done(msgspec.Struct, frozen=True):
    """A result, and how long it took whoever worked on it."""

    result: Result
    seconds: float


Work = Callable[[Piece], Result]  # a function of a module, so that other processes find it


class Place(Protocol):
    """Where work is done."""

    workers: int

    def done(self, work: Work, pieces: Iterable[Piece]) -> Iterator[Done]:
        """The results, in the order of the pieces."""
        ...


def pieces_of(
    game: str, players: int, options: Options, bots: Iterable[str], budget: Budget, seeds: range, size: int
) -> list[Piece]:
    """The work of a range of seeds, cut into pieces of one size."""
    alike = (game, players, dict(options), tuple(bots), budget.iterations, budget.milliseconds)
    return [Piece(*alike, at, min(size, seeds.stop - at)) for at in range(seeds.start, seeds.stop, size)]


def run(
    work: Work, pieces: list[Piece], place: Place, kept: "Kept | None" = None
) -> Iterator[tuple[Piece, Done]]:
    """All results, in the order of the pieces: those that are kept, and the others as they are done."""
    if kept is None:
        yield from zip(pieces, place.done(work, pieces), strict=True)
        return
    known = [kept.found(work, piece) for piece in pieces]
    fresh = place.done(work, [piece for piece, done in zip(pieces, known, strict=True) if not done])
    for piece, done in zip(pieces, known, strict=True):
        yield piece, done or kept.add(work, piece, next(fresh))


@cache
def _sources(game: str, module: str) -> str:
    """Names the rules, the bots and the work itself: what others made is not comparable."""
    file = Path(sys.modules[module].__file__ or PACKAGE)
    return f"{rulebook(game).state.mark}_{sources_hash(*PLAYED_WITH, file)}"


def _name(work: Work, piece: Piece) -> bytes:
    """The name of a piece of work: everything that its result depends on."""
    made_by = {
        "work": f"{work.__module__}.{work.__qualname__}",
        "sources": _sources(piece.game, work.__module__),
    }
    return msgspec.json.encode(made_by | msgspec.to_builtins(piece), order="sorted")


class Kept:
    """A file of results, one line of JSON each: all that is needed to repeat it, the result, and the time.

    Lines are only ever added at the end, each at once, so two commands may use one file.
    """

    def __init__(self, path: Path) -> None:
        """Take up what is there; a last line that was cut off is dropped."""
        self._path = path
        self._done: dict[bytes, Done] = {}
        try:
            whole = path.read_bytes() if path.exists() else b""
            self._read(whole[: whole.rfind(b"\n") + 1])
            if not whole.endswith(b"\n") and whole:
                os.truncate(path, whole.rfind(b"\n") + 1)
            self._file: io.FileIO = path.open("ab", buffering=0)
        except OSError as error:
            raise self._cannot(error.strerror) from error

    def _cannot(self, why: str | None) -> HatboxError:
        """What is wrong with the file."""
        return HatboxError(f"Results cannot be kept in {self._path}: {(why or 'unknown error').lower()}.")

    def _read(self, lines: bytes) -> None:
        """The results of a file."""
        for number, line in enumerate(lines.splitlines(), 1):
            try:
                row = msgspec.json.decode(line, type=dict[str, Any])
                done = Done(row.pop("result"), row.pop("seconds"))
            except (msgspec.DecodeError, KeyError) as error:
                raise HatboxError(
                    f"{self._path} holds no results: see line {number}. Give another file."
                ) from error
            self._done[msgspec.json.encode(row, order="sorted")] = done

    def found(self, work: Work, piece: Piece) -> Done | None:
        """What is known of a piece."""
        return self._done.get(_name(work, piece))

    def add(self, work: Work, piece: Piece, done: Done) -> Done:
        """Keep a result; it is in the file when this returns."""
        name = _name(work, piece)
        self._done[name] = done
        row = msgspec.json.decode(name) | msgspec.to_builtins(done)
        line = msgspec.json.encode(row) + b"\n"
        try:
            written = self._file.write(line)
        except OSError as error:
            raise self._cannot(error.strerror) from error
        if written != len(line):
            raise self._cannot("the disk is full")
        return done

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()
