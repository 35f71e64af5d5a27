"""Everything stored about a person, as one readable JSON file."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import msgspec

from hatbox.table.finished.rating import rate_all, shown
from hatbox.table.nights.kept import exported_nights
from hatbox.table.store.history import Finished
from hatbox.table.store.interface import Store

ALL = 1_000_000  # more than anyone has
ABOUT = "Everything that this Hatbox server stores about you. Addresses for notices are shortened."


async def exported(store: Store, guest: str) -> bytes:
    """Return the file; other people appear in it only with the names they had at this person's tables."""
    await rate_all(store)
    profile, records = await store.profile(guest), await store.records_of(guest)
    found: dict[str, Any] = {
        "about": ABOUT,
        "made": _when(datetime.now(UTC).timestamp()),
        "profile": asdict(profile) if profile else None,
        "devices": [
            {"browser": one.browser, "first_used": _when(one.made), "last_used": _when(one.used)}
            for one in await store.devices(guest)
        ],
        "seats": [
            {"table": one.code, "game": one.game, "name": one.name} for one in await store.seated(guest, ALL)
        ],
        "finished_games": [
            _game(one, guest, records.get(one.code)) for one in await store.history(guest, ALL)
        ],
        "ratings": [asdict(one) for one in shown(await store.ratings(guest))],
        "saved_rules": [asdict(one) for one in await store.saved_rules(guest)],
        "notices": [
            {"kind": one.kind, "address": f"{one.address[:1]}…", "language": one.language}
            for one in await store.subscriptions(guest)
        ],
        "vacations": [
            {"from": _when(start), "until": _when(end)} for start, end in (await store.vacation(guest))[0]
        ],
        "prepared_moves": await store.prepared_by(guest),
        "game_nights": await exported_nights(store, guest),
        "last_at_tables": {code: _when(at) for code, at in (await store.visits_of(guest)).items()},
    }
    return msgspec.json.format(msgspec.json.encode(found))


def _game(game: Finished, guest: str, record: bytes | None) -> dict[str, Any]:
    """A finished game with all moves of its record."""
    seats = [
        {
            "name": one.name,
            "you": one.guest == guest,
            "bot_level": one.level,
            "place": one.place,
            "won": one.won,
        }
        for one in game.results
    ]
    return {
        "table": game.code,
        "game": game.game,
        "ended": _when(game.at),
        "counted_for_ratings": game.counts,
        "seats": seats,
        "record": None if record is None else msgspec.Raw(record),
    }


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
