"""What each module of a game provides: the same functions in every game.

`State` stands for the game's own record. Compiled functions (rules, resample, observe) are called through
`hatbox.engine.entries`; the others are plain Python.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from hatbox.engine.notes import Event as Event
from hatbox.engine.reasons import Refusal as Refusal
from hatbox.engine.record import Buffer, Tensor, Values
from hatbox.engine.schema import SPECTATOR as SPECTATOR
from hatbox.engine.schema import View as View

if TYPE_CHECKING:
    from hatbox.game import Game

State = Any


class BoardView(View, frozen=True, kw_only=True):
    """The view of a simple board: its cells row by row, one character each; a game declares which characters."""

    width: int
    cells: list[str]

    @property
    def rows(self) -> list[str]:
        """The board as lines of text."""
        return [" ".join(self.cells[k : k + self.width]) for k in range(0, len(self.cells), self.width)]


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


class Notation(Protocol):
    """How do I say it?"""

    def move_text(self, s: State, action: int) -> str: ...
    def position_text(self, s: State) -> str: ...
    def read_position(self, s: State, text: str) -> None: ...
    def summary(self, s: State, names: Sequence[str]) -> str: ...


class Board(Protocol):
    """Where everything is drawn, in wide and in tall windows."""

    def layouts(self, game: "Game") -> Mapping[str, Any]: ...


class Drawing(Protocol):
    """The board as a picture, drawn from a view, so it cannot show what the viewer may not see."""

    def svg(self, view: View) -> str: ...


class Terminal(Protocol):
    """The board as characters, drawn from a view.

    A game without secrets may also have `effect(view, events, say)`: what a move would do, in a few words, from the
    events that are certain; `say(key, **arguments)` looks up the game's word list.
    """

    def text(self, view: View, names: Sequence[str]) -> str: ...
