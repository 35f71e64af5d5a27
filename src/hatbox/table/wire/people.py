"""Who is known on a device, and on which devices a person is known."""

from datetime import date
from typing import Annotated

import msgspec

from hatbox.table.wire.types import In, Out


class Person(Out, frozen=True, kw_only=True):
    """A guest as its seats show it: the latest names and games."""

    id: str  # of the token on this device; empty for a link
    names: list[str]
    games: list[str]
    here: bool  # appears on this device now


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
