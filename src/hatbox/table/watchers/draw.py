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
NOT_READY = ErrorFrame(code="not_ready", sentence="The rules of this game could not be prepared.")


class DrawWatcher:
    """Watches a table from the host's start until the first move is possible.

    Numbers are in memory only: after a restart players open them again, and the time starts again.
    """

    def __init__(self, table: "OpenTable") -> None:
        """Start with no number opened."""
        self._table = table
        self._opened: dict[str, str] = {}  # by guest
        self._complete = asyncio.Event()
        self._running = False

    def look(self) -> None:
        """Wait for the numbers as soon as the draw is closed, also after the table has woken."""
        if self._table.state.drawing and not self._running:
            self._running = True
            self._table.services.in_background(self._finish(), f"draw {self._table.code}")

    def open(self, guest: str, number: str) -> None:
        """Keep a number that a player opened; it was checked."""
        self._opened[guest] = number
        if not self._table.state.draw.missing(self._opened):
            self._complete.set()

    async def _finish(self) -> None:
        """Start when everyone has answered, or a few seconds later despite dead connections."""
        try:
            async with asyncio.timeout(self._table.services.config.draw):
                await self._complete.wait()
        except TimeoutError:
            LOG.info("draw without all numbers", extra={"table": self._table.code})
        await self.start_when_ready()
        self._running = False  # if it failed, the next visitor starts it again

    async def start_when_ready(self) -> None:
        """Wait for the compiler, then start."""
        table = self._table
        try:
            await table.services.catalogue.prepare(table.state.made.game)
            await table.ask(self.start(await self.wanting_ratings()))
        except Exception:
            LOG.exception("%s could not be prepared", table.state.made.game)
            table.post(self._not_ready())

    async def wanting_ratings(self) -> frozenset[str]:
        """Return the guests who want this game rated, where it can be; not a job of the owner, because it reads."""
        state = self._table.state
        return await self._table.services.store.wanting_ratings(state.guests) if can_count(state) else NOBODY

    async def start(self, rated: frozenset[str] = NOBODY) -> None:
        """Start the game; the rules are ready. It is rated if everyone here is among the `rated`."""
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
        """Return what each seat contributes to the draw."""
        draw, seats = self._table.state.draw, self._table.state.seats
        guests = draw.guests if draw.closed else [seat.guest for seat in seats]
        return [draw.share(guest, self._opened) for guest in guests]

    async def _not_ready(self) -> None:
        """Tell everyone that the game cannot start; the host may try again."""
        await self._table.show_preparing(False)
        self._table.audience.send(encode(NOT_READY))
