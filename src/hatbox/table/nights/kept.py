"""What is kept of a person in game nights: for an export, and to forget it."""

import secrets
from typing import Any

import msgspec

from hatbox.table.nights.night import Night
from hatbox.table.store.interface import Store
from hatbox.table.store.nights import StoredNight
from hatbox.table.wire.types import encode

ALL = 1_000_000  # more than anybody has
TRIES = 20
_decode = msgspec.json.Decoder(Night).decode


def stored(code: str, night: Night) -> StoredNight:
    """A night as the store keeps it, under a new mark."""
    mark, data = secrets.token_hex(8), encode(night).decode()
    return StoredNight(code, mark, data, night.host, night.guests(), night.over)


async def forget_in_nights(store: Store, guest: str) -> None:
    """Somebody has taken part in these nights."""
    for found in await store.nights_of(guest, ALL):
        known: StoredNight | None = found
        for _ in range(TRIES):
            if known is None:
                break
            night = _decode(known.data)
            night.forget(guest)
            if await store.keep_night(stored(known.code, night), known.mark):
                break
            known = await store.night(known.code)


async def exported_nights(store: Store, guest: str) -> list[dict[str, Any]]:
    """The nights of a person, and how they stood."""
    told = []
    for found in await store.nights_of(guest, ALL):
        night = _decode(found.data)
        me = night.person_of(guest)
        row = next((row for row in night.standing() if row.person == me), None)
        told.append(
            {
                "night": found.code,
                "name": night.name,
                "organiser": night.host == guest,
                "your_name": None if me is None else night.people[me].name,
                "points": None if row is None else round(float(row.points), 1),
                "rank": None if row is None else row.rank,
                "tables": [table.code for one in night.played for table in one.tables if me in table.seats],
            }
        )
    return told
