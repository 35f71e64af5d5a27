"""Game nights over the wire: several people, several tables, several games."""

from typing import Annotated, Literal

import msgspec

from hatbox.table.wire.types import DEFAULT_LEVEL, ClockKind, In, Level, OptionValue, Out

NightKind = Literal["round_robin", "swiss"]
NightName = Annotated[str, msgspec.Meta(max_length=200)]
PersonNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class NightGameWish(In, frozen=True, kw_only=True):
    """A game of the night and its options."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    options: dict[str, OptionValue] = {}
    aid: bool = False


class NightWish(In, frozen=True, kw_only=True):
    """A new night; its rounds take the games in turn."""

    name: NightName
    games: Annotated[list[NightGameWish], msgspec.Meta(min_length=1, max_length=12)]
    kind: NightKind = "round_robin"
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] = 4  # per table, where the numbers allow it
    rounds: Annotated[int, msgspec.Meta(ge=1, le=40)] = 3
    bots: bool = True  # they fill empty seats; without them somebody may have to sit out
    level: Level = DEFAULT_LEVEL
    clock: ClockKind | None = None
    lock_chat: bool = False  # no free text, only faces and phrases
    lock_names: bool = False  # names are chosen from a list
    auto_rounds: bool = False  # all rounds but the first one start by themselves
    language: str = "en"  # of the word in its code, and of the names that it gives


class JoinNight(In, frozen=True, kw_only=True):
    """Take part, or come back."""

    name: NightName


class LeaveNight(In, frozen=True, kw_only=True):
    """Go; the organiser may also send somebody home."""

    person: PersonNumber | None = None  # None: me


class NextRound(In, frozen=True, kw_only=True):
    """Start a round, the first one being 1; games of the round before that are not over end level."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class AutoRounds(In, frozen=True, kw_only=True):
    """Whether the next round starts by itself, a while after the last table is done."""

    on: bool


class EndNight(In, frozen=True, kw_only=True):
    """Close the night: the standing is final. Games that are not over end level."""


class HandOver(In, frozen=True, kw_only=True):
    """Somebody else runs the night from now on."""

    person: PersonNumber


class Readmit(In, frozen=True, kw_only=True):
    """Let somebody in again who was sent home."""

    person: PersonNumber


# ---- answers -------------------------------------------------------------------------------------------------


class NightRow(Out, frozen=True, kw_only=True):
    """A person in the standing."""

    person: int
    name: str
    here: bool
    away: bool  # takes part, but nobody has seen them for a while: not in the next round
    rank: int  # who is level shares one
    points: float  # 10 for a won game
    wins: int
    games: int
    byes: int
    strength: float  # average points of the people met, which decides between equals


class NightTableInfo(Out, frozen=True, kw_only=True):
    """A table of a round."""

    code: str
    seats: list[int]  # people by seat; -1: a bot
    points: list[float]  # by seat, when it counts
    cut: bool = False


class NightRoundInfo(Out, frozen=True, kw_only=True):
    """A round."""

    game: str
    tables: list[NightTableInfo]
    byes: list[int]


class NightGameInfo(Out, frozen=True, kw_only=True):
    """A game of the night."""

    game: str
    options: dict[str, OptionValue]
    sizes: list[int]


class SentHome(Out, frozen=True, kw_only=True):
    """Somebody whom the organiser has sent home."""

    person: int
    name: str


class GivenName(Out, frozen=True, kw_only=True):
    """A name to choose, in the night's language."""

    name: str
    animal: int  # its place in the list of given names, which has the same order in every language


class NightInfo(Out, frozen=True, kw_only=True):
    """A night, as one person sees it."""

    code: str
    mark: str  # another one after every change
    name: str
    kind: NightKind
    players: int
    rounds: int
    bots: bool
    clock: ClockKind | None
    lock_chat: bool
    lock_names: bool
    auto_rounds: bool
    next_in: float | None  # seconds until the next round starts by itself
    over: bool
    preparing: bool  # tables of the round are being made
    games: list[NightGameInfo]
    standing: list[NightRow]
    played: list[NightRoundInfo]
    host: bool
    me: int | None
    table: str = ""  # where I play now
    names: list[GivenName] = []  # from which I choose, where that is so
    barred: bool = False  # I was sent home
    sent_home: list[SentHome] = []  # only for the organiser


class NightListed(Out, frozen=True, kw_only=True):
    """A night in my list."""

    code: str
    name: str
    round: int
    rounds: int
    people: int
    over: bool
    host: bool
    table: str = ""  # where I play now


class House(Out, frozen=True, kw_only=True):
    """What the operator of the server decided for everybody."""

    lock_chat: bool
    lock_names: bool
