"""The clocks of one table: the table measures, because the rules know no time.

A clock runs while a person must decide and a seated player is there to wait. Its time is stored with the move
and every few seconds, so that waking from the log loses at most that.
"""

import asyncio
from typing import TYPE_CHECKING

from hatbox.interfaces import SPECTATOR
from hatbox.table.tables import journal

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

NOBODY = SPECTATOR
SECOND = 1000  # milliseconds
KEPT_EVERY = 10.0  # seconds


class Clocks:
    """Watches whose clock runs."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with no clock running."""
        self._table = table
        self._seat = NOBODY
        self._for = 0  # the version of the position being thought about
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def spent(self) -> int:
        """Return how long the running clock has run for this decision, in milliseconds."""
        if self._seat == NOBODY:
            return 0
        return round((asyncio.get_running_loop().time() - self._since) * SECOND)

    def now(self) -> tuple[list[int] | None, int]:
        """Return the milliseconds left by seat and the seat whose clock runs; None and nobody without clocks."""
        state = self._table.state
        if not state.left:
            return None, NOBODY
        left, seat = list(state.left), self._whose()
        if seat == self._seat and self._for == state.position_v and seat != NOBODY:
            left[seat] = max(0, left[seat] - self.spent())
        return left, seat

    def _whose(self) -> int:
        """Return the seat whose clock runs now."""
        presence, state = self._table.presence, self._table.state
        if not state.left or state.match is None or state.match.over or state.paused:
            return NOBODY
        turn = state.match.turn
        seat = state.seats[turn]
        thinks = seat.kind == "person" and seat.guest not in presence.warm and turn not in state.flagged
        return turn if thinks and state.guests & presence.present else NOBODY

    def look(self) -> None:
        """Start, stop or switch clocks; time that ran without a move is stored."""
        if not self._table.state.left:
            return
        seat, position = self._whose(), self._table.state.position_v
        if (seat, position) == (self._seat, self._for):
            return
        if self._seat != NOBODY and position == self._for:
            self._keep(self._seat, self.spent())
        self._seat, self._for = seat, position
        self._go_on()

    def _go_on(self) -> None:
        """Measure from now on; check again when the time is up, or when it should be stored."""
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        self.close()
        if self._seat != NOBODY:
            left = self._table.state.left[self._seat] / SECOND
            self._timer = loop.call_later(min(left, KEPT_EVERY), self._ring)

    def _ring(self) -> None:
        """Store the time that has passed, and check whether it was the last."""
        seat, ms = self._seat, self.spent()
        self._keep(seat, ms, flag=ms >= self._table.state.left[seat])
        self._since += ms / SECOND
        left = max(0.05, (self._table.state.left[seat] - ms) / SECOND)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(min(left, KEPT_EVERY), self._ring)

    def _keep(self, seat: int, ms: int, flag: bool = False) -> None:
        """Let the owner store it, unless the seat has moved meanwhile."""
        self._table.post(self._kept(self._table.state.position_v, seat, ms, flag))

    async def _kept(self, position: int, seat: int, ms: int, flag: bool) -> None:
        state = self._table.state
        if state.position_v == position and state.playing and seat not in state.flagged:
            await self._table.commit(journal.ClockRan(seat=seat, ms=ms, flag=flag))

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
