"""HTTP requests that are not about one table, and answers to all requests."""

from typing import Literal

from hatbox.engine.facts import Said
from hatbox.table.wire.types import (
    NO_HELP,
    ClockKind,
    Help,
    Hex,
    In,
    Level,
    Names,
    Number,
    OptionValue,
    Out,
    Pace,
)


class SeatWish(In, frozen=True, kw_only=True):
    """How a seat starts."""

    kind: Literal["me", "open", "bot"]
    name: str | None = None
    level: Level | None = None
    help: Help = NO_HELP  # only for a person


class MakeTable(In, frozen=True, kw_only=True):
    """A new table; seats that are not listed are open."""

    game: str
    players: int
    options: dict[str, OptionValue] = {}
    aid: bool = False
    public: bool = False
    seats: list[SeatWish] = []
    start: bool = False
    hints: bool | None = None  # None: on when one person plays against bots
    chat: bool = False
    clock: ClockKind | None = None
    pace: Pace | None = None  # None: in one sitting
    names: Names = []
    language: str = "en"  # of the word in the table's code
    commitment: Hex | None = None  # the host's part in the dice
    seed: Number | None = None  # only a test server accepts one


class GoOn(In, frozen=True, kw_only=True):
    """Continue a game from elsewhere at a table, such as one played in a page without a server."""

    record: str
    seats: list[SeatWish]  # one for each seat; names come from the record
    aid: bool = False
    language: str = "en"
    commitment: Hex | None = None


class Nothing(In, frozen=True, kw_only=True):
    """A request without arguments."""


class Claim(In, frozen=True, kw_only=True):
    """Use this device as the guest who made a one-time secret on another one."""

    secret: str


# ---- answers -------------------------------------------------------------------------------------------------


class Secret(Out, frozen=True, kw_only=True):
    """A secret for one person or bot; never part of a link that people share."""

    secret: str


class Code(Out, frozen=True, kw_only=True):
    """The code of a table."""

    code: str


class Health(Out, frozen=True, kw_only=True):
    """Whether the server works."""

    ok: bool
    tables: int  # awake
    problem: str = ""  # what is wrong, in a sentence


class Problem(Out, frozen=True, kw_only=True):
    """Why a request was refused."""

    code: str
    sentence: str


class HintMove(Out, frozen=True, kw_only=True):
    """A good move: its chance to win, and what it does."""

    action: int
    text: str
    chance: float
    facts: list[Said]


class HintReply(Out, frozen=True, kw_only=True):
    """The best moves, best first, and the chances of all seats."""

    moves: list[HintMove]
    chances: list[float]
    margin: float


class WarningReply(Out, frozen=True, kw_only=True):
    """What a move gives away, and a better one; zero and null where there is no warning."""

    lost: float = 0.0  # part of a win
    better: HintMove | None = None
