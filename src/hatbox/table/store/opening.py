"""Which store an argument means: a data folder, or the URL of a database."""

from pathlib import Path

from hatbox.errors import HatboxError
from hatbox.table.store.interface import Store
from hatbox.table.store.sqlite import SqliteStore


async def opened_store(store: Store | Path | str) -> Store:
    """Open the store in a folder or in the database of a URL; a store is returned as it is."""
    if isinstance(store, Path):
        return SqliteStore(store)
    if not isinstance(store, str):
        return store
    try:
        from hatbox.table.store.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise HatboxError(f"A database needs {error.name}: install hatbox[postgres].") from error
    return await PostgresStore.reached(store)
