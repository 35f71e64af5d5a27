"""What each room of a game's folder offers: the same doors in every game.

`State` stands for the game's own record. Compiled doors (rules, resample, observe) are reached through
`hatbox.engine.entries`; the others are plain Python.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from hatbox.engine.record import Buffer, Tensor, Values

if TYPE_CHECKING:
    from hatbox.game import Game

SPECTATOR = -1
State = Any


def _snake(name: str) -> str:
    """`StoneTurned` → `stone_turned`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=_snake):
    """Something that happened; the fields are arguments of its sentence in the word list.

    A subclass with secrets overrides `seen_by`; one that people should remember by themselves `later`.
    """

    @property
    def kind(self) -> str:
        """The event's name in the word list: `event_<kind>`."""
        return _snake(type(self).__name__)

    @property
    def reveals(self) -> bool:
        """Whether somebody learns something by it that cannot be unlearned."""
        return False

    def seen_by(self, seat: int) -> "Event | None":
        """The event as this seat (or SPECTATOR) may see it; None: it notices nothing."""
        return self

    def later(self) -> "Event":
        """The event as the log keeps it, when the moment is over."""
        return self


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that one seat or spectator may see now; a game adds its own fields, each one on purpose."""

    seat: int
    turn: int
    players: int
    over: bool
    capped: bool

    @staticmethod
    def shared(s: State, seat: int) -> dict[str, Any]:
        """The fields that every view has, from a state."""
        return {
            "seat": seat,
            "turn": int(s.turn),
            "players": int(s.players),
            "over": bool(s.over),
            "capped": bool(s.capped),
        }


class BoardView(View, frozen=True, kw_only=True):
    """The view of a simple board: rows of characters, shown as they are."""

    rows: list[str]


class Refusal(msgspec.Struct, frozen=True):
    """Why a move bounces: the rule's ID, the reason's key in the word list, and an English sentence.

    `given` are the arguments of the reason's sentence in the word list.
    """

    rule: str
    reason: str
    sentence: str
    given: dict[str, int | str] = {}


class Piece(msgspec.Struct, frozen=True):
    """A named part of the observation tensor."""

    name: str
    size: int
    meaning: str


class Rules(Protocol):
    """May I move there?"""

    def setup(self, s: State) -> None: ...
    def legal(self, s: State, out: Buffer) -> int: ...
    def apply(self, s: State, action: int) -> None: ...
    def returns(self, s: State, out: Values) -> None: ...


class Knowledge(Protocol):
    """May I see that?"""

    OBSERVATION: Sequence[Piece]

    def resample(self, s: State, seat: int) -> None: ...
    def observe(self, s: State, seat: int, out: Tensor) -> None: ...
    def view(self, s: State, seat: int, aid: bool) -> View: ...


class Story(Protocol):
    """What happened, and why not?"""

    def tell(self, before: State, action: int, after: State) -> list[Event]: ...
    def why_not(self, s: State, action: int) -> Refusal: ...


class Notation(Protocol):
    """How do I say it?"""

    def move_text(self, s: State, action: int) -> str: ...
    def position_text(self, s: State) -> str: ...
    def read_position(self, s: State, text: str) -> None: ...
    def summary(self, s: State, names: Sequence[str]) -> str: ...


class Board(Protocol):
    """Where everything is drawn, for wide windows and for tall ones."""

    def layouts(self, game: "Game") -> Mapping[str, Any]: ...


class Drawing(Protocol):
    """The board as a picture, drawn from a view: it cannot show what the viewer may not see."""

    def svg(self, view: View) -> str: ...


class Terminal(Protocol):
    """The board as characters, drawn from a view."""

    def text(self, view: View, names: Sequence[str]) -> str: ...
