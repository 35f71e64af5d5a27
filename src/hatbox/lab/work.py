"""Work in pieces that give the same result wherever they run, with results stored so that nothing is done twice.

A piece is identified by the game, its players and options, the bots, their budget and a range of seeds.
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

Result = dict[str, Any]  # JSON-compatible


class Piece(msgspec.Struct, frozen=True):
    """What is played with which seeds; the result depends on nothing else, unless the budget is a time."""

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]  # empty: random moves
    iterations: int
    milliseconds: int
    first: int  # of the seeds
    count: int

    @property
    def budget(self) -> Budget:
        """How long the bots may think."""
        return Budget(milliseconds=self.milliseconds, iterations=self.iterations)


class Done(msgspec.Struct, frozen=True):
    """A result, and how long its worker took."""

    result: Result
    seconds: float


Work = Callable[[Piece], Result]  # a module-level function, so that other processes can find it


class Place(Protocol):
    """Where work runs."""

    workers: int

    def done(self, work: Work, pieces: Iterable[Piece]) -> Iterator[Done]:
        """The results, in the order of the pieces."""
        ...


def pieces_of(
    game: str, players: int, options: Options, bots: Iterable[str], budget: Budget, seeds: range, size: int
) -> list[Piece]:
    """The work for a range of seeds, split into pieces of one size."""
    alike = (game, players, dict(options), tuple(bots), budget.iterations, budget.milliseconds)
    return [Piece(*alike, at, min(size, seeds.stop - at)) for at in range(seeds.start, seeds.stop, size)]


def run(
    work: Work, pieces: list[Piece], place: Place, kept: "Kept | None" = None
) -> Iterator[tuple[Piece, Done]]:
    """All results, in the order of the pieces: the stored ones, and the others as they are done."""
    if kept is None:
        yield from zip(pieces, place.done(work, pieces), strict=True)
        return
    known = [kept.found(work, piece) for piece in pieces]
    fresh = place.done(work, [piece for piece, done in zip(pieces, known, strict=True) if not done])
    for piece, done in zip(pieces, known, strict=True):
        yield piece, done or kept.add(work, piece, next(fresh))


@cache
def _sources(game: str, module: str) -> str:
    """A name for the rules, the bots and the work itself: results of other versions are not comparable."""
    file = Path(sys.modules[module].__file__ or PACKAGE)
    return f"{rulebook(game).state.mark}_{sources_hash(*PLAYED_WITH, file)}"


def _name(work: Work, piece: Piece) -> bytes:
    """The key of a piece of work: everything that its result depends on."""
    made_by = {
        "work": f"{work.__module__}.{work.__qualname__}",
        "sources": _sources(piece.game, work.__module__),
    }
    return msgspec.json.encode(made_by | msgspec.to_builtins(piece), order="sorted")


class Kept:
    """A file of results, one line of JSON each: everything needed to repeat it, the result, and the time.

    Lines are only ever appended, each in one write, so two commands may share a file.
    """

    def __init__(self, path: Path) -> None:
        """Load what is there; an incomplete last line is dropped."""
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
        """An error that says what is wrong with the file."""
        return HatboxError(f"Results cannot be kept in {self._path}: {(why or 'unknown error').lower()}.")

    def _read(self, lines: bytes) -> None:
        """Read the results of a file."""
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
        """The stored result of a piece, if there is one."""
        return self._done.get(_name(work, piece))

    def add(self, work: Work, piece: Piece, done: Done) -> Done:
        """Store a result; it is in the file when this returns."""
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
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()
