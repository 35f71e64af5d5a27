"""Connections that have not sent a request yet: they get little time, and never take all the places.

A connection counts as half open until the headers of its first request have arrived. Later requests on the
same connection are bounded by aiohttp's own keep-alive time.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from hatbox.table.config import Limits

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
KEEP_ALIVE = 30.0  # seconds that a connection may be idle between two requests


class HalfOpen:
    """The half-open connections of a server, oldest first."""

    def __init__(self, limits: Limits) -> None:
        """Start with none."""
        self._limits = limits
        self._waiting: dict[Any, asyncio.TimerHandle] = {}  # by transport

    def __len__(self) -> int:
        """How many there are."""
        return len(self._waiting)

    def add(self, transport: Any) -> None:
        """Add a connection; if too many are waiting already, close the oldest."""
        later = asyncio.get_running_loop().call_later
        self._waiting[transport] = later(self._limits.head_seconds, self._close, transport)
        if len(self._waiting) > self._limits.half_open:
            self._close(next(iter(self._waiting)))

    def remove(self, transport: Any) -> bool:
        """Remove a connection that sent a request or is gone; return whether it was waiting."""
        timer = self._waiting.pop(transport, None)
        if timer is None:
            return False
        timer.cancel()
        return True

    def _close(self, transport: Any) -> None:
        if self.remove(transport):
            transport.abort()

    @web.middleware
    async def asked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Middleware: the headers have arrived, so from now on aiohttp reads the connection itself."""
        if request.transport is not None and self.remove(request.transport):
            request.transport.set_protocol(request.protocol)
        return await handler(request)


HALF_OPEN = web.AppKey("half_open", HalfOpen)


class Waiting(asyncio.Protocol):
    """Sits in front of aiohttp's protocol until a connection has sent a request."""

    def __init__(self, behind: asyncio.Protocol, half_open: HalfOpen) -> None:
        """Set up; `behind` reads what comes."""
        self._behind, self._half_open = behind, half_open
        self._transport: asyncio.BaseTransport | None = None
        self.data_received = behind.data_received  # type: ignore[method-assign]
        self.eof_received = behind.eof_received  # type: ignore[method-assign]
        self.pause_writing = behind.pause_writing  # type: ignore[method-assign]
        self.resume_writing = behind.resume_writing  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer."""
        self._transport = transport
        self._half_open.add(transport)
        self._behind.connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Remove a connection that was lost without a request."""
        self._half_open.remove(self._transport)
        self._behind.connection_lost(error)


async def listen(runner: web.AppRunner, host: str, port: int, shared: bool = False) -> asyncio.Server:
    """Open a port for a configured server; several processes may share it."""
    server, half_open = runner.server, runner.app[HALF_OPEN]
    assert server is not None
    return await asyncio.get_running_loop().create_server(
        lambda: Waiting(server(), half_open), host, port, reuse_port=shared or None
    )
