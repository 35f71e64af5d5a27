"""One visitor's connection: a bounded queue, so that a slow phone never delays the others."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from hatbox.table.tables.views import Viewer

QUEUE = 64  # frames; then the visitor gets a fresh welcome instead


class Writer(Protocol):
    """How frames are sent to one visitor."""

    def ready(self) -> bool:
        """Whether a frame may be sent now."""
        ...

    def send(self, text: bytes, following: bytes = b"") -> None:
        """Send one or two frames at once, without waiting."""
        ...

    async def drained(self) -> None:
        """Wait until what was sent has left."""
        ...


class Connection:
    """Frames for one visitor of a table: sent at once while the connection keeps up, queued otherwise."""

    def __init__(
        self,
        guest: str | None,
        queue: int = QUEUE,
        line: Writer | None = None,
        address: str = "",
        token: bytes | None = None,
    ) -> None:
        """Set up a visitor: a spectator without a guest, polling without a sender."""
        self.guest, self.address = guest, address
        self.token = token  # its hash; when it is revoked, the connection is closed
        self.viewer: Viewer = ()
        self.hidden = False  # the page is open, but nobody can see it
        self.lagging = False  # frames were dropped, so a fresh welcome must come first
        self.closed = False
        self.replaced = False  # the same guest has opened many others since
        self._line = line
        self._limit = queue
        self._frames: deque[bytes] = deque()
        self._held = b""  # sent together with the next frame
        self._ready = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Send or queue a frame; when the queue is full, drop everything and send a fresh welcome."""
        if self.closed or self.lagging:
            return
        if self._held:
            self._push_both(frame)
            return
        if self._line is not None and not self._frames and self._line.ready():
            self._line.send(frame)
            return
        if len(self._frames) >= self._limit:
            self._frames.clear()
            self.lagging = True
        else:
            self._frames.append(frame)
        self._ready.set()

    def hold(self, frame: bytes) -> None:
        """Hold a frame back for the next one; `let_go` sends it in any case."""
        if self._held:
            self.let_go()
        self._held = frame

    def let_go(self) -> None:
        """Send what was held back, if nothing followed."""
        if self._held:
            held, self._held = self._held, b""
            self.push(held)

    def _push_both(self, frame: bytes) -> None:
        """Send two frames with one system call, if the connection is ready."""
        held, self._held = self._held, b""
        if self._line is not None and not self._frames and self._line.ready():
            self._line.send(held, frame)
        else:
            self.push(held)
            self.push(frame)

    def restart(self, frame: bytes) -> None:
        """Start over with a welcome."""
        self.lagging = False
        self._frames.clear()
        self.push(frame)

    def close(self) -> None:
        """Send nothing more."""
        self.closed = True
        self._ready.set()

    def make_way(self) -> None:
        """Close in favour of another connection of the same guest."""
        self.replaced = True
        self.close()

    def take(self) -> list[bytes]:
        """Take all queued frames."""
        frames = list(self._frames)
        self._frames.clear()
        if not self.lagging and not self.closed:
            self._ready.clear()
        return frames

    async def wait(self) -> None:
        """Wait until there is something to send or to do."""
        await self._ready.wait()

    async def pump(self, line: Writer, resync: Callable[[], Awaitable[None]], limit: float) -> None:
        """Send what was queued until closed; a connection that is stuck longer than `limit` seconds ends."""
        while not self.closed:
            await self._ready.wait()
            async with asyncio.timeout(limit):
                await line.drained()
            if self.lagging:
                await resync()
            while self._frames and line.ready():
                line.send(self._frames.popleft())
            if not self._frames and not self.lagging and not self.closed:
                self._ready.clear()
