"""The clocks of one table: the table measures, the rules know no time.

A clock runs while a person must decide and somebody with a seat is there to wait. What it ran is stored with the
move, and every few seconds, so that waking from the log loses at most that.
"""

import asyncio

from hatbox.rooms import SPECTATOR
from hatbox.table.tables import journal
from hatbox.table.tables.table import LiveTable
from hatbox.table.tables.views import NO_EXTRAS, Extras

NOBODY = SPECTATOR
SECOND = 1000  # milliseconds
KEPT_EVERY = 10.0  # seconds


class Clocks:
    """Watches whose time runs."""

    def __init__(self, live: LiveTable) -> None:
        """No clock runs yet."""
        self._live = live
        self._seat = NOBODY
        self._for = 0  # the version of the position that is thought about
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        live.spent, live.more = self.spent, self.more
        live.changed.append(self.look)

    def spent(self) -> int:
        """How long the running clock has run for this decision, in milliseconds."""
        if self._seat == NOBODY:
            return 0
        return round((asyncio.get_running_loop().time() - self._since) * SECOND)

    def more(self) -> Extras:
        """Clocks and standing answers, for those who look at the position."""
        state = self._live.state
        if not state.left and not state.has_offers:
            return NO_EXTRAS
        standing = {seat: state.answer(seat) for seat in state.people if state.has_offers}
        if not state.left:
            return Extras(standing=standing)
        left = list(state.left)
        seat = self._whose()
        if seat == self._seat and self._for == state.position_v and seat != NOBODY:
            left[seat] = max(0, left[seat] - self.spent())
        return Extras(left, seat, standing)

    def _whose(self) -> int:
        """The seat whose clock runs now."""
        live, state = self._live, self._live.state
        if not state.left or state.match is None or state.match.over:
            return NOBODY
        turn = state.match.turn
        seat = state.seats[turn]
        thinks = seat.kind == "person" and seat.guest not in live.warm and turn not in state.flagged
        return turn if thinks and state.guests & live.present else NOBODY

    def look(self) -> None:
        """Start, stop or hand over; what a clock ran without a move is kept."""
        if not self._live.state.left:
            return
        seat, position = self._whose(), self._live.state.position_v
        if (seat, position) == (self._seat, self._for):
            return
        if self._seat != NOBODY and position == self._for:
            self._keep(self._seat, self.spent())
        self._seat, self._for = seat, position
        self._go_on()

    def _go_on(self) -> None:
        """Measure from now on; look again when the time is up, or when it should be kept."""
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        self.close()
        if self._seat != NOBODY:
            left = self._live.state.left[self._seat] / SECOND
            self._timer = loop.call_later(min(left, KEPT_EVERY), self._ring)

    def _ring(self) -> None:
        """Some time has passed: keep it, and see whether it was the last."""
        seat, ms = self._seat, self.spent()
        self._keep(seat, ms, flag=ms >= self._live.state.left[seat])
        self._since += ms / SECOND
        left = max(0.05, (self._live.state.left[seat] - ms) / SECOND)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(min(left, KEPT_EVERY), self._ring)

    def _keep(self, seat: int, ms: int, flag: bool = False) -> None:
        """Let the owner store it, unless the seat has moved meanwhile."""
        live, position = self._live, self._live.state.position_v

        async def keep() -> None:
            state = live.state
            if state.position_v != position or not state.playing or seat in state.flagged:
                return
            entry = journal.ClockRan(seat=seat, ms=ms, flag=flag)
            state.v += 1
            state.tick(entry)
            await live.store(entry)
            live.show_table()
            live.tell_changed()

        live.post(keep)

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
