"""Types that several messages share."""

from typing import Annotated, Literal

import msgspec

from hatbox.match.draw import Hex as Hex
from hatbox.options import OptionValue as OptionValue

Level = Literal["1", "2", "3", "4", "5", "perfect"]
Status = Literal["waiting", "preparing", "playing", "over"]
Kind = Literal["open", "person", "bot"]
NackCode = Literal[
    "stale", "not_your_turn", "illegal", "over", "too_fast", "not_yours", "not_started", "store"
]
DEFAULT_LEVEL: Level = "3"
Names = Annotated[
    list[str], msgspec.Meta(max_length=12)
]  # for bots, in the language of whoever asks for them
MoveId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
StandingAnswer = Literal["not_now", "once", "ask"]  # once: the first time that an offer is worth a question
SOME_HINTS, NO_LIMIT = 5, -1  # a few in the game, or one at every move


class In(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a client sends."""


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the table sends."""


class Help(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one seat is helped with, openly."""

    hints: Annotated[int, msgspec.Meta(ge=NO_LIMIT, le=100)] = 0  # in the game, or NO_LIMIT
    warned: Annotated[int, msgspec.Meta(ge=0, le=1000)] = (
        0  # before a move that gives away so many wins in 1,000
    )
    aid: bool = False  # the memory aid, for this seat alone


NO_HELP = Help()


class ClockKind(In, frozen=True, kw_only=True):
    """Time to think: minutes for each seat, and seconds more after every turn."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=180)]
    seconds: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class Pace(In, frozen=True, kw_only=True):
    """Take your time: days for every decision, and what happens when they are over."""

    days: Literal[1, 3, 7, 14]
    late: Literal["move", "bot", "wait"] = "move"  # a bot makes this one move, plays on, or the game waits


encode = msgspec.json.Encoder().encode
