"""Forgetting a person: the journal and the record of a table without the name and the identity.

The game stays as it was played. The promise of jointly drawn dice was computed with the name; it is kept
because the dice follow from it, and the record says that it can no longer be checked.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import msgspec

from hatbox.match.recording import without_names
from hatbox.table.identity import codes
from hatbox.table.nights.kept import forget_in_nights
from hatbox.table.store.history import SOMEBODY
from hatbox.table.store.interface import Head, Rewrite, Store, StoredRecord
from hatbox.table.tables import journal
from hatbox.table.tables.reading import first_entry
from hatbox.table.tables.state import TableState

ROUNDS = 5  # until no journal mentions a guest; entries added meanwhile are found in the next round
OPEN: dict[str, Any] = msgspec.to_builtins(journal.Seat())
Json = dict[str, Any]
Asleep = Callable[[str], AbstractAsyncContextManager[None]]  # keeps a table out of memory


async def forget_person(store: Store, guest: str, asleep: Asleep) -> int:
    """Revoke all tokens of a guest, then remove it from every table; return how many tables."""
    await store.unsubscribe_all(guest)
    await store.forget_visits(guest)
    await store.forget_profile(guest)
    await store.forget_vacation(guest)
    await store.forget_prepared(guest)
    await forget_in_nights(store, guest)
    await store.forget_tokens([device.token for device in await store.devices(guest)])
    done: set[str] = set()
    for _ in range(ROUNDS):
        found = await store.tables_with(guest)
        if not found:
            break
        for code in found:
            async with asleep(code):
                await _forget_at(store, code, guest)
        done.update(found)
    await store.forget_history(guest)  # last: a game may have ended meanwhile
    await store.scrub()
    return len(done)


async def _forget_at(store: Store, code: str, guest: str) -> None:
    entries = await store.log(code)
    if entries:
        id = first_entry(code, entries).record
        data = await store.record(id)
        await store.rewrite(without(code, entries, guest, StoredRecord(id, data) if data else None))


@asynccontextmanager
async def nobody_awake(code: str) -> AsyncIterator[None]:
    """For a store that no server of this process uses."""
    yield


def without(code: str, entries: Sequence[bytes], guest: str, record: StoredRecord | None) -> Rewrite:
    """Return a table without a guest: seats of a started game become nobody's, those of a waiting one open."""
    values: list[Json] = [msgspec.json.decode(entry) for entry in entries]
    begun = any(value["k"] in ("drawing", "started") for value in values)
    seats = _Seats(guest, begun)
    changed = [_renamed(seats.entry(value), guest, seats.fresh) for value in values]
    renamed: list[int] = []
    if begun:
        before, after = _at_start(code, entries), _at_start(code, _encoded(changed))
        renamed = [
            number for number, seat in enumerate(before.seats) if seat.name != after.seats[number].name
        ]
        changed[0]["promise"] = before.draw.promise
        changed[0]["removed"] = sorted({*before.made.removed, *renamed})
    new = _encoded(changed)
    differing = {
        version: entry
        for version, (entry, old) in enumerate(zip(new, entries, strict=True), 1)
        if entry != msgspec.json.encode(msgspec.json.decode(old))
    }
    kept = None
    if record is not None and renamed:
        kept = StoredRecord(record.id, without_names(record.data, renamed, SOMEBODY))
    return Rewrite(code, differing, _head(code, new), kept)


class _Seats:
    """Follow who sat where, from the first entry of a journal on."""

    def __init__(self, guest: str, begun: bool) -> None:
        self.fresh = codes.guest_id()  # nobody; different at every table, so that they cannot be linked
        self._guest, self._begun = guest, begun
        self._names: dict[str, str] = {}  # by seat: the person's name, which a bot may have taken over

    def entry(self, value: Json) -> Json:
        """Return one entry with the names replaced."""
        seats = value.get("seats")
        if value["k"] in ("made", "agreed"):
            self._names.clear()
            return {**value, "seats": [self._seat(str(k), seat) for k, seat in enumerate(seats or [])]}
        if value["k"] == "seated":
            return {**value, "seats": {k: self._seat(k, seat) for k, seat in (seats or {}).items()}}
        return value

    def _seat(self, number: str, seat: Json) -> Json:
        if seat["guest"] == self._guest:
            self._names[number] = seat["name"]
            return {**seat, "name": SOMEBODY, "guest": self.fresh} if self._begun else OPEN
        if seat["kind"] == "bot" and seat["name"] == self._names.get(number):
            return {**seat, "name": SOMEBODY}
        self._names.pop(number, None)
        return seat


def _renamed(value: Any, guest: str, fresh: str) -> Any:
    """Return the same with another guest wherever this one is mentioned."""
    if isinstance(value, dict):
        return {key: _renamed(field, guest, fresh) for key, field in value.items()}
    if isinstance(value, list):
        return [_renamed(field, guest, fresh) for field in value]
    return fresh if value == guest else value


def _encoded(values: Sequence[Json]) -> list[bytes]:
    return [msgspec.json.encode(value) for value in values]


def _at_start(code: str, entries: Sequence[bytes]) -> TableState:
    """Return seats and promise when the game started; this does not need the rules."""
    state = TableState(code, first_entry(code, entries))
    for data in entries[1:]:
        entry = journal.decode(data)
        if isinstance(entry, journal.Started):
            break
        state.fold(entry)
    if state.made.mixed and not state.draw.closed:
        state.draw.close(state.made, state.seats)
    return state


def _head(code: str, entries: Sequence[bytes]) -> Head:
    """Return what lists show, with the seats as they are now; the status does not change."""
    state = TableState(code, first_entry(code, entries))
    for data in entries[1:]:
        entry = journal.decode(data)
        if isinstance(entry, journal.SeatsChanged | journal.Kicked):
            state.fold(entry)
    return state.head()
