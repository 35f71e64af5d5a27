"""A tiny game with secrets for the table's tests: hidden cards, hidden notes, a move that can be taken back.

Every player has a card that only its owner sees. In turn each writes down a number, which only the writer sees and
may take back, and is then done. When all are done, the highest card wins.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from hatbox.engine import schema
from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.notes import TAKEN_BACK, Event, Only
from hatbox.engine.reasons import Reasons
from hatbox.engine.record import Buffer, Int8s, Record, Tensor, Values
from hatbox.engine.schema import Exactly
from hatbox.engine.tape import note
from hatbox.game import _REGISTRY, Game, Rulebook, load, register
from hatbox.interfaces import Piece
from hatbox.lab.warmup import compile_here
from hatbox.table.tables.catalogue import PURPOSES

SEATS, NUMBERS, DONE, NOTHING = 3, 3, 3, -1


class State(Record, slug="toy_secrets"):
    """Cards and notes by seat."""

    card: Annotated[Int8s, SEATS]
    note: Annotated[Int8s, SEATS]


RULEBOOK = Rulebook(
    __name__, State, players=(SEATS,), actions=NUMBERS + 1, widest=NUMBERS, secrets=True, product=False
)


class Wrote(Event, frozen=True):
    seat: int
    number: Annotated[int, Only("seat"), TAKEN_BACK]


class IsDone(Event, frozen=True):
    seat: int


@rule
def setup(s: State) -> None:
    for seat in range(SEATS):
        s.card[seat] = seat
        s.note[seat] = NOTHING
    for seat in range(SEATS - 1, 0, -1):
        other = below(s, seat + 1)
        s.card[seat], s.card[other] = s.card[other], s.card[seat]
    s.turn = 0
    s.over = False


@rule
def legal(s: State, out: Buffer) -> int:
    if s.note[s.turn] != NOTHING:
        out[0] = DONE
        return 1
    for number in range(NUMBERS):
        out[number] = number
    return NUMBERS


@rule
def apply(s: State, action: int) -> None:
    if action != DONE:
        s.note[s.turn] = action
        note(s, Wrote, s.turn, action)
        return
    note(s, IsDone, s.turn)
    s.over = s.turn == SEATS - 1
    s.turn = (s.turn + 1) % SEATS


@rule
def returns(s: State, out: Values) -> None:
    for seat in range(SEATS):
        out[seat] = 1.0 if s.card[seat] == SEATS - 1 else -0.5


@rule
def resample(s: State, seat: int) -> None:
    for k in range(SEATS):
        if k != seat and s.note[k] != NOTHING:
            s.note[k] = below(s, NUMBERS)
    for k in range(SEATS):
        other = below(s, SEATS)
        if k != seat and other != seat:
            s.card[k], s.card[other] = s.card[other], s.card[k]


OBSERVATION = (Piece("card", 1, "own card"),)


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    out[0] = s.card[seat]


class View(schema.View, frozen=True, kw_only=True):
    card: int
    note: int
    written: Annotated[list[bool], Exactly(SEATS)]


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    v.card = s.card[seat] if seat >= 0 else NOTHING
    v.note = s.note[seat] if seat >= 0 else NOTHING
    for k in range(SEATS):
        v.written[k] = s.note[k] != NOTHING


REASONS = Reasons()
ORDER = REASONS.add("TS-01", "order", "Write a number, then be done.")


@rule
def why_not(s: State, action: int) -> int:
    return ORDER


def move_text(s: State, action: int) -> str:
    return "done" if action == DONE else f"write {action}"


def position_text(s: State) -> str:
    return f"{s.turn} {int(s.over)} {','.join(map(str, s.card))} {','.join(map(str, s.note))}"


def read_position(s: State, text: str) -> None:
    turn, over, cards, notes = text.split(" ")
    s.turn, s.over = int(turn), over == "1"
    s.card[:] = [int(card) for card in cards.split(",")]
    s.note[:] = [int(note) for note in notes.split(",")]


def summary(s: State, names: Sequence[str]) -> str:
    return f"{names[s.turn]} to write"


def use() -> str:
    """Register the game, once; returns its name."""
    return register(RULEBOOK).slug


@contextmanager
def known() -> Iterator[Game]:
    """The game, compiled and registered for a while; no other process knows it."""
    slug = use()
    list(compile_here([f"{slug}:{purpose}" for purpose in PURPOSES]))
    try:
        yield load(slug)
    finally:
        del _REGISTRY[slug]
