"""One table over the wire: what its viewers see, and what guests ask of it over HTTP.

Each request is one address, `POST /api/tables/{code}/<path>`: routes and the OpenAPI document are made from
these structs, and `commands.dispatch` finds their handlers.
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

MOST_LINES, LONGEST_LINE = 24, 24  # that a player may prepare, and actions in each
AheadLine = Annotated[list[Number], msgspec.Meta(min_length=1, max_length=LONGEST_LINE)]

# ---- what its viewers see ------------------------------------------------------------------------------------


class SeatInfo(Out, frozen=True, kw_only=True):
    """One seat, as one viewer sees it."""

    seat: int
    kind: Kind
    name: str
    level: str  # of a bot; empty otherwise
    mine: bool
    host: bool = False  # the player who made the table
    present: bool
    warm: bool  # a bot plays for a person who is absent or whose time is up
    muted: bool = False  # by this viewer
    help: Help = NO_HELP
    hints_left: int | None = None  # where hints are counted
    hints_taken: int = 0  # from this help, in this game
    warnings_taken: int = 0
    stalls: bool = False  # the player has taken so long that the others may agree on a bot
    agreed: int = 0  # how many of them have agreed
    stood_in: bool = False  # they all agreed: a bot plays until the person is back
    commitment: str = ""  # SHA-256 of the secret number that this seat's player contributes to the dice
    share: Literal["", "player", "late", "none"] = (
        ""  # once the game has started: whether that number is in the dice
    )


class ForkedFrom(Out, frozen=True, kw_only=True):
    """The finished game from which a table continues."""

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
    seed_hash: str  # the promise of the dice; empty until all participants have committed
    seed: str | None = None  # only when over; as text, because browsers round large numbers
    salt: str | None = None
    layout: msgspec.Raw
    record: str | None = None  # id, when over
    rematch: str | None = None  # code of the next table
    rematch_by: int | None = None  # the seat of the player who asked for it
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
    days: bool = False  # players have days for each move
    waits: bool = False  # for the caller
    since: float = 0.0  # when the current turn began, in seconds since 1970


class Glance(Out, frozen=True, kw_only=True):
    """The position of a table for a small picture, as its viewer may see it; it does not count as a visit."""

    seat: int  # whose view it is; -1: a spectator's
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
    """The move is refused, with a reason."""

    id: str
    code: NackCode
    rule: str = ""
    reason: str = ""
    sentence: str
    v: int
    given: dict[str, int | str] = {}  # arguments of the reason's sentence


# ---- what guests ask ------------------------------------------------------------------------------------------


class TableRequest(In, frozen=True, kw_only=True):
    """A request of a guest about one table."""

    path: ClassVar[str]
    summary: ClassVar[str]
    gives: ClassVar[Any] = Table  # its type; None from the handler: the table is sent
    for_newcomers: ClassVar[bool] = False  # a visitor without a token becomes a guest


class Sit(TableRequest, frozen=True, kw_only=True):
    """Take an open seat, or before the start change my name."""

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
    """Turn open seats into bots."""

    path: ClassVar[str] = "fill"
    summary: ClassVar[str] = "Fill open seats with bots"

    level: Level = DEFAULT_LEVEL
    names: Names = []
    seat: int | None = None  # only this seat, which may have a bot of another level


class Agree(TableRequest, frozen=True, kw_only=True):
    """Change what the table plays, before the start."""

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
    """Open a seat again, before the start."""

    path: ClassVar[str] = "kick"
    summary: ClassVar[str] = "Open a seat again"

    seat: SeatNumber


class LetBotPlay(TableRequest, frozen=True, kw_only=True):
    """Agree that a bot plays for a player who stalls; it does once all others present agree."""

    path: ClassVar[str] = "stand-in"
    summary: ClassVar[str] = "Let a bot play for a player who stalls"

    seat: SeatNumber


class ComeBack(TableRequest, frozen=True, kw_only=True):
    """Take my seat back from the bot."""

    path: ClassVar[str] = "back"
    summary: ClassVar[str] = "Take my seat back from a bot"

    seat: SeatNumber


class WishPause(TableRequest, frozen=True, kw_only=True):
    """Ask for a pause or agree to one; `on` false ends it. It starts once all people agree."""

    path: ClassVar[str] = "pause"
    summary: ClassVar[str] = "Ask for a pause, agree to it, or end it"

    on: bool


class GiveHelp(TableRequest, frozen=True, kw_only=True):
    """Set how much help a seat gets, visible to everyone; before the start."""

    path: ClassVar[str] = "help"
    summary: ClassVar[str] = "Set hints, warnings or the memory aid for a seat"

    seat: SeatNumber
    help: Help


class CommitNumber(TableRequest, frozen=True, kw_only=True):
    """Commit to a secret number for the dice, before the start; this is the hash of its text."""

    path: ClassVar[str] = "commit"
    summary: ClassVar[str] = "Commit to a number for the dice"

    commitment: Hex


class OpenNumber(TableRequest, frozen=True, kw_only=True):
    """Open the number, while the table is drawing."""

    path: ClassVar[str] = "open"
    summary: ClassVar[str] = "Open my number for the dice"

    number: Hex


class Start(TableRequest, frozen=True, kw_only=True):
    """Start the game."""

    path: ClassVar[str] = "start"
    summary: ClassVar[str] = "Start the game"


class Rematch(TableRequest, frozen=True, kw_only=True):
    """Play the next game with the same people."""

    path: ClassVar[str] = "rematch"
    summary: ClassVar[str] = "Start a rematch"
    gives: ClassVar[Any] = Code


class Move(TableRequest, frozen=True, kw_only=True):
    """Move without a socket; the answer is the same as there."""

    path: ClassVar[str] = "act"
    summary: ClassVar[str] = "A move"
    gives: ClassVar[Any] = Ack | Nack

    id: MoveId
    v_seen: Number
    seat: SeatNumber
    action: Number


class Undo(TableRequest, frozen=True, kw_only=True):
    """Take back my last move, where that is allowed."""

    path: ClassVar[str] = "undo"
    summary: ClassVar[str] = "Undo a move"

    seat: SeatNumber


class AskHint(TableRequest, frozen=True, kw_only=True):
    """Get the best moves of my seat."""

    path: ClassVar[str] = "hint"
    summary: ClassVar[str] = "Get the best moves"
    gives: ClassVar[Any] = HintReply

    seat: SeatNumber


class AskWarning(TableRequest, frozen=True, kw_only=True):
    """Ask whether a move gives much away, before making it; without a move the table only thinks ahead."""

    path: ClassVar[str] = "warning"
    summary: ClassVar[str] = "Get a warning before a move"
    gives: ClassVar[Any] = WarningReply

    seat: SeatNumber
    action: Number | None = None


class ChooseAnswer(TableRequest, frozen=True, kw_only=True):
    """Set how a seat answers offers from now on."""

    path: ClassVar[str] = "standing"
    summary: ClassVar[str] = "Set how I answer offers"

    seat: SeatNumber
    answer: StandingAnswer


class Prepare(TableRequest, frozen=True, kw_only=True):
    """Set what a seat answers when its turn comes; no lines: it is asked.

    Where all players choose at the same time, it is one line of one action. At tables over days, in games
    without chance, it is lines of moves from the current position, those of others and mine, each ending with
    one of mine.
    """

    path: ClassVar[str] = "ahead"
    summary: ClassVar[str] = "Answer ahead of my turn"

    seat: SeatNumber
    lines: Annotated[list[AheadLine], msgspec.Meta(max_length=MOST_LINES)]


class Mute(TableRequest, frozen=True, kw_only=True):
    """Mute or unmute a seat for me."""

    path: ClassVar[str] = "mute"
    summary: ClassVar[str] = "Mute a seat"

    seat: SeatNumber
    muted: bool
