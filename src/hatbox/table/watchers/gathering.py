"""Tables of a game night start by themselves: when everyone is there, or a while after the first player came."""

import asyncio
import logging
from typing import TYPE_CHECKING

from hatbox.table.commands.game import begin
from hatbox.table.wire.problems import Refused

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")


class Gathering:
    """Watches who has come to a night's table before its game; after a restart the time runs again."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with nobody there."""
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._begun = False

    def look(self) -> None:
        """Start when everyone is here and committed to a number; otherwise wait for a limited time."""
        table, state = self._table, self._table.state
        if self._begun or not state.made.night or state.match is not None or table.preparing:
            return
        here = state.guests & table.presence.present
        if here == state.guests and (not state.made.mixed or all(map(state.draw.commitment, here))):
            self._begin()
        elif here and self._timer is None:
            later = asyncio.get_running_loop().call_later
            self._timer = later(table.services.config.night_start, self._begin)

    def _begin(self) -> None:
        """Start in another task: the watcher may run in the middle of a change."""
        self.close()
        if not self._begun:
            self._begun = True
            self._table.services.in_background(self._start(), f"night table {self._table.code}")

    async def _start(self) -> None:
        try:
            await begin(self._table)
        except Refused as error:
            self._begun = False  # the next visitor starts it again
            LOG.info("a table of a night did not start: %s", error, extra={"table": self._table.code})

    def close(self) -> None:
        """Stop waiting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
