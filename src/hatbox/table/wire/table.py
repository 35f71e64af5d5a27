"""One table over the wire: what its viewers see of it, and what guests ask of it over HTTP.

Each request is one address, `POST /api/tables/{code}/<path>`: routes and the OpenAPI document are made from these
structs, and `commands.dispatch` finds who handles them.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from hatbox.table.wire.requests import Code, HintReply, WarningReply
from hatbox.table.wire.types import (
    DEFAULT_LEVEL,
    NO_HELP,
    ClockKind,
    Help,
    Hex,
    In,
    Kind,
    Level,
    MoveId,
    NackCode,
    Names,
    Number,
    OptionValue,
    Out,
    Pace,
    SeatNumber,
    StandingAnswer,
    Status,
)

MOST_LINES, LONGEST_LINE = 24, 24  # that somebody may prepare, and actions in one of them
AheadLine = Annotated[list[Number], msgspec.Meta(min_length=1, max_length=LONGEST_LINE)]

# ---- what its viewers see ------------------------------------------------------------------------------------


class SeatInfo(Out, frozen=True, kw_only=True):
    """One seat, as one viewer sees it."""

    seat: int
    kind: Kind
    name: str
    level: str  # of a bot; empty otherwise
    mine: bool
    host: bool = False  # of whoever made the table
    present: bool
    warm: bool  # a bot plays for an absent person until that person is back, or because the time was up
    muted: bool = False  # by this viewer
    help: Help = NO_HELP
    hints_left: int | None = None  # where they are counted
    hints_taken: int = 0  # with this help, in this game
    warnings_taken: int = 0
    stalls: bool = False  # to move for so long that the others may agree on a bot
    agreed: int = 0  # how many of them have
    stood_in: bool = False  # they did: a bot plays until the person is back
    commitment: str = ""  # sha256 of the secret number that this seat's player gives to the dice
    share: Literal["", "player", "late", "none"] = (
        ""  # once the game has begun: whether that number is in the dice
    )


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
    starts: bool = False  # may fill open seats and start
    seats: list[SeatInfo]
    v: int
    seed_hash: str  # the promise of the dice; empty until all who take part have committed themselves
    seed: str | None = None  # only when over; as text, because browsers round large numbers
    salt: str | None = None
    layout: msgspec.Raw
    record: str | None = None  # id, when over
    rematch: str | None = None  # code of the next table
    rematch_by: int | None = None  # the seat of whoever asked for it
    hints: bool = False
    chat: bool = False  # whether free text is allowed at this moment
    clock: ClockKind | None = None
    pace: Pace | None = None
    forked_from: ForkedFrom | None = None
    drawing: bool = False  # players open their numbers now
    pause_wished: list[int] = []  # the seats of those who would like a pause
    paused: bool = False  # all people do: clocks stand still
    night: str = ""  # the code of the game night to which the table belongs; only players are told
    of_night: bool = False  # it belongs to one


class Listed(Out, frozen=True, kw_only=True):
    """A table in a list."""

    code: str
    game: str
    players: int
    status: Status
    open: int
    names: list[str]
    days: bool = False  # people take days
    waits: bool = False  # for me
    since: float = 0.0  # when somebody's turn began, in seconds since 1970


class Glance(Out, frozen=True, kw_only=True):
    """The position of a table for a small picture, as its viewer may see it; looking at it is no visit."""

    seat: int  # through whose eyes; -1: a spectator's
    names: list[str]
    options: dict[str, Any]
    aid: bool
    layout: msgspec.Raw
    view: msgspec.Raw


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


# ---- what guests ask ------------------------------------------------------------------------------------------


class TableRequest(In, frozen=True, kw_only=True):
    """Something that a guest asks of one table."""

    path: ClassVar[str]
    summary: ClassVar[str]
    gives: ClassVar[Any] = Table  # its type; the table itself is sent when the handler gives nothing else
    for_newcomers: ClassVar[bool] = False  # somebody without a token becomes a guest


class Sit(TableRequest, frozen=True, kw_only=True):
    """Take an open seat; before the start also: change my name."""

    path: ClassVar[str] = "sit"
    summary: ClassVar[str] = "Take a seat"
    for_newcomers: ClassVar[bool] = True

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=200)]


class Stand(TableRequest, frozen=True, kw_only=True):
    """Leave my seat."""

    path: ClassVar[str] = "stand"
    summary: ClassVar[str] = "Leave a seat"

    seat: SeatNumber


class Fill(TableRequest, frozen=True, kw_only=True):
    """Open seats become bots."""

    path: ClassVar[str] = "fill"
    summary: ClassVar[str] = "Open seats become bots"

    level: Level = DEFAULT_LEVEL
    names: Names = []
    seat: int | None = None  # only this one, which may have a bot of another level


class Agree(TableRequest, frozen=True, kw_only=True):
    """Change what the table plays, before the game."""

    path: ClassVar[str] = "agree"
    summary: ClassVar[str] = "Change seats, options, hints, chat or clocks before the game"

    players: int
    options: dict[str, OptionValue] = {}
    aid: bool = False
    hints: bool | None = None
    chat: bool = False
    clock: ClockKind | None = None
    pace: Pace | None = None


class Kick(TableRequest, frozen=True, kw_only=True):
    """Make a seat open again, before the game."""

    path: ClassVar[str] = "kick"
    summary: ClassVar[str] = "Make a seat open"

    seat: SeatNumber


class LetBotPlay(TableRequest, frozen=True, kw_only=True):
    """I agree that a bot plays for somebody who has been to move for long; it does when all others here agree."""

    path: ClassVar[str] = "stand-in"
    summary: ClassVar[str] = "A bot for somebody who stalls"

    seat: SeatNumber


class ComeBack(TableRequest, frozen=True, kw_only=True):
    """I am back: my seat is mine again."""

    path: ClassVar[str] = "back"
    summary: ClassVar[str] = "Take my seat back from a bot"

    seat: SeatNumber


class WishPause(TableRequest, frozen=True, kw_only=True):
    """I would like a pause, or agree to one; without `on` the game goes on. It begins when all people agree."""

    path: ClassVar[str] = "pause"
    summary: ClassVar[str] = "Ask for a pause, agree to it, or end it"

    on: bool


class GiveHelp(TableRequest, frozen=True, kw_only=True):
    """How much help a seat gets, openly; before the start."""

    path: ClassVar[str] = "help"
    summary: ClassVar[str] = "Hints, warnings or the memory aid for a seat"

    seat: SeatNumber
    help: Help


class CommitNumber(TableRequest, frozen=True, kw_only=True):
    """Give a secret number to the dice, before the start; this is the hash of its text."""

    path: ClassVar[str] = "commit"
    summary: ClassVar[str] = "Commit to a number for the dice"

    commitment: Hex


class OpenNumber(TableRequest, frozen=True, kw_only=True):
    """Open the number, while the table is drawing."""

    path: ClassVar[str] = "open"
    summary: ClassVar[str] = "Open my number for the dice"

    number: Hex


class Start(TableRequest, frozen=True, kw_only=True):
    """Begin the game."""

    path: ClassVar[str] = "start"
    summary: ClassVar[str] = "Begin the game"


class Rematch(TableRequest, frozen=True, kw_only=True):
    """The next game with the same people."""

    path: ClassVar[str] = "rematch"
    summary: ClassVar[str] = "The next game"
    gives: ClassVar[Any] = Code


class Move(TableRequest, frozen=True, kw_only=True):
    """A move without a socket; the answer is the same as there."""

    path: ClassVar[str] = "act"
    summary: ClassVar[str] = "A move"
    gives: ClassVar[Any] = Ack | Nack

    id: MoveId
    v_seen: Number
    seat: SeatNumber
    action: Number


class Undo(TableRequest, frozen=True, kw_only=True):
    """Take my last move back, where that is allowed."""

    path: ClassVar[str] = "undo"
    summary: ClassVar[str] = "Take a move back"

    seat: SeatNumber


class AskHint(TableRequest, frozen=True, kw_only=True):
    """The best moves of my seat."""

    path: ClassVar[str] = "hint"
    summary: ClassVar[str] = "The best moves"
    gives: ClassVar[Any] = HintReply

    seat: SeatNumber


class AskWarning(TableRequest, frozen=True, kw_only=True):
    """Whether a move of my seat gives much away, before I make it; without a move the table only thinks ahead."""

    path: ClassVar[str] = "warning"
    summary: ClassVar[str] = "A warning before a move"
    gives: ClassVar[Any] = WarningReply

    seat: SeatNumber
    action: Number | None = None


class ChooseAnswer(TableRequest, frozen=True, kw_only=True):
    """How a seat answers offers from now on."""

    path: ClassVar[str] = "standing"
    summary: ClassVar[str] = "How I answer offers"

    seat: SeatNumber
    answer: StandingAnswer


class Prepare(TableRequest, frozen=True, kw_only=True):
    """What a seat answers when its turn comes; no lines: it is asked.

    Where all choose at the same time it is one line of one action; at tables over days of games without chance lines of
    moves from now on, those of others and mine, each with a move of mine at its end.
    """

    path: ClassVar[str] = "ahead"
    summary: ClassVar[str] = "Answers given ahead"

    seat: SeatNumber
    lines: Annotated[list[AheadLine], msgspec.Meta(max_length=MOST_LINES)]


class Mute(TableRequest, frozen=True, kw_only=True):
    """Whether I hear what a seat says."""

    path: ClassVar[str] = "mute"
    summary: ClassVar[str] = "Whom I do not hear"

    seat: SeatNumber
    muted: bool
