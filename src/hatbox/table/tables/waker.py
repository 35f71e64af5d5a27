"""Sleeping tables over days: woken when a bot must act, or when a player's days are over."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from hatbox.table.store.interface import Store

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")
Wake = Callable[[str], "Awaitable[OpenTable]"]


async def wake_due_for_ever(store: Store, seconds: float, wake: Wake) -> None:
    """Check now and then; a failed check is repeated the next time."""
    while True:
        try:
            await wake_due(store, wake)
        except Exception as error:
            LOG.warning("sleeping tables could not be checked: %s", error or type(error).__name__)
        await asyncio.sleep(seconds)


async def wake_due(store: Store, wake: Wake) -> int:
    """Wake every table at which the server must act, and run its watchers; return how many."""
    woken = 0
    for code in await store.due():
        try:
            table = await wake(code)
        except Exception as error:  # an unreadable table, or another process's, delays no other
            LOG.info("table %s was not woken: %s", code, error)
            continue
        await table.ask(_look(table))
        due = table.days.due
        if due is not None and due > time.time():  # a vacation moved it: check again only then
            await store.note_due(code, due)
        woken += 1
    return woken


async def _look(table: "OpenTable") -> None:
    table.look()
