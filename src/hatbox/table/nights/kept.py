"""Nights as the store keeps them: read, changed one change after another, exported, and forgotten for a person."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from hatbox.table.nights.night import Night
from hatbox.table.store.interface import Store
from hatbox.table.store.nights import StoredNight
from hatbox.table.wire.problems import Conflict, NotFound, StoreFailed
from hatbox.table.wire.types import encode

LOG = logging.getLogger("hatbox.table")
ALL = 1_000_000  # more than anybody has
TRIES = 20  # until two changes at once have come one after another
Change = Callable[[Night], object]
decode_night = msgspec.json.Decoder(Night).decode


def stored(code: str, night: Night) -> StoredNight:
    """A night as the store keeps it, under a new mark."""
    mark, data = secrets.token_hex(8), encode(night).decode()
    return StoredNight(code, mark, data, night.host, night.guests(), night.over)


async def read_night(store: Store, code: str) -> Night:
    """A night by its code."""
    return decode_night((await _found(store, code)).data)


async def change_night(
    store: Store, code: str, change: Change, in_thread: bool = False
) -> tuple[Night, bool]:
    """Change a night in the store, whoever was faster coming first; gives whether anything is new."""
    for _ in range(TRIES):
        known = await _found(store, code)
        night = decode_night(known.data)
        if in_thread:
            await asyncio.to_thread(change, night)
        else:
            change(night)
        new = stored(code, night)
        if new.data == known.data:
            return night, False
        if await _kept(store, new, known.mark):
            return night, True
    raise Conflict("Many things happen at once here. Please try again.", "busy")


async def _found(store: Store, code: str) -> StoredNight:
    known = await store.night(code)
    if known is None:
        raise NotFound(f"There is no night {code!r}.", "no_night")
    return known


async def _kept(store: Store, new: StoredNight, before: str) -> bool:
    try:
        return await store.keep_night(new, before)
    except Exception as error:
        LOG.error("night %s could not be stored: %s", new.code, error)
        raise StoreFailed("The night could not be saved. Please try again.") from error


async def forget_in_nights(store: Store, guest: str) -> None:
    """Somebody has taken part in these nights."""
    for found in await store.nights_of(guest, ALL):
        with suppress(NotFound):
            await change_night(store, found.code, lambda night: night.forget(guest))


async def exported_nights(store: Store, guest: str) -> list[dict[str, Any]]:
    """The nights of a person, and how they stood."""
    told = []
    for found in await store.nights_of(guest, ALL):
        night = decode_night(found.data)
        me = night.person_of(guest)
        row = next((row for row in night.standing() if row.person == me), None)
        told.append(
            {
                "night": found.code,
                "name": night.name,
                "organiser": night.host == guest,
                "your_name": None if me is None else night.people[me].name,
                "sent_home": me is not None and night.people[me].sent_home,
                "points": None if row is None else round(float(row.points), 1),
                "rank": None if row is None else row.rank,
                "tables": [table.code for one in night.played for table in one.tables if me in table.seats],
            }
        )
    return told
