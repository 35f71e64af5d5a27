"""All messages between the table and a browser or a bot: one struct each, unknown fields refused."""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from hatbox.table.wire.emotes import EMOTES
from hatbox.table.wire.table import Table
from hatbox.table.wire.types import In, MoveId, Number, Out, SeatNumber, StandingAnswer

LONGEST_CHAT = 200

# ---- the position -------------------------------------------------------------------------------------------


class Choice(Out, frozen=True, kw_only=True):
    """A legal move."""

    action: int
    text: str


class Ahead(Out, frozen=True, kw_only=True):
    """What a seat of mine has answered ahead of its turn, and what it may answer."""

    legal: list[Choice] = []  # a choice that all players make at the same time
    lines: list[list[int]] = []  # what is prepared from here on, my answer last; -1: whatever is played
    known: str = ""  # where lines can be prepared: the record to try moves on, as in `Now`


class Common(Out, frozen=True, kw_only=True):
    """The part of a position that is the same for all viewers."""

    ply: int
    turn: int
    over: bool
    winners: list[int]
    clocks: list[int] | None = None  # milliseconds left by seat
    clock_runs: int = -1  # the seat whose clock runs
    until: float | None = None  # when the days for this decision end, in seconds since 1970


class Now(Common, frozen=True, kw_only=True):
    """The position, as one viewer may see it; views and legal moves by seat."""

    views: dict[str, msgspec.Raw]
    legal: dict[str, msgspec.Raw]
    undo: bool
    standing: dict[str, StandingAnswer] = {}  # of my seats, where the game makes offers
    known: str = (
        ""  # for the seat that acts: the record as it may know it, to try moves on (layout, ":", base64)
    )
    ahead: dict[str, Ahead] = {}  # of my seats that wait and may answer ahead


# ---- socket: from the client -----------------------------------------------------------------------------------


class Hello(In, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first message: which version and chat the client already has."""

    last_v: Number = 0
    heard: Number | None = None  # `at` of the last chat line, 0: none yet; without it, no chat is repeated
    hidden: bool = False  # the page is open, but nobody can see it now


class Act(In, frozen=True, kw_only=True, tag_field="t", tag="act"):
    """A move; resending the same id is harmless."""

    id: MoveId
    v_seen: Number
    seat: SeatNumber
    action: Number


class Ping(In, frozen=True, kw_only=True, tag_field="t", tag="ping"):
    """A keep-alive message."""

    hidden: bool = False  # as in `hello`


class Emote(In, frozen=True, kw_only=True, tag_field="t", tag="emote"):
    """A small picture or a preset phrase for everyone at the table."""

    key: Literal[EMOTES]  # type: ignore[valid-type]
    seat: SeatNumber | None = None  # which of my seats; the first one by default


class Chat(In, frozen=True, kw_only=True, tag_field="t", tag="chat"):
    """A sentence for everyone at the table, where the host allows free text."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_CHAT)]
    seat: SeatNumber | None = None


Incoming = Hello | Act | Ping | Emote | Chat


# ---- socket: to the client -------------------------------------------------------------------------------------


class MoveFrame(Out, frozen=True, kw_only=True, tag_field="t", tag="move"):
    """One move and what this viewer may know of it; `now` is missing only in the log of a welcome."""

    v: int
    ply: int
    seat: int
    text: str  # empty where the choice is secret
    events: msgspec.Raw
    at_random: bool = False  # a bot failed or had no time, so a random legal move was made for it
    now: Now | None = None


class Welcome(Out, frozen=True, kw_only=True, tag_field="t", tag="welcome"):
    """Everything a client needs to show the table."""

    v: int
    table: Table
    moves: list[MoveFrame]
    now: Now | None


class TableFrame(Out, frozen=True, kw_only=True, tag_field="t", tag="table"):
    """Seats or status changed; `now` comes with the start."""

    v: int
    table: Table
    now: Now | None = None


class UndoneFrame(Out, frozen=True, kw_only=True, tag_field="t", tag="undone"):
    """The last move was taken back."""

    v: int
    ply: int
    now: Now


class Presence(Out, frozen=True, kw_only=True, tag_field="t", tag="presence"):
    """Who is at the table."""

    seats: list[bool]
    watching: int
    away: list[int | None]  # seconds until a bot takes over, by seat
    last_here: list[float | None] = []  # over days: when absent players were last here, since 1970
    vacation_until: list[float | None] = []  # over days: until when players on vacation are away


class Pong(Out, frozen=True, kw_only=True, tag_field="t", tag="pong"):
    """The answer to a ping."""


class Emoted(Out, frozen=True, kw_only=True, tag_field="t", tag="emote"):
    """Someone sent an emote."""

    seat: int
    key: str


class Said(Out, frozen=True, kw_only=True, tag_field="t", tag="chat"):
    """Someone said something; `at` is in milliseconds since 1970."""

    seat: int
    name: str
    text: str
    at: int


class ErrorFrame(Out, frozen=True, kw_only=True, tag_field="t", tag="error"):
    """A message could not be read, or was refused as a whole."""

    code: str
    sentence: str


decode_incoming: Callable[[str | bytes], Incoming] = msgspec.json.Decoder(Incoming).decode
