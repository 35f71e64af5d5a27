"""Who is there: joining, leaving, the grace period, and seats played by a bot meanwhile."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from hatbox.table.connections.connection import Connection
from hatbox.table.wire.problems import Forbidden, TooFast
from hatbox.table.wire.protocol import ErrorFrame
from hatbox.table.wire.protocol import Presence as PresenceFrame
from hatbox.table.wire.types import encode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

HOUR = 3600.0  # seconds
LOG = logging.getLogger("hatbox.table")
KICKED = "The host asked you to leave this table."


class Presence:
    """Watches the visitors of one table."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with nobody."""
        self.present: set[str] = set()  # guests with an open connection
        self.warm: set[str] = set()  # absent guests for whom a bot plays
        self._table = table
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._bot_at: dict[str, float] = {}  # guest → when a bot takes over, once announced
        self.last_here: dict[str, float] = {}  # guest → when, in seconds since 1970, at tables over days
        self._visited: dict[str, float] = {}  # guest → what is stored of that
        self._told = b""  # the last presence that everyone got

    async def join(self, connection: Connection, last_v: int) -> None:
        """Let a visitor in and bring them up to date."""
        table, audience = self._table, self._table.audience
        guest = connection.guest
        self.must_not_be_kicked(guest)
        for old in [old for old in audience.connections if old.closed and old.guest == guest]:
            del audience.connections[old]
        connection.viewer = table.state.seats_of(guest)
        self._make_room(connection)
        if guest:
            self.present.add(guest)  # the welcome says whose clock runs
        for frame in audience.catch_up(connection, last_v):
            connection.push(frame)
        audience.connections[connection] = None
        if not self._count():
            connection.push(self.frame())
        table.look()

    def _make_room(self, connection: Connection) -> None:
        """Refuse spectators when there is no room, or too many from one address; players always get in."""
        here, limits = self._table.audience.connections, self._table.services.config.limits
        if connection.viewer:
            own = [old for old in here if old.guest == connection.guest]
            if len(own) >= limits.sockets_per_guest:
                own[0].make_way()
            return
        spectators = [old for old in here if not old.viewer]
        neighbours = sum(old.address == connection.address for old in spectators)
        if len(spectators) >= limits.spectators or neighbours >= limits.spectators_per_address:
            raise TooFast("This table has no room for more spectators.", "too_many")

    async def resync(self, connection: Connection) -> None:
        """Start over with a visitor who was too slow."""
        self._table.services.metrics.count("resyncs")
        connection.restart(self._table.audience.welcome(connection))

    def must_not_be_kicked(self, guest: str | None) -> None:
        """Refuse a guest whom the host has kicked."""
        if guest in self._table.state.kicked:
            raise Forbidden(KICKED, "kicked")

    def send_away(self, guest: str) -> None:
        """Close the connections of a kicked guest, and say why."""
        for connection in [one for one in self._table.audience.connections if one.guest == guest]:
            connection.push(encode(ErrorFrame(code="kicked", sentence=KICKED)))
            connection.make_way()

    async def leave(self, connection: Connection) -> None:
        """Remove a visitor."""
        self._table.audience.connections.pop(connection, None)
        self._count()
        self._table.look()

    def leave_later(self, connection: Connection, seconds: float) -> None:
        """Count a polling guest as present for a while."""
        later = asyncio.get_running_loop().call_later
        later(seconds if connection.guest else 0, lambda: self._table.post(self.leave(connection)))

    def frame(self) -> bytes:
        """Return who is there, as a message."""
        table = self._table
        seats = [seat.kind == "bot" or seat.guest in self.present for seat in table.state.seats]
        watching = sum(not connection.viewer for connection in table.audience.connections)
        away = [self._away(seat.guest) for seat in table.state.seats]
        last_here = (
            [self._last_here(seat.guest) for seat in table.state.seats] if table.state.made.pace else []
        )
        until = [table.away.until(seat.guest) for seat in table.state.seats] if table.state.made.pace else []
        told = PresenceFrame(
            seats=seats, watching=watching, away=away, last_here=last_here, vacation_until=until
        )
        return encode(told)

    def _last_here(self, guest: str) -> float | None:
        """Return when an absent person was last here; to the hour, because it is shown in days."""
        at = self.last_here.get(guest)
        return None if at is None or guest in self.present else at // HOUR * HOUR

    def _note_visits(self, guests: set[str]) -> None:
        """Store that seated players are or were here; an hour more or less needs no write."""
        table, now = self._table, time.time()
        if table.state.made.pace is None:
            return
        for guest in guests & table.state.guests:
            self.last_here[guest] = now
            if now - self._visited.get(guest, 0.0) >= HOUR:
                self._visited[guest] = now
                note = table.services.store.note_visit(table.code, guest, now)
                table.services.in_background(_quietly(note), f"visit {table.code}")

    def _away(self, guest: str) -> int | None:
        """Return the seconds until a bot takes over, once announced."""
        if guest not in self._bot_at or guest in self.present:
            return None
        return max(0, math.ceil(self._bot_at[guest] - asyncio.get_running_loop().time()))

    def _count(self) -> bool:
        """Find out who is present, and tell everyone if that changed."""
        table = self._table
        before = self.present
        self.present = {connection.guest for connection in table.audience.connections if connection.guest}
        self._note_visits(before | self.present)
        back = self.warm & self.present
        if back:
            self.warm -= back
            table.audience.show_table()
        return self.tell()

    def tell(self) -> bool:
        """Tell everyone who is there, unless they know."""
        frame = self.frame()
        if frame == self._told:
            return False
        self._told = frame
        self._table.audience.send(frame)
        return True

    def look(self) -> None:
        """Start and stop the timers of absent players."""
        table = self._table
        kept = table.state.made.pace or table.state.paused  # over days and in a pause nobody is replaced
        people = set() if kept else table.state.guests
        if not self._timers and people <= self.present:
            return
        absent = people - self.present if table.state.playing and self.present else set()
        for guest in set(self._timers) - absent:
            self._timers.pop(guest).cancel()
            if self._bot_at.pop(guest, None) is not None:
                self.tell()
        loop = asyncio.get_running_loop()
        for guest in absent - set(self._timers) - self.warm:
            self._timers[guest] = loop.call_later(table.services.config.grace, self._count_down, guest)

    def _count_down(self, guest: str) -> None:
        """A player has been away for a while: announce when a bot takes over."""
        loop, seconds = asyncio.get_running_loop(), self._table.services.config.countdown
        self._bot_at[guest] = loop.time() + seconds
        self._timers[guest] = loop.call_later(seconds, self._grace_over, guest)
        self.tell()

    def _grace_over(self, guest: str) -> None:
        """A player has been away for long: let a bot play for them."""
        self._timers.pop(guest, None)
        self._bot_at.pop(guest, None)
        self._table.post(self._keep_warm(guest))

    async def _keep_warm(self, guest: str) -> None:
        """Let a bot play for a player who is still absent."""
        if guest not in self.present and self._table.state.playing and not self._table.state.paused:
            self.warm.add(guest)
            self._table.audience.show_table()
            self.tell()
            self._table.look()

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


async def _quietly(note: Awaitable[None]) -> None:
    """Ignore a failed write: the player only seems to have been away longer."""
    try:
        await note
    except Exception as error:
        LOG.info("a visit could not be stored: %s", type(error).__name__)
