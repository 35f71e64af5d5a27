"""Players who do not move in a game without clocks: the others may agree that a bot plays on."""

import asyncio
from typing import TYPE_CHECKING

from hatbox.interfaces import SPECTATOR
from hatbox.table.tables import journal

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

NOBODY = SPECTATOR


class Stalling:
    """Watches how long a player has been to move, and counts who agrees on a bot.

    Votes are in memory only: after a restart the time runs again and players vote again. What they agreed on
    is in the journal.
    """

    def __init__(self, table: "OpenTable") -> None:
        """Start with nobody stalling."""
        self.seat = NOBODY  # has been to move for long
        self.agreed: set[str] = set()  # guests who want a bot there
        self._table = table
        self._since = (NOBODY, 0)  # whose decision it is, and at which version of the board
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Start counting when a person must decide; a decision restarts the count."""
        now = (self._whose(), self._table.state.position_v)
        if now == self._since:
            return
        loop = asyncio.get_running_loop()
        self._since, self._began = now, loop.time()
        shown, self.seat = self.seat, NOBODY
        self.agreed.clear()
        if now[0] != NOBODY and self._timer is None:  # a running timer checks the time when it ends
            self._timer = loop.call_later(self._table.services.config.stall, self._ring)
        if shown != NOBODY:
            self._table.audience.show_table()

    def _whose(self) -> int:
        """Return the player who must decide while other people wait, or nobody."""
        state = self._table.state
        if state.made.clock or state.made.pace or state.paused or state.match is None or state.match.over:
            return NOBODY
        turn = state.match.turn
        seat = state.seats[turn]
        waits = seat.kind == "person" and not state.by_bot(turn) and len(state.guests) > 1
        return turn if waits else NOBODY

    def _ring(self) -> None:
        """If it has taken long, let the owner offer the others a bot."""
        self._timer = None
        if self._since[0] == NOBODY:
            return
        loop = asyncio.get_running_loop()
        left = self._began + self._table.services.config.stall - loop.time()
        if left > 0:
            self._timer = loop.call_later(left, self._ring)
        else:
            self._table.post(self._offer(self._since))

    async def _offer(self, since: tuple[int, int]) -> None:
        if since == self._since:
            self.seat = since[0]
            self._table.audience.show_table()

    def others(self) -> set[str]:
        """Return everyone who plays, is here, and waits."""
        state = self._table.state
        return (state.guests & self._table.presence.present) - {state.seats[self.seat].guest}

    async def agree(self, guest: str) -> None:
        """Count a vote for a bot; once all others agree, it plays."""
        self.agreed.add(guest)
        if self.others() <= self.agreed:
            await self._table.commit(journal.StoodIn(seat=self.seat, on=True))
        else:
            self._table.audience.show_table()

    def close(self) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
