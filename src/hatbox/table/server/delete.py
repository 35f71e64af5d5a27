"""`hatbox delete`: remove a person's name and identity from a store."""

import asyncio
import contextlib
from pathlib import Path

from hatbox.errors import HatboxError
from hatbox.table.identity import codes
from hatbox.table.server.serve import folder_lock
from hatbox.table.store.interface import Store
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE
from hatbox.table.tables.forgetting import forget_person, nobody_awake


def delete(place: Path | str, name: str, guest: str, token: str) -> str:
    """Delete a guest, or list those with a name; return a report.

    A data folder must not be in use; a database may be, and its processes are told.
    """
    if isinstance(place, Path) and not (place / FILE).is_file():
        raise HatboxError(f"There are no tables in the folder {place}.")
    with folder_lock(place) if isinstance(place, Path) else contextlib.nullcontext():
        return asyncio.run(_delete(place, name, guest, token))


async def _delete(place: Path | str, name: str, guest: str, token: str) -> str:
    store = await opened_store(place)
    try:
        if name:
            return await _listed(store, name)
        return await _deleted(store, guest or await _guest_of(store, token))
    finally:
        await store.close()


async def _listed(store: Store, name: str) -> str:
    """Return the guests with a name, and where they sit: a name is no identity, so nothing is deleted by name."""
    tables: dict[str, list[str]] = {}
    for found in await store.named(name):
        tables.setdefault(found.guest, []).append(found.code)
    if not tables:
        raise HatboxError(f"Nobody called {name!r} sits at a table here.")
    lines = [f"{guest}  tables {' '.join(sorted(set(codes)))}" for guest, codes in sorted(tables.items())]
    return "\n".join([*lines, "Delete one with `hatbox delete --guest ID`."])


async def _guest_of(store: Store, token: str) -> str:
    found = await store.guest(codes.token_hash(token))
    if found is None:
        raise HatboxError("This token is not known here.")
    return found


async def _deleted(store: Store, guest: str) -> str:
    known = bool(await store.devices(guest))
    count = await forget_person(store, guest, nobody_awake)
    if not count and not known:
        raise HatboxError(f"There is no guest {guest!r} here.")
    return f"Deleted: all tokens, and the name at {count} table{'' if count == 1 else 's'}."
