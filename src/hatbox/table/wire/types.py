"""Types shared by several messages."""

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
Names = Annotated[list[str], msgspec.Meta(max_length=12)]  # for bots, in the language of the client
MoveId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
StandingAnswer = Literal["not_now", "once", "ask"]  # once: ask the first time an offer is worth a question
SOME_HINTS, NO_LIMIT = 5, -1  # a few per game, or one at every move


class In(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message from a client."""


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """A message from the table."""


class Help(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The help that a seat gets, visible to everyone."""

    hints: Annotated[int, msgspec.Meta(ge=NO_LIMIT, le=100)] = 0  # per game, or NO_LIMIT
    warned: Annotated[int, msgspec.Meta(ge=0, le=1000)] = (
        0  # before a move that gives away so many wins in 1,000
    )
    aid: bool = False  # the memory aid, for this seat alone


NO_HELP = Help()


class ClockKind(In, frozen=True, kw_only=True):
    """Time to think: minutes for each seat, and extra seconds after every turn."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=180)]
    seconds: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class Pace(In, frozen=True, kw_only=True):
    """Days for every decision, and what happens when they are over."""

    days: Literal[1, 3, 7, 14]
    late: Literal["move", "bot", "wait"] = "move"  # a bot makes this one move or plays on, or the game waits


encode = msgspec.json.Encoder().encode
