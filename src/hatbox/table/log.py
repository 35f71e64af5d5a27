"""What a table's log keeps: one entry per stored change, numbered by the table's version.

The state of a table is nothing but its log read from the start, so a table sleeps and wakes without loss.
"""

from typing import Any, Literal

import msgspec

By = Literal["person", "bot", "warm"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="k", forbid_unknown_fields=True):
    """One stored change."""


class SeatKept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    guest: str = ""


class Made(Entry, frozen=True, kw_only=True, tag="made"):
    """The table was made; the seed is drawn here, so that its hash can be shown from the first moment."""

    game: str
    ruleset: int
    players: int
    options: dict[str, Any]
    aid: bool
    public: bool
    host: str
    seats: list[SeatKept]
    seed: int
    salt: str
    record: str


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """Who has a seat from now on: sit, stand, fill, kick."""

    seats: dict[int, SeatKept]


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The game began."""


class Acted(Entry, frozen=True, kw_only=True, tag="acted"):
    """A move; `id` is the client's name for it."""

    seat: int
    action: int
    id: str = ""
    guest: str = ""
    by: By = "person"


class Undone(Entry, frozen=True, kw_only=True, tag="undone"):
    """The last move was taken back."""

    seat: int


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The next game is at another table."""

    code: str


AnyEntry = Made | Seated | Started | Acted | Undone | Rematched
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
