"""Who may use something scarce next: addresses take turns, and the guests of each address take theirs."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from typing import NamedTuple

ONE_FOR_OTHERS = 10  # urgent turns after which one that is not urgent gets in, so that nothing waits for ever


class Asker(NamedTuple):
    """For whom something is done."""

    address: str = ""
    guest: str = ""


Line = deque["asyncio.Future[None]"]
Lines = dict[str, dict[str, Line]]  # by address and guest, who is next first


class FairTurns:
    """Some places; whoever waits gets one in turn, however much others ask for."""

    def __init__(self, places: int) -> None:
        """All places are free."""
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
                self.release()  # the place came at the very moment
            raise

    def release(self) -> None:
        """Give a place to who is next."""
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
                if not turn.done():  # or whoever waited has gone
                    self._in_a_row = self._in_a_row + 1 if lines is self._urgent else 0
                    return turn
        return None


def _taken(lines: Lines) -> "asyncio.Future[None] | None":
    """Take who is next out of the lines; address and guest go to the end of theirs."""
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
