"""Tables over days that sleep: woken when a bot must act, or when somebody's days are over."""

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
    """Look now and then; what fails is tried again the next time."""
    while True:
        try:
            await wake_due(store, wake)
        except Exception as error:
            LOG.warning("sleeping tables could not be looked at: %s", error or type(error).__name__)
        await asyncio.sleep(seconds)


async def wake_due(store: Store, wake: Wake) -> int:
    """Wake every table at which the server must act, and let it look; gives how many."""
    woken = 0
    for code in await store.due():
        try:
            table = await wake(code)
        except (
            Exception
        ) as error:  # one that cannot be read, or that another process owns, keeps no other waiting
            LOG.info("table %s was not woken: %s", code, error)
            continue
        await table.ask(_look(table))
        due = table.days.due
        if due is not None and due > time.time():  # a vacation moved it: look again only then
            await store.note_due(code, due)
        woken += 1
    return woken


async def _look(table: "OpenTable") -> None:
    table.look()
