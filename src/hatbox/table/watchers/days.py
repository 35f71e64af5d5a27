"""Tables over days: nobody is replaced while time is left, and what happens to a late decision.

Times are wall-clock times stored in the journal, so that they count while the table sleeps or the server is
down.
"""

import asyncio
import time
from typing import TYPE_CHECKING

from hatbox.table.identity.vacation import runs_out
from hatbox.table.tables import journal

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LONGEST = 3600.0  # seconds that a timer runs before it checks the wall clock again, which may have been set


class Days:
    """Watches how long a player takes for one decision."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with nobody late."""
        self._table = table
        self._late_at = -1  # the version of the position in which a bot makes one move
        self._timer: asyncio.TimerHandle | None = None

    @property
    def until(self) -> float | None:
        """When the days for this decision end, in seconds since 1970; none while the player is on vacation."""
        state, pace = self._table.state, self._table.state.made.pace
        if pace is None or state.waits_for is None:
            return None
        away = self._table.away.spans.get(state.seats[state.waits_for].guest, ())
        return runs_out(state.since, pace.days * self._table.services.config.day, away)

    @property
    def due(self) -> float | None:
        """When the server must act, awake or asleep; never at a table without people."""
        state, pace = self._table.state, self._table.state.made.pace
        if pace is None or not state.playing or not state.people or state.paused:
            return None
        if state.waits_for is None:
            return state.since + self._table.services.config.sleep_after  # it is awake until then
        if self._table.ahead.answer is not None:  # it is played even if the server stops before
            return state.since + self._table.ahead.delay
        return None if pace.late == "wait" else self.until

    @property
    def is_late(self) -> bool:
        """Whether a bot makes this one move."""
        return self._late_at == self._table.state.position_v

    def look(self) -> None:
        """Set a timer for the end of the time; the game may also just wait."""
        self.close()
        due = self.due
        if due is None or self._table.state.waits_for is None or self.is_late:
            return
        left = min(LONGEST, max(0.0, due - time.time()))
        self._timer = asyncio.get_running_loop().call_later(left, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._table.post(self._end(self._table.state.position_v))

    async def _end(self, position: int) -> None:
        """Let a bot act for a player whose days are over, once or from now on."""
        state, pace, until = self._table.state, self._table.state.made.pace, self.until
        if pace is None or until is None or state.waits_for is None or state.position_v != position:
            return
        if time.time() < until:
            self.look()
        elif pace.late == "bot":
            await self._table.commit(journal.ClockRan(seat=state.waits_for, ms=0, flag=True))
        else:
            self._late_at = position
            self._table.look()

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
