"""Requests and answers about finished games."""

from typing import Annotated

import msgspec

from hatbox.engine.facts import Said
from hatbox.table.wire.table import Table
from hatbox.table.wire.types import In, Out

Ply = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class Fork(In, frozen=True, kw_only=True):
    """Continue from a position of a finished game."""

    ply: Ply


class ReplayFrame(Out, frozen=True, kw_only=True):
    """One ply as a seat would have seen it; the first has neither seat nor events."""

    ply: int
    seat: int
    text: str
    events: msgspec.Raw
    view: msgspec.Raw


class Replay(Out, frozen=True, kw_only=True):
    """A finished game from its start."""

    table: Table
    frames: list[ReplayFrame]


class Reviewed(Out, frozen=True, kw_only=True):
    """One decision: the chances before it, from what the mover knew, and the value of a better move."""

    ply: int  # the number of the move, as in the replay
    seat: int
    action: int
    text: str
    chances: list[float]
    margin: float
    best: int
    best_text: str
    lost: float  # the win chance given away
    does: list[Said] = []  # what the move does
    best_does: list[Said] = []


class SeatAccount(Out, frozen=True, kw_only=True):
    """Where the result of a seat comes from, in parts of a win: `start` and all that follow add up to `result`."""

    start: float
    chance: float  # dice, stones and cards
    hidden: float  # choices that turned out better or worse than the mover could know
    others: float  # what the other seats gave away
    further: float  # what the evaluation learned by looking further
    own: float  # what the seat's own decisions gave away
    result: float


class AccountStep(Out, frozen=True, kw_only=True):
    """What one move changed for every seat, and everyone's chance after it."""

    ply: int
    seat: int
    value: list[float]
    chance: list[float]
    hidden: list[float]
    decision: list[float]
    further: list[float]


class Account(Out, frozen=True, kw_only=True):
    """Luck and skill of a finished game, as a perfect observer sees them."""

    seats: list[SeatAccount]
    set_up: list[float]  # what the deal changed, before the first move
    steps: list[AccountStep]


class Review(Out, frozen=True, kw_only=True):
    """All decisions of a finished game; `account` is None if it could not be made."""

    plies: list[Reviewed]
    account: Account | None


class Progress(Out, frozen=True, kw_only=True):
    """How far a review is, and the decisions reviewed so far."""

    done: int
    total: int
    plies: list[Reviewed]
    account: Account | None
