"""The trivial game of the load benchmark: everybody in turn adds one, for ever; the same as the peer's."""

from collections.abc import Sequence
from typing import Any

from hatbox.engine import schema
from hatbox.engine.jit import rule
from hatbox.engine.notes import Event
from hatbox.engine.reasons import Reasons
from hatbox.engine.record import Buffer, Int32, Record, Tensor, Values
from hatbox.engine.tape import note
from hatbox.game import Rulebook, register
from hatbox.interfaces import Piece

SEATS = 4


class State(Record, slug="count_up"):
    """How often somebody moved."""

    count: Int32


RULEBOOK = Rulebook(__name__, State, players=(SEATS,), actions=1, widest=1, secrets=False, product=False)


class Added(Event, frozen=True):
    """Somebody added one."""

    seat: int


@rule
def setup(s: State) -> None:
    """Begin at nothing."""
    s.count = 0
    s.turn = 0
    s.over = False


@rule
def legal(s: State, out: Buffer) -> int:
    """There is one move."""
    out[0] = 0
    return 1


@rule
def apply(s: State, action: int) -> None:
    """One more, and the next."""
    note(s, Added, s.turn)
    s.count += 1
    s.turn = (s.turn + 1) % SEATS


@rule
def returns(s: State, out: Values) -> None:
    """Nobody wins."""
    out[:] = 0.0


@rule
def resample(s: State, seat: int) -> None:
    """Nothing is hidden."""


OBSERVATION = (Piece("count", 1, "moves so far"),)


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """Everything there is."""
    out[0] = s.count % 100


class View(schema.View, frozen=True, kw_only=True):
    """The number."""

    count: int


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Everybody sees it."""
    v.count = s.count


REASONS = Reasons()
ONLY = REASONS.add("CU-01", "only", "Add one.")


@rule
def why_not(s: State, action: int) -> int:
    """There is nothing else to do."""
    return ONLY


def move_text(s: State, action: int) -> str:
    """The only move."""
    return "add"


def position_text(s: State) -> str:
    """The number and whose turn it is."""
    return f"{s.turn} {s.count}"


def read_position(s: State, text: str) -> None:
    """The same backwards."""
    s.turn, s.count = (int(part) for part in text.split(" "))


def summary(s: State, names: Sequence[str]) -> str:
    """Whose turn it is."""
    return f"{names[s.turn]} to add"


def use() -> str:
    """Make the game known, once; gives its name."""
    return register(RULEBOOK).slug
