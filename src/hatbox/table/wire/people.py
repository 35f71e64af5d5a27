"""Who is known on a device, and on which devices a person is known."""

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
