"""Who is there: joining, leaving, the grace period, and seats that a bot keeps warm."""

import asyncio
import math

from hatbox.table.connections.connection import Connection
from hatbox.table.tables.table import LiveTable
from hatbox.table.wire.problems import TooFast
from hatbox.table.wire.protocol import Presence as PresenceFrame
from hatbox.table.wire.protocol import encode


class Presence:
    """Watches the visitors of one table."""

    def __init__(self, live: LiveTable) -> None:
        """Begin with nobody."""
        self._live = live
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._bot_at: dict[str, float] = {}  # guest → when a bot takes over, once that is told
        self._told = b""  # the last presence that everybody got
        live.changed.append(self._watch)

    async def join(self, connection: Connection, last_v: int) -> None:
        """Let a visitor in and bring it up to date."""
        live = self._live
        live.connections -= {old for old in live.connections if old.closed and old.guest == connection.guest}
        if len(live.connections) >= live.services.config.limits.sockets_per_table:
            raise TooFast("This table is full of visitors.", "too_many")
        connection.viewer = live.state.seats_of(connection.guest)
        if connection.guest:
            live.present.add(connection.guest)  # the welcome tells whose clock runs
        for frame in live.catch_up(connection, last_v):
            connection.push(frame)
        live.connections.add(connection)
        if not self._count():
            connection.push(self.frame())
        live.tell_changed()

    async def resync(self, connection: Connection) -> None:
        """Begin again with a visitor who was too slow."""
        self._live.services.metrics.count("resyncs")
        connection.restart(self._live.welcome(connection))

    async def leave(self, connection: Connection) -> None:
        """A visitor is gone."""
        self._live.connections.discard(connection)
        self._count()
        self._live.tell_changed()

    def leave_later(self, connection: Connection, seconds: float) -> None:
        """A guest who polls counts as present for a while."""
        later = asyncio.get_running_loop().call_later
        later(seconds if connection.guest else 0, lambda: self._live.post(lambda: self.leave(connection)))

    def frame(self) -> bytes:
        """Who is there, as a message."""
        live = self._live
        seats = [seat.kind == "bot" or seat.guest in live.present for seat in live.state.seats]
        watching = sum(not connection.viewer for connection in live.connections)
        away = [self._away(seat.guest) for seat in live.state.seats]
        return encode(PresenceFrame(seats=seats, watching=watching, away=away))

    def _away(self, guest: str) -> int | None:
        """Seconds until a bot takes over, once that is told."""
        if guest not in self._bot_at or guest in self._live.present:
            return None
        return max(0, math.ceil(self._bot_at[guest] - asyncio.get_running_loop().time()))

    def _count(self) -> bool:
        """Find out who is present; when that changed everybody is told."""
        live = self._live
        live.present = {connection.guest for connection in live.connections if connection.guest}
        back = live.warm & live.present
        if back:
            live.warm -= back
            live.show_table()
        return self._tell()

    def _tell(self) -> bool:
        """Tell everybody who is there, unless they know."""
        frame = self.frame()
        if frame == self._told:
            return False
        self._told = frame
        for connection in self._live.connections:
            connection.push(frame)
        return True

    def _watch(self) -> None:
        """Start and stop the clocks of absent people."""
        live = self._live
        people = live.state.guests
        if not self._timers and people <= live.present:
            return
        absent = people - live.present if live.state.playing and live.present else set()
        for guest in set(self._timers) - absent:
            self._timers.pop(guest).cancel()
            self._bot_at.pop(guest, None)
        loop = asyncio.get_running_loop()
        for guest in absent - set(self._timers) - live.warm:
            self._timers[guest] = loop.call_later(live.services.config.grace, self._count_down, guest)

    def _count_down(self, guest: str) -> None:
        """A person has been away for a while: everybody is told when a bot takes over."""
        loop, seconds = asyncio.get_running_loop(), self._live.services.config.countdown
        self._bot_at[guest] = loop.time() + seconds
        self._timers[guest] = loop.call_later(seconds, self._grace_over, guest)
        self._tell()

    def _grace_over(self, guest: str) -> None:
        """A person has been away for long: the owner lets a bot keep the seat warm."""
        self._timers.pop(guest, None)
        self._bot_at.pop(guest, None)
        live = self._live

        async def keep_warm() -> None:
            if guest not in live.present and live.state.playing:
                live.warm.add(guest)
                live.show_table()
                self._tell()
                live.tell_changed()

        live.post(keep_warm)

    def close(self) -> None:
        """Stop all clocks."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
