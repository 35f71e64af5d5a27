"""All messages between the table and a browser or a bot: one struct each, unknown fields refused."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from hatbox.table.emotes import EMOTES

Level = Literal["1", "2", "3", "4", "5", "perfect"]
Status = Literal["waiting", "preparing", "playing", "over"]
Kind = Literal["open", "person", "bot"]
NackCode = Literal[
    "stale", "not_your_turn", "illegal", "over", "too_fast", "not_yours", "not_started", "store"
]
DEFAULT_LEVEL: Level = "3"
MoveId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
OptionValue = bool | int | str | list[int]
StandingAnswer = Literal["not_now", "ask"]
Help = Literal["none", "some", "always"]  # hints for one seat: none, a few in the game, one at every move
LONGEST_CHAT = 200


class In(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a client sends."""


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the table sends."""


# ---- what everybody may know of a table ----------------------------------------------------------------------


class SeatInfo(Out, frozen=True, kw_only=True):
    """One seat, as one viewer sees it."""

    seat: int
    kind: Kind
    name: str
    level: str  # of a bot; empty otherwise
    mine: bool
    present: bool
    warm: bool  # a bot plays for an absent person until that person is back, or because the time was up
    muted: bool = False  # by this viewer
    help: Help = "none"
    hints_left: int | None = None  # where they are counted
    hints_taken: int = 0  # with this help, in this game


class ClockKind(In, frozen=True, kw_only=True):
    """Time to think: minutes for each seat, and seconds more after every turn."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=180)]
    seconds: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class ForkedFrom(Out, frozen=True, kw_only=True):
    """The finished game from which a table goes on."""

    code: str
    ply: int


class Table(Out, frozen=True, kw_only=True):
    """A table, as one viewer sees it."""

    code: str
    game: str
    players: int
    options: dict[str, Any]
    aid: bool
    public: bool
    status: Status
    host: bool
    seats: list[SeatInfo]
    v: int
    seed_hash: str  # sha256 of `salt:seed`
    seed: str | None = None  # only when over; as text, because browsers round large numbers
    salt: str | None = None
    layout: msgspec.Raw
    record: str | None = None  # id, when over
    rematch: str | None = None  # code of the next table
    hints: bool = False
    chat: bool = False  # whether free text is allowed at this moment
    clock: ClockKind | None = None
    forked_from: ForkedFrom | None = None


class Listed(Out, frozen=True, kw_only=True):
    """A table in a list."""

    code: str
    game: str
    players: int
    status: Status
    open: int
    names: list[str]


class Choice(Out, frozen=True, kw_only=True):
    """A legal move."""

    action: int
    text: str


class Common(Out, frozen=True, kw_only=True):
    """What all viewers of a position are told alike."""

    ply: int
    turn: int
    over: bool
    winners: list[int]
    clocks: list[int] | None = None  # milliseconds left by seat
    clock_runs: int = -1  # the seat whose clock runs


class Now(Common, frozen=True, kw_only=True):
    """The position, as one viewer may see it; views and legal moves by seat."""

    views: dict[str, msgspec.Raw]
    legal: dict[str, msgspec.Raw]
    undo: bool
    standing: dict[str, StandingAnswer] = {}  # of my seats, where the game makes offers


# ---- socket: from the client -----------------------------------------------------------------------------------


class Hello(In, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first message: which version the client has, and what it heard."""

    last_v: Number = 0
    heard: Number | None = None  # `at` of the last line of chat, 0: none yet; without it none is repeated


class Act(In, frozen=True, kw_only=True, tag_field="t", tag="act"):
    """A move; resending the same id is harmless."""

    id: MoveId
    v_seen: Number
    seat: SeatNumber
    action: Number


class Ping(In, frozen=True, kw_only=True, tag_field="t", tag="ping"):
    """Are you there?"""


class Emote(In, frozen=True, kw_only=True, tag_field="t", tag="emote"):
    """A small picture or a preset phrase for everybody at the table."""

    key: Literal[EMOTES]  # type: ignore[valid-type]
    seat: SeatNumber | None = None  # which of my seats; the first one by default


class Chat(In, frozen=True, kw_only=True, tag_field="t", tag="chat"):
    """A sentence for everybody at the table, where the host allows free text."""

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


class Ack(Out, frozen=True, kw_only=True, tag_field="t", tag="ack"):
    """The move is stored."""

    id: str
    v: int


class Nack(Out, frozen=True, kw_only=True, tag_field="t", tag="nack"):
    """The move is refused, and why."""

    id: str
    code: NackCode
    rule: str = ""
    reason: str = ""
    sentence: str
    v: int
    given: dict[str, int | str] = {}  # arguments of the reason's sentence


class Presence(Out, frozen=True, kw_only=True, tag_field="t", tag="presence"):
    """Who is there."""

    seats: list[bool]
    watching: int
    away: list[int | None]  # seconds until a bot takes over, by seat


class Pong(Out, frozen=True, kw_only=True, tag_field="t", tag="pong"):
    """Yes."""


class Emoted(Out, frozen=True, kw_only=True, tag_field="t", tag="emote"):
    """Somebody made a face."""

    seat: int
    key: str


class Said(Out, frozen=True, kw_only=True, tag_field="t", tag="chat"):
    """Somebody said something; `at` is in milliseconds since 1970."""

    seat: int
    name: str
    text: str
    at: int


class ErrorFrame(Out, frozen=True, kw_only=True, tag_field="t", tag="error"):
    """A message that could not be read, or was refused as a whole."""

    code: str
    sentence: str


# ---- HTTP ------------------------------------------------------------------------------------------------------


class SeatWish(In, frozen=True, kw_only=True):
    """How a seat begins."""

    kind: Literal["me", "open", "bot"]
    name: str | None = None
    level: Level | None = None


class MakeTable(In, frozen=True, kw_only=True):
    """A new table; seats that are not listed are open."""

    game: str
    players: int
    options: dict[str, OptionValue] = {}
    aid: bool = False
    public: bool = False
    seats: list[SeatWish] = []
    start: bool = False
    hints: bool | None = None  # None: whenever one person plays against bots
    chat: bool = False
    clock: ClockKind | None = None
    seed: Number | None = None  # only a test server accepts one


class Sit(In, frozen=True, kw_only=True):
    """Take an open seat; before the start also: change my name."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=200)]


class SeatOnly(In, frozen=True, kw_only=True):
    """A request about one seat."""

    seat: SeatNumber


class Fill(In, frozen=True, kw_only=True):
    """Open seats become bots."""

    level: Level = DEFAULT_LEVEL


class Nothing(In, frozen=True, kw_only=True):
    """A request without arguments."""


class ActBody(In, frozen=True, kw_only=True):
    """A move without a socket."""

    id: MoveId
    v_seen: Number
    seat: SeatNumber
    action: Number


class Code(Out, frozen=True, kw_only=True):
    """The code of a table."""

    code: str


class Health(Out, frozen=True, kw_only=True):
    """The server answers."""

    ok: bool
    tables: int  # awake


class Problem(Out, frozen=True, kw_only=True):
    """Why a request was refused."""

    code: str
    sentence: str


encode = msgspec.json.Encoder().encode
decode_incoming: Callable[[str | bytes], Incoming] = msgspec.json.Decoder(Incoming).decode
