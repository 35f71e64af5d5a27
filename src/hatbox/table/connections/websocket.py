"""The socket's two ways as short as they can be: whole frames written at once, whole texts taken at once.

Everything unusual – pings, parts of messages, binary data, closing, mistakes – is left to aiohttp.
"""

import asyncio
import contextlib
import socket
import struct
from collections.abc import Callable
from typing import Any

from aiohttp import web

from hatbox.table.connections.connection import Writer

Take = Callable[[str], None]
FINAL_TEXT = 0x81  # the last and only part of a text
CONTROL, FINAL_CONTROL = 0x08, 0x88  # a ping, a pong or a closing frame
MASKED, TWO_BYTES, EIGHT_BYTES = 0x80, 126, 127  # RFC 6455, 5.2: how long a frame is
SHORT, LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")
MASK = 4  # bytes
UNSENT = 32 * 1024  # bytes


class SocketWriter(Writer):
    """Writes whole text frames to a socket's transport: one write per frame, no task and no waiting in between."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse, spectator: bool = False) -> None:
        """The handshake is done."""
        self.spectator = spectator
        self._protocol = request.protocol
        self._ws = ws
        _keep_little(request.transport)

    def ready(self) -> bool:
        """Whether the transport takes more; a line that is closed takes everything and sends nothing."""
        return not self._protocol.writing_paused

    def send(self, *frames: bytes) -> None:
        """Send text frames, unless the line has been closed."""
        transport = self._protocol.transport
        if transport is not None and not self._ws.closed and not transport.is_closing():
            transport.write(framed(frames[0]) if len(frames) == 1 else b"".join(map(framed, frames)))

    async def drained(self) -> None:
        """Until the transport takes more; aiohttp waits in the same way before its own writes."""
        if self._protocol.transport is not None:
            await self._protocol._drain_helper()


def _keep_little(transport: asyncio.BaseTransport | None) -> None:
    """Let the system keep few unsent bytes: who is slow gets a fresh welcome, not minutes of old frames."""
    line = transport.get_extra_info("socket") if transport is not None else None
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


class Socket(web.WebSocketResponse):
    """A socket whose texts do not wait for a task to read them."""

    def __init__(self, heartbeat: float, limit: int) -> None:
        """Without compression; messages larger than the limit are refused."""
        super().__init__(heartbeat=heartbeat, max_msg_size=limit, compress=False)
        self.texts: TextReader | None = None

    def _post_start(self, request: web.BaseRequest, protocol: Any, writer: Any) -> None:
        """Put our reader before aiohttp's, unless that has already begun to read."""
        begun = bool(request.protocol._message_tail)
        super()._post_start(request, protocol, writer)
        if not begun:
            self.texts = TextReader(self._parser, self._max_msg_size)
            request.protocol._payload_parser = self.texts

    def _on_data_received(self) -> None:
        """Somebody is there: aiohttp's timer looks again later; only an open question is cleared in its own way."""
        if self._pong_response_cb is None and self._loop is not None and self._heartbeat is not None:
            self._heartbeat_when = self._loop.time() + self._heartbeat
        else:
            super()._on_data_received()


class TextReader:
    """Takes texts that come in one piece; from the first message that does not, aiohttp reads them all."""

    def __init__(self, reader: Any, limit: int) -> None:
        """Nobody takes texts yet."""
        self.take: Take | None = None
        self._reader = reader
        self._limit = limit
        self._rest = b""  # the beginning of a frame whose end has not come
        self._open = True

    def feed_eof(self) -> None:
        """The line is closed."""
        self._reader.feed_eof()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Bytes from the line; gives what aiohttp's reader would."""
        if self._rest:
            data, self._rest = self._rest + data, b""
        elif self._open and self.take is not None and _is_short_text(data):
            self._pass(data, 2 + MASK)  # one short message, as nearly always
            return False, b""
        while data:
            if not self._open or not self._usual(data):
                self._open = False
                found: tuple[bool, bytes] = self._reader.feed_data(data)
                return found
            start, end = _extent(data)
            if not end or len(data) < end:
                self._rest = data
                break
            self._pass(data[:end], start)
            data = data[end:]
        return False, b""

    def _usual(self, data: bytes) -> bool:
        """Whether this begins like a whole masked text that is not too long, or like a control frame."""
        if self.take is None:
            return False
        if data[0] & CONTROL:
            return True
        size = data[1] & ~MASKED if len(data) > 1 else 0
        if size == TWO_BYTES and len(data) >= SHORT.size:
            size = SHORT.unpack_from(data)[2]
        masked = len(data) < 2 or data[1] >= MASKED
        return data[0] == FINAL_TEXT and masked and size != EIGHT_BYTES and size <= self._limit

    def _pass(self, frame: bytes, start: int) -> None:
        """One whole frame: a text goes in, a control frame to aiohttp."""
        if frame[0] & CONTROL:
            self._reader.feed_data(frame)
            return
        try:
            text = unmasked(frame[start:], frame[start - MASK : start]).decode()
        except UnicodeDecodeError:
            self._open = False
            self._reader.feed_data(frame)  # which closes the socket as the standard wants it
            return
        assert self.take is not None
        self.take(text)


def _is_short_text(data: bytes) -> bool:
    """Whether this is exactly one masked text of less than 126 bytes."""
    size = len(data) - 2 - MASK
    return size >= 0 and data[0] == FINAL_TEXT and data[1] == MASKED + size and size < TWO_BYTES


def _extent(data: bytes) -> tuple[int, int]:
    """Where the payload of a frame starts and ends; 0 while its length is not known yet."""
    if len(data) < 2:
        return 0, 0
    start, size = 2, data[1] & ~MASKED
    if size == TWO_BYTES:
        if len(data) < SHORT.size:
            return 0, 0
        start, size = SHORT.size, SHORT.unpack_from(data)[2]
    start += MASK if data[1] >= MASKED else 0
    return start, start + size


def unmasked(data: bytes, mask: bytes) -> bytes:
    """A client's bytes as it meant them (RFC 6455, 5.3)."""
    size = len(data)
    pattern = (mask * (size // MASK + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(pattern, "little")).to_bytes(size, "little")
