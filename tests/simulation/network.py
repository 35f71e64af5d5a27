"""A connection between a visitor and a process: in order, delayed, and it may break without one side noticing."""

import asyncio
import random
from collections.abc import Callable
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any

from aiohttp import WSMsgType

TICK = 1e-6  # seconds between two messages: the loop does not preserve the order of simultaneous ones
Received = Callable[[bytes], None]


class Line:
    """Both ends of a socket: `SocketSession` uses it as its WebSocket and as its writer."""

    def __init__(self, chance: random.Random, received: Received, ended: Callable[[int], None]) -> None:
        self._chance = chance
        self._received, self._ended = received, ended
        self._loop = asyncio.get_running_loop()
        self._outside = copy_context()  # of the visitor: what reaches it is not the work of the process
        self._down, self._up = 0.0, 0.0  # when the last message arrives, either way: none overtakes another
        self.closed = False  # on the process's side
        self.broken = False  # nothing arrives any more, in either direction
        self.gone = False  # on the visitor's side
        self._slow_until = 0.0
        self._over = asyncio.Event()
        self.take: Callable[[str], None] = lambda _text: None

    def _at(self, last: float, most: float = 0.2) -> float:
        return max(last + TICK, self._loop.time() + self._chance.uniform(0.001, most))

    # ---- as the process sees it --------------------------------------------------------------------------------

    def ready(self) -> bool:
        return self._loop.time() >= self._slow_until

    def send(self, text: bytes, following: bytes = b"") -> None:
        for frame in (text, following) if following else (text,):
            if self.closed:
                return
            self._down = self._at(self._down)
            self._loop.call_at(self._down, self._arrive, frame, context=self._outside)

    def _arrive(self, frame: bytes) -> None:
        if not self.broken and not self.gone:
            self._received(frame)

    async def drained(self) -> None:
        while not self.ready() and not self.closed:
            await asyncio.sleep(0.05)

    def abort(self) -> None:
        self._end(1006)

    async def receive(self) -> Any:
        """Only the end comes this way; texts come through `take`."""
        await self._over.wait()
        return SimpleNamespace(type=WSMsgType.CLOSED, data=None)

    async def close(self, *, code: int = 1000, message: bytes = b"") -> bool:
        self._end(code)
        return True

    def _end(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            self._over.set()
            self._down = self._at(self._down)
            self._loop.call_at(self._down, self._hang_up, code, context=self._outside)

    def _hang_up(self, code: int) -> None:
        if not self.gone and not self.broken:
            self.gone = True
            self._ended(code)

    # ---- as the visitor sees it --------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a message to the process."""
        self._up = self._at(self._up)
        self._loop.call_at(self._up, self._deliver, text)

    def _deliver(self, text: str) -> None:
        if not self.broken and not self.closed:
            self.take(text)

    def leave(self) -> None:
        """The visitor closes it; the process learns about it a moment later."""
        self.gone = True
        self._loop.call_at(self._at(self._up), self._over_for_process)

    def break_off(self) -> None:
        """The connection dies: the visitor notices soon, the process only when its heartbeat fails."""
        self.broken = True
        loop = self._loop
        loop.call_later(self._chance.uniform(0.1, 3), self._broken_for_visitor, context=self._outside)
        loop.call_later(self._chance.uniform(1, 40), self._over_for_process)

    def _broken_for_visitor(self) -> None:
        if not self.gone:
            self.gone = True
            self._ended(1006)

    def _over_for_process(self) -> None:
        self.closed = True
        self._over.set()

    def become_slow(self, seconds: float) -> None:
        """The connection accepts nothing for a while."""
        self._slow_until = self._loop.time() + seconds
