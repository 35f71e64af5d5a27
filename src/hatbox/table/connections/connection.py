"""One visitor's line: a bounded queue, so that a slow phone never delays the others."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from hatbox.table.tables.views import Viewer

QUEUE = 64  # frames; then the visitor gets the whole table anew instead


class Writer(Protocol):
    """The way to one visitor."""

    def ready(self) -> bool:
        """Whether a frame may be sent now."""
        ...

    def send(self, text: bytes, following: bytes = b"") -> None:
        """Send without waiting, both in one go."""
        ...

    async def drained(self) -> None:
        """Until what was sent has left."""
        ...


class Connection:
    """Frames on their way to one visitor of a table: sent at once while the line keeps up, queued otherwise."""

    def __init__(
        self,
        guest: str | None,
        queue: int = QUEUE,
        line: Writer | None = None,
        address: str = "",
        token: bytes | None = None,
    ) -> None:
        """A visitor; without a guest a mere spectator, without a line somebody who asks for frames."""
        self.guest, self.address = guest, address
        self.token = token  # the hash of the one that was shown; when it is revoked the line ends
        self.viewer: Viewer = ()
        self.hidden = False  # the page is open, but nobody can see it
        self.lagging = False  # frames were dropped, a fresh welcome must come first
        self.closed = False
        self.replaced = False  # the same guest has opened many others since
        self._line = line
        self._limit = queue
        self._frames: deque[bytes] = deque()
        self._held = b""  # goes out together with the next frame
        self._ready = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Send or queue a frame; when the queue is full everything is dropped and the visitor is welcomed anew."""
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
        """Keep a frame back for the one that follows in a moment; `let_go` sends it in any case."""
        if self._held:
            self.let_go()
        self._held = frame

    def let_go(self) -> None:
        """Send what was kept back, if nothing followed."""
        if self._held:
            held, self._held = self._held, b""
            self.push(held)

    def _push_both(self, frame: bytes) -> None:
        """Two frames with one call of the system, where the line takes them."""
        held, self._held = self._held, b""
        if self._line is not None and not self._frames and self._line.ready():
            self._line.send(held, frame)
        else:
            self.push(held)
            self.push(frame)

    def restart(self, frame: bytes) -> None:
        """Begin again with a welcome."""
        self.lagging = False
        self._frames.clear()
        self.push(frame)

    def close(self) -> None:
        """Nothing more will be sent."""
        self.closed = True
        self._ready.set()

    def make_way(self) -> None:
        """End for another connection of the same guest."""
        self.replaced = True
        self.close()

    def take(self) -> list[bytes]:
        """All queued frames."""
        frames = list(self._frames)
        self._frames.clear()
        if not self.lagging and not self.closed:
            self._ready.clear()
        return frames

    async def wait(self) -> None:
        """Until there is something to send, or to do."""
        await self._ready.wait()

    async def pump(self, line: Writer, resync: Callable[[], Awaitable[None]], limit: float) -> None:
        """Send what was queued until closed; a line that is stuck longer than `limit` seconds ends."""
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
