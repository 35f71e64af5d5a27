"""Clean-up: tables that never started, finished ones after a while, unused tokens."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

from hatbox.table.config import Config
from hatbox.table.store.interface import Store

LOG = logging.getLogger("hatbox.table")
DAY = 86400.0  # seconds
Held = Callable[[str], AbstractContextManager[bool]]  # keeps a table asleep; yields whether it sleeps


async def sweep_for_ever(store: Store, config: Config, held: Held) -> None:
    """Run now and then; a failed run is repeated the next time."""
    while True:
        try:
            await sweep(store, config, held)
        except Exception as error:
            LOG.warning("old tables could not be removed: %s", error or type(error).__name__)
        await asyncio.sleep(config.sweep_every)


async def sweep(store: Store, config: Config, held: Held) -> int:
    """Remove what is old; return how many tables. Tables with visitors stay, here or in another process."""
    await store.forget_unused()
    await store.forget_old_vacations()
    await store.forget_old_nights(config.keep_nights)
    old = await store.unchanged("waiting", config.keep_waiting)
    if config.keep_finished is not None:
        old += await store.unchanged("over", config.keep_finished)
    removed = 0
    for code in old:
        with held(code) as sleeps:
            if sleeps:
                removed += await store.remove(code)
    if removed:
        LOG.info("removed", extra={"tables": removed})
    return removed
