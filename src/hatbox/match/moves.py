"""A move: as it can be made, as it was made, and as it is kept to be taken back."""

from typing import TYPE_CHECKING

import msgspec

from hatbox.engine.notes import Event

if TYPE_CHECKING:
    from hatbox.match.position import Position


class Move(msgspec.Struct, frozen=True, gc=False):
    """A legal move; its text parses back."""

    action: int
    text: str

    def __str__(self) -> str:
        """The text, as one would type it."""
        return self.text


class Played(msgspec.Struct, frozen=True):
    """A move that was made, and everything that happened by it."""

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
        """The move as one would type it."""
        return self.before.text(self.action)

    @property
    def is_open(self) -> bool:
        """Whether everybody may see all of it."""
        return not self.before.game.rulebook.tape_reader.hides(self.events)

    def seen_by(self, seat: int) -> list[Event]:
        """The events as a seat or a SPECTATOR may see them."""
        return [seen for event in self.events if (seen := event.seen_by(seat)) is not None]


class Kept(msgspec.Struct, frozen=True, gc=False):
    """What is kept of a move: enough to take it back."""

    action: int
    seat: int
    before: bytes
    fixed: str  # why it cannot be taken back, or empty
