"""Moves: legal ones, ones that were played, and what is stored for undo."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, overload

import msgspec

from hatbox.engine.notes import Event

if TYPE_CHECKING:
    from hatbox.match.position import Position


class Move(msgspec.Struct, frozen=True, gc=False):
    """A legal move: its number and its text."""

    action: int
    text: str

    def __str__(self) -> str:
        """The text as you would type it."""
        return self.text


class Moves:
    """The legal moves of a position, in order; `in` takes a move, its number or its text.

    It is no `Sequence`, because type checkers would then forbid `"stone 3" in match.moves`.
    """

    __slots__ = ("_moves",)

    def __init__(self, moves: Iterable[Move]) -> None:
        """Store the moves."""
        self._moves = tuple(moves)

    def __contains__(self, move: object) -> bool:
        """Whether a move is legal; capital letters and extra spaces make no difference."""
        if isinstance(move, str):
            return as_typed(move) in (as_typed(one.text) for one in self)
        return any(move in (one, one.action) for one in self)

    def __iter__(self) -> Iterator[Move]:
        """One move after the other."""
        return iter(self._moves)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._moves)

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        """A move by its place, or a few of them."""
        return self._moves[place]

    def __repr__(self) -> str:
        """`<6 moves: stone 1, stone 2, …>`."""
        return f"<{len(self)} moves: {', '.join(one.text for one in self)}>"


def as_typed(text: str) -> str:
    """The text of a move without what makes no difference."""
    return " ".join(text.lower().split())


class Played(msgspec.Struct, frozen=True):
    """A move that was played, and everything it caused."""

    ply: int
    seat: int
    action: int
    before: "Position"
    events: list[Event]

    @property
    def move(self) -> Move:
        """The move with its text."""
        return self.before.move(self.action)

    @property
    def text(self) -> str:
        """The move as you would type it."""
        return self.before.text(self.action)

    @property
    def is_open(self) -> bool:
        """Whether everyone may see all of it."""
        return not self.before.game.rulebook.tape_reader.hides(self.events)

    def seen_by(self, seat: int) -> list[Event]:
        """The events as a seat or a SPECTATOR may see them."""
        return [seen for event in self.events if (seen := event.seen_by(seat)) is not None]


class Kept(msgspec.Struct, frozen=True, gc=False):
    """What is stored of a move: enough to take it back."""

    action: int
    seat: int
    before: bytes
    fixed: str  # why it cannot be taken back, or empty
