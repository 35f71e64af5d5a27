"""The people on a device, and the devices of a person."""

from datetime import date
from typing import Annotated, Literal

import msgspec

from hatbox.table.wire.types import In, OptionValue, Out

Figure = Literal["rabbit", "dove", "frog", "cat", "mouse", "owl"]
Colour = Literal["red", "blue", "green", "yellow", "white", "black"]
ShortText = Annotated[str, msgspec.Meta(max_length=64)]


class Profile(Out, frozen=True, kw_only=True):
    """My name and figure on my devices; at a table others see only the name I sit down with."""

    name: str = ""  # empty: there is no profile yet
    figure: Figure = "rabbit"
    colour: Colour = "red"  # the seat colour I prefer
    child: bool = False
    rated: bool = False


class ProfileWish(In, frozen=True, kw_only=True):
    """A new profile, or changes to mine."""

    name: ShortText
    figure: Figure
    colour: Colour
    child: bool = False
    rated: bool = False  # never for a child


class RuleSet(Out, frozen=True, kw_only=True):
    """A saved set of rules for a game."""

    id: str
    name: str
    game: str
    players: int
    options: dict[str, OptionValue]  # those that differ from the printed rules


class RuleSetWish(In, frozen=True, kw_only=True):
    """Rules to save under a name."""

    name: ShortText
    game: ShortText
    players: int
    options: dict[str, OptionValue] = {}


class Person(Out, frozen=True, kw_only=True):
    """A guest as its seats show it: the latest names and games."""

    id: str  # of the token on this device; empty for a link
    names: list[str]
    games: list[str]
    here: bool  # the current person of this device
    profile: Profile | None = None


class DeviceInfo(Out, frozen=True, kw_only=True):
    """A device on which a guest is known."""

    id: str
    browser: str  # such as `Firefox, Android`; empty if unknown
    used: int  # the day of the last use, in milliseconds since 1970
    here: bool


class Chosen(In, frozen=True, kw_only=True):
    """One of the people or devices in a list."""

    id: Annotated[str, msgspec.Meta(max_length=64)]


class VacationSpan(Out, frozen=True, kw_only=True):
    """A current or future vacation; its days are in UTC."""

    start: float  # its id, in seconds since 1970
    first: str  # the day, such as 2026-07-20
    last: str
    now: bool  # it has started


class VacationYear(Out, frozen=True, kw_only=True):
    """How many days are left in a year."""

    year: int
    left: int


class Vacation(Out, frozen=True, kw_only=True):
    """My vacation: my deadlines do not run meanwhile."""

    known: bool  # the caller has a seat somewhere
    today: str  # on the server
    spans: list[VacationSpan]
    years: list[VacationYear]  # this one and the next


class TakeVacation(In, frozen=True, kw_only=True):
    """From a day to the end of another one."""

    first: date | None = None  # None: from now
    last: date


class EndVacation(In, frozen=True, kw_only=True):
    """End a vacation now, or cancel it."""

    start: float
