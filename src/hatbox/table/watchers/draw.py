"""The draw of the dice: collects the numbers that players open, then starts the game; it never waits long."""

import asyncio
import logging
from typing import TYPE_CHECKING

from hatbox.match.draw import Share
from hatbox.table.tables import journal
from hatbox.table.tables.history import can_count
from hatbox.table.wire.protocol import ErrorFrame
from hatbox.table.wire.types import encode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")
NOBODY: frozenset[str] = frozenset()
NOT_READY = ErrorFrame(code="not_ready", sentence="The rules of this game could not be made ready.")


class DrawWatcher:
    """Watches a table from the moment the host starts until the first move is possible.

    Numbers are in memory only: after a restart players open them again, and the time runs anew.
    """

    def __init__(self, table: "OpenTable") -> None:
        """Nobody has opened a number."""
        self._table = table
        self._opened: dict[str, str] = {}  # by guest
        self._complete = asyncio.Event()
        self._running = False

    def look(self) -> None:
        """Wait for the numbers as soon as the draw is closed, also when the table has just woken."""
        if self._table.state.drawing and not self._running:
            self._running = True
            self._table.services.in_background(self._finish(), f"draw {self._table.code}")

    def open(self, guest: str, number: str) -> None:
        """A player opened a number; it was checked."""
        self._opened[guest] = number
        if not self._table.state.draw.missing(self._opened):
            self._complete.set()

    async def _finish(self) -> None:
        """Start when everybody has answered; nobody waits longer than a few seconds for a dead line."""
        try:
            async with asyncio.timeout(self._table.services.config.draw):
                await self._complete.wait()
        except TimeoutError:
            LOG.info("draw without all numbers", extra={"table": self._table.code})
        await self.start_when_ready()
        self._running = False  # where it failed, the next visitor sets it going again

    async def start_when_ready(self) -> None:
        """Wait for the compiler, then start."""
        table = self._table
        try:
            await table.services.catalogue.prepare(table.state.made.game)
            await table.ask(self.start(await self.wanting_ratings()))
        except Exception:
            LOG.exception("%s could not be made ready", table.state.made.game)
            table.post(self._not_ready())

    async def wanting_ratings(self) -> frozenset[str]:
        """Who wants this game to change a rating, where one can; no job of the table's owner, because it reads."""
        state = self._table.state
        return await self._table.services.store.wanting_ratings(state.guests) if can_count(state) else NOBODY

    async def start(self, rated: frozenset[str] = NOBODY) -> None:
        """Start the game; the rules are ready. It counts for ratings if all who sit here are among the `rated`."""
        table, state = self._table, self._table.state
        if state.match is not None:
            return
        if state.open_seats():
            await table.show_preparing(False)
            return
        counts = can_count(state) and state.guests <= rated
        shares = self._shares() if state.made.mixed else None
        await table.commit(journal.Started(shares=shares, counts=counts))
        LOG.info("started", extra={"table": table.code, "game": state.made.game})

    def _shares(self) -> list[Share]:
        """What each seat gives to the draw."""
        draw, seats = self._table.state.draw, self._table.state.seats
        guests = draw.guests if draw.closed else [seat.guest for seat in seats]
        return [draw.share(guest, self._opened) for guest in guests]

    async def _not_ready(self) -> None:
        """Tell everybody that the game cannot begin; the host may try again."""
        await self._table.show_preparing(False)
        self._table.audience.send(encode(NOT_READY))
