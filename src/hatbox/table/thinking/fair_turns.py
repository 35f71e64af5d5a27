"""Who may use a scarce resource next: addresses take turns, and so do the guests of each address."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from typing import NamedTuple

ONE_FOR_OTHERS = 10  # urgent turns after which another one gets in, so that nothing waits for ever


class Asker(NamedTuple):
    """For whom something is done."""

    address: str = ""
    guest: str = ""


Line = deque["asyncio.Future[None]"]
Lines = dict[str, dict[str, Line]]  # by address and guest, the next one first


class FairTurns:
    """Some places, given out in turn, however much each caller asks for."""

    def __init__(self, places: int) -> None:
        """Start with all places free."""
        self._free = places
        self._urgent: Lines = {}
        self._others: Lines = {}
        self._in_a_row = 0  # urgent turns

    @contextlib.asynccontextmanager
    async def turn(self, asker: Asker, urgent: bool = True) -> AsyncIterator[None]:
        """Wait for a place and give it back."""
        await self.acquire(asker, urgent)
        try:
            yield
        finally:
            self.release()

    async def acquire(self, asker: Asker, urgent: bool = True) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lines = self._urgent if urgent else self._others
        lines.setdefault(asker.address, {}).setdefault(asker.guest, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # the place came at that very moment
            raise

    def release(self) -> None:
        """Give a place to the next in turn."""
        turn = self._next()
        if turn is None:
            self._free += 1
        else:
            turn.set_result(None)

    def _next(self) -> "asyncio.Future[None] | None":
        first, second = self._urgent, self._others
        if self._in_a_row >= ONE_FOR_OTHERS:
            first, second = second, first
        for lines in (first, second):
            while (turn := _taken(lines)) is not None:
                if not turn.done():  # otherwise the waiting caller has gone
                    self._in_a_row = self._in_a_row + 1 if lines is self._urgent else 0
                    return turn
        return None


def _taken(lines: Lines) -> "asyncio.Future[None] | None":
    """Take the next out of the queues; address and guest go to the end of theirs."""
    if not lines:
        return None
    address = next(iter(lines))
    guests = lines.pop(address)
    guest = next(iter(guests))
    line = guests.pop(guest)
    turn = line.popleft()
    if line:
        guests[guest] = line
    if guests:
        lines[address] = guests
    return turn
