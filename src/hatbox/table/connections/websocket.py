"""A visitor's socket: messages are read by aiohttp, whole text frames are written straight to the transport.

Writing needs no task and no waiting, so one move reaches all viewers in one go; aiohttp's own `send_str` needs a task
for every frame.
"""

import asyncio
import contextlib
import socket
import struct

from aiohttp import web

from hatbox.table.connections.connection import Writer

FINAL_TEXT = 0x81  # the last and only part of a text
TWO_BYTES, EIGHT_BYTES = 126, 127  # RFC 6455, 5.2: how long a frame is
SHORT, LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")
UNSENT = 32 * 1024  # bytes
LOOK_EVERY = 0.01  # seconds, at a line that is behind


class SocketWriter(Writer):
    """Writes text frames to a socket's transport."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse, spectator: bool = False) -> None:
        """The handshake is done."""
        assert request.transport is not None
        self.spectator = spectator
        self._transport = request.transport
        self._ws = ws
        _keep_little(self._transport)

    def ready(self) -> bool:
        """Whether the transport takes more; a line that is closed takes everything and sends nothing."""
        return self._transport.get_write_buffer_size() < UNSENT

    def send(self, *frames: bytes) -> None:
        """Send text frames, unless the line has been closed."""
        if not self._ws.closed and not self._transport.is_closing():
            self._transport.write(framed(frames[0]) if len(frames) == 1 else b"".join(map(framed, frames)))

    async def drained(self) -> None:
        """Until the transport takes more."""
        while not self.ready() and not self._transport.is_closing():
            await asyncio.sleep(LOOK_EVERY)

    def abort(self) -> None:
        """Drop the line at once, without a word."""
        self._transport.abort()


def _keep_little(transport: asyncio.BaseTransport) -> None:
    """Let the system keep few unsent bytes: who is slow gets a fresh welcome, not minutes of old frames."""
    line = transport.get_extra_info("socket")
    if line is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        with contextlib.suppress(OSError):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


def framed(text: bytes) -> bytes:
    """A text as one unmasked WebSocket frame (RFC 6455, 5.2)."""
    size = len(text)
    if size < TWO_BYTES:
        return bytes((FINAL_TEXT, size)) + text
    if size < 1 << 16:
        return SHORT.pack(FINAL_TEXT, TWO_BYTES, size) + text
    return LONG.pack(FINAL_TEXT, EIGHT_BYTES, size) + text
