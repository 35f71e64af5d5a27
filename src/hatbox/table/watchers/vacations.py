"""Who at a table over days is on vacation: others see until when, and no deadline runs meanwhile."""

import asyncio
import logging
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from hatbox.table.identity.vacation import Span, away_until

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")
LONGEST = 3600.0  # seconds that a timer runs before it checks the wall clock again, which may have been set


class AwayPeople:
    """Knows the vacations of everyone at one table."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with nobody away."""
        self.spans: dict[str, list[Span]] = {}  # by guest
        self._table = table
        self._timer: asyncio.TimerHandle | None = None

    def until(self, guest: str) -> float | None:
        """Return until when a guest is away now."""
        return away_until(self.spans.get(guest, ()), time.time())

    def look(self) -> None:
        """Read the vacations of new guests, and announce when a player leaves or returns."""
        state = self._table.state
        if state.made.pace is None:
            return
        new = state.guests - self.spans.keys()
        if new:
            self.spans.update({guest: [] for guest in new})
            self._table.services.in_background(self.learn(new), f"vacations {state.code}")
        self._wait()

    def _wait(self) -> None:
        """Set a timer for the next start or end of a vacation."""
        self.close()
        now = time.time()
        coming = [at for spans in self.spans.values() for span in spans for at in span if at > now]
        if coming:
            left = min(LONGEST, min(coming) - now)
            self._timer = asyncio.get_running_loop().call_later(left, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._table.presence.tell()
        self._wait()

    async def learn(self, guests: Collection[str]) -> None:
        """Read the vacations of some guests again; if that fails, their days run on for a while."""
        table = self._table
        try:
            found = await table.services.store.vacations(guests)
            await table.ask(self._take(found))
            due = table.days.due
            if due is not None:
                await table.services.store.note_due(table.code, due)
        except Exception as error:
            LOG.info("table %s could not read vacations: %s", table.code, type(error).__name__)

    async def _take(self, found: dict[str, list[Span]]) -> None:
        """Use what was read; viewers see how many days are left now."""
        if any(self.spans.get(guest, []) != spans for guest, spans in found.items()):
            self.spans.update(found)
            self._table.audience.show_table()
            self._table.presence.tell()
        self._table.look()

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
