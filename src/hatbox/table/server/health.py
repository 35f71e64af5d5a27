"""Whether the server works: it answers, and what it stores reaches the disk."""

import asyncio
import logging
import time

from aiohttp import web

from hatbox.table.store.interface import Store

LOG = logging.getLogger("hatbox.table")
FRESH = 2.0  # seconds that an answer is reused, so that frequent checks write little
LONGEST = 3.0  # seconds that a write may take
STUCK = "The store takes too long to write."


class Health:
    """Checks the store now and then."""

    def __init__(self, store: Store) -> None:
        """Set up; nothing is checked yet."""
        self._store = store
        self._problem, self._at = "", -FRESH
        self._asking = asyncio.Lock()

    async def problem(self) -> str:
        """Return what keeps moves from being stored, in a sentence; empty: nothing."""
        async with self._asking:
            if time.monotonic() - self._at >= FRESH:
                self._problem = await self._looked()
                self._at = time.monotonic()
        return self._problem

    async def _looked(self) -> str:
        try:
            async with asyncio.timeout(LONGEST):
                await self._store.check()
        except TimeoutError:
            return STUCK
        except Exception as error:
            LOG.error("the store cannot write: %s", error)
            return "The store cannot write."
        return ""


HEALTH = web.AppKey("health", Health)
