"""Who is known on a device, and on which devices a person is known."""

from datetime import date
from typing import Annotated, Literal

import msgspec

from hatbox.table.wire.types import In, OptionValue, Out

Figure = Literal["rabbit", "dove", "frog", "cat", "mouse", "owl"]
Colour = Literal["red", "blue", "green", "yellow", "white", "black"]
ShortText = Annotated[str, msgspec.Meta(max_length=64)]


class Profile(Out, frozen=True, kw_only=True):
    """How I want to be called and shown on my devices; at a table others see the name that I sit down with."""

    name: str = ""  # empty: there is no profile yet
    figure: Figure = "rabbit"
    colour: Colour = "red"  # of the seat that I like
    child: bool = False
    rated: bool = False


class ProfileWish(In, frozen=True, kw_only=True):
    """A new profile, or how mine should be from now on."""

    name: ShortText
    figure: Figure
    colour: Colour
    child: bool = False
    rated: bool = False  # never for a child


class RuleSet(Out, frozen=True, kw_only=True):
    """The way I like to play a game."""

    id: str
    name: str
    game: str
    players: int
    options: dict[str, OptionValue]  # that differ from the printed rules


class RuleSetWish(In, frozen=True, kw_only=True):
    """Rules to be kept under a name."""

    name: ShortText
    game: ShortText
    players: int
    options: dict[str, OptionValue] = {}


class Person(Out, frozen=True, kw_only=True):
    """A guest as its seats show it: the latest names and games."""

    id: str  # of the token on this device; empty for a link
    names: list[str]
    games: list[str]
    here: bool  # appears on this device now
    profile: Profile | None = None


class DeviceInfo(Out, frozen=True, kw_only=True):
    """A device on which a guest is known."""

    id: str
    browser: str  # such as `Firefox, Android`; empty where that is not known
    used: int  # the day of the last use, in milliseconds since 1970
    here: bool


class Chosen(In, frozen=True, kw_only=True):
    """One of the people or devices of a list."""

    id: Annotated[str, msgspec.Meta(max_length=64)]


class VacationSpan(Out, frozen=True, kw_only=True):
    """A vacation that lasts or is to come; its days are those of UTC."""

    start: float  # its name, in seconds since 1970
    first: str  # the day, such as 2026-07-20
    last: str
    now: bool  # it has begun


class VacationYear(Out, frozen=True, kw_only=True):
    """How many days of a year are left."""

    year: int
    left: int


class Vacation(Out, frozen=True, kw_only=True):
    """My vacation: no days run for me meanwhile."""

    known: bool  # somebody with a seat asks
    today: str  # for the server
    spans: list[VacationSpan]
    years: list[VacationYear]  # this one and the next


class TakeVacation(In, frozen=True, kw_only=True):
    """From a day to the end of another one."""

    first: date | None = None  # None: from now on
    last: date


class EndVacation(In, frozen=True, kw_only=True):
    """A vacation ends now, or does not begin."""

    start: float
