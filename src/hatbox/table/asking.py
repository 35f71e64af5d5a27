"""What is asked and answered over HTTP besides seats and moves: help, hints, habits, devices, replay, fork."""

from typing import Annotated

import msgspec

from hatbox.table.protocol import Help, In, Out, SeatNumber, StandingAnswer, Table

Ply = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class Claim(In, frozen=True, kw_only=True):
    """Appear as the guest who made a one-time secret on another device."""

    secret: str


class Secret(Out, frozen=True, kw_only=True):
    """A secret for one person or bot; never part of a link that people share."""

    secret: str


class HelpWish(In, frozen=True, kw_only=True):
    """How much help a seat gets, openly; before the start."""

    seat: SeatNumber
    help: Help


class Standing(In, frozen=True, kw_only=True):
    """How a seat answers offers from now on."""

    seat: SeatNumber
    answer: StandingAnswer


class Mute(In, frozen=True, kw_only=True):
    """Whether I hear what a seat says."""

    seat: SeatNumber
    muted: bool


class Fork(In, frozen=True, kw_only=True):
    """Go on from a position of a finished game."""

    ply: Ply


class HintMove(Out, frozen=True, kw_only=True):
    """A good move: its chance to win, and why as a key `reason_…` of the word list."""

    action: int
    text: str
    chance: float
    reason: str


class Hint(Out, frozen=True, kw_only=True):
    """The best moves, best first, and the chances of all seats."""

    moves: list[HintMove]
    chances: list[float]
    margin: float


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


class Progress(Out, frozen=True, kw_only=True):
    """How far a review is."""

    done: int
    total: int


class Reviewed(Out, frozen=True, kw_only=True):
    """One decision: the chances before it, from what the mover knew, and what a better move would have been worth."""

    ply: int  # the number of the move, as in the replay
    seat: int
    action: int
    text: str
    chances: list[float]
    margin: float
    best: int
    best_text: str
    lost: float  # the win chance given away


class Review(Out, frozen=True, kw_only=True):
    """All decisions of a finished game."""

    plies: list[Reviewed]
