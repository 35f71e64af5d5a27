"""A visitor's socket: whole texts go straight from the transport to the session and back, without a task.

One move reaches all viewers in one go, and a message is answered as soon as its bytes are there. Everything
unusual – pings, fragmented messages, binary data, closing, errors – is left to aiohttp, whose protocol is
behind ours.
"""

import asyncio
import contextlib
import socket
import struct
from collections.abc import Callable
from functools import lru_cache

from aiohttp import WSCloseCode, web

from hatbox.table.connections.connection import Writer

FINAL_TEXT = 0x81  # a text in a single frame
CONTROL, MASKED, MASK = (
    0x08,
    0x80,
    4,
)  # RFC 6455, 5.2: bits of a frame's first two bytes; the bytes of its mask
TWO_BYTES, EIGHT_BYTES = 126, 127  # codes for longer lengths
SHORT, LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")
FINAL, RESERVED, OPCODE, CLOSE = 0x80, 0x70, 0x0F, 0x88
KINDS = (0x0, 0x1, 0x2, 0x8, 0x9, 0xA)  # RFC 6455, 5.2: all others are reserved
_EXTENDED = {TWO_BYTES: 2, EIGHT_BYTES: 8}  # further bytes of the length
LINGER = 1.0  # seconds
UNSENT = 32 * 1024  # bytes
LOOK_EVERY = 0.01  # seconds, while a connection is behind


class SocketWriter(Writer):
    """Writes text frames to a socket's transport."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse, spectator: bool = False) -> None:
        """Set up after the handshake."""
        assert request.transport is not None
        self.spectator = spectator
        self._transport = request.transport
        self._ws = ws
        self._unsent, self._is_closing = self._transport.get_write_buffer_size, self._transport.is_closing
        self._write = self._transport.write
        _keep_little(self._transport)

    def ready(self) -> bool:
        """Whether the transport takes more; a closed one takes everything and sends nothing."""
        return self._unsent() < UNSENT

    def send(self, text: bytes, following: bytes = b"") -> None:
        """Send a text and perhaps the next one, each as a frame, unless the connection is closed."""
        if self._ws.closed or self._is_closing():
            return
        data = header(len(text)) + text
        self._write(data + header(len(following)) + following if following else data)

    async def drained(self) -> None:
        """Wait until the transport takes more."""
        while not self.ready() and not self._is_closing():
            await asyncio.sleep(LOOK_EVERY)

    def abort(self) -> None:
        """Drop the connection at once."""
        self._transport.abort()


class FrameHeads:
    """Follows the headers of a client's frames, however they are split, and finds what the standard forbids."""

    def __init__(self, limit: int) -> None:
        """Allow messages of so many bytes."""
        self._limit = limit
        self._head = bytearray()
        self._left = 0  # bytes left of the current frame
        self._message = 0  # bytes of a fragmented message so far

    def breach(self, data: bytes) -> int:
        """Return the code to close the connection with; 0: nothing is wrong so far."""
        while data:
            skipped = min(self._left, len(data))
            self._left -= skipped
            data = data[skipped:]
            if data:
                self._head.append(data[0])
                data = data[1:]
                code = self._read_head()
                if code:
                    return code
        return 0

    def _read_head(self) -> int:
        """Check a header that has one byte more."""
        head = self._head
        if len(head) < 2:
            return 0
        size, more = head[1] & 0x7F, _EXTENDED.get(head[1] & 0x7F, 0)
        if not head[1] & MASKED or head[0] & RESERVED or head[0] & OPCODE not in KINDS:
            return WSCloseCode.PROTOCOL_ERROR  # RFC 6455, 5.1 and 5.2
        if head[0] & CONTROL and (more or not head[0] & FINAL):
            return WSCloseCode.PROTOCOL_ERROR  # 5.5
        if len(head) < 2 + more:
            return 0
        if more:
            size = int.from_bytes(head[2:], "big")
        if not head[0] & CONTROL:
            self._message += size
            if self._message > self._limit:
                return WSCloseCode.MESSAGE_TOO_BIG
            if head[0] & FINAL:
                self._message = 0
        self._left = MASK + size
        self._head.clear()
        return 0


class TextReader(asyncio.Protocol):
    """Sits between the transport and aiohttp, and takes every text that comes as one whole frame.

    From the first bytes that are not whole frames, aiohttp reads everything, because only it knows where the
    next frame starts. What the standard forbids is refused here, before any of it is buffered.
    """

    def __init__(
        self, request: web.Request, limit: int, take: Callable[[str], None], broken: Callable[[], None]
    ) -> None:
        """Set up just after the handshake, before anything is read; `broken`: the connection was closed."""
        assert request.transport is not None
        self._behind: asyncio.Protocol = request.protocol
        self._transport = request.transport
        self._limit, self._take, self._broken = limit, take, broken
        self._heads = FrameHeads(limit)
        self._whole = True  # nothing but whole frames so far
        self._closed = False
        request.transport.set_protocol(self)

    def data_received(self, data: bytes) -> None:
        """Take the texts, pass on the rest."""
        while self._whole and data:
            start, end = payload_of(data)
            self._whole = end > 0 and self._passed(data, start, end)
            if self._whole:
                data = data[end:]
        if data and not self._closed:
            self._pass_on(data)

    def _pass_on(self, data: bytes) -> None:
        """Let aiohttp read, unless the standard forbids it."""
        code = self._heads.breach(data)
        if code:
            self._fail(code)
        else:
            self._behind.data_received(data)

    def _fail(self, code: int) -> None:
        """Close with a reason; drop further input for a moment, so that the visitor gets the reason."""
        self._closed = True
        self._broken()
        self._transport.write(bytes((CLOSE, 2)) + code.to_bytes(2, "big"))
        asyncio.get_running_loop().call_later(LINGER, self._transport.close)

    def _passed(self, data: bytes, start: int, end: int) -> bool:
        """Handle a text, or pass a control frame on; return whether the first frame is one of these."""
        if data[0] & CONTROL:
            self._pass_on(data[:end])
            return not self._closed
        if data[0] != FINAL_TEXT or end - start > self._limit:
            return False
        try:
            text = unmasked(data[start:end], data[start - MASK : start]).decode()
        except UnicodeDecodeError:  # aiohttp closes the socket as the standard requires
            return False
        self._take(text)
        return True

    def eof_received(self) -> bool | None:
        """The visitor sends no more."""
        return self._behind.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._behind.connection_lost(exc)

    def pause_writing(self) -> None:
        """The connection does not keep up."""
        self._behind.pause_writing()

    def resume_writing(self) -> None:
        """The connection takes more."""
        self._behind.resume_writing()


def payload_of(data: bytes) -> tuple[int, int]:
    """Return where a frame's payload starts and ends; 0, 0 unless it is complete and below 64 kB."""
    if len(data) < SHORT.size or not MASKED <= data[1] < MASKED + EIGHT_BYTES:
        return 0, 0
    start, size = 2 + MASK, data[1] - MASKED
    if size == TWO_BYTES:
        start, size = SHORT.size + MASK, SHORT.unpack_from(data)[2]
    return (start, start + size) if start + size <= len(data) else (0, 0)


def unmasked(data: bytes, mask: bytes) -> bytes:
    """Return a client's bytes unmasked (RFC 6455, 5.3)."""
    size = len(data)
    pattern = (mask * (size // MASK + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(pattern, "little")).to_bytes(size, "little")


def _keep_little(transport: asyncio.BaseTransport) -> None:
    """Let the system buffer few unsent bytes: slow clients get a fresh welcome, not minutes of old frames."""
    line = transport.get_extra_info("socket")
    if line is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        with contextlib.suppress(OSError):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


@lru_cache(4096)
def header(size: int) -> bytes:
    """Return the header of an unmasked text frame of this size (RFC 6455, 5.2)."""
    if size < TWO_BYTES:
        return bytes((FINAL_TEXT, size))
    if size < 1 << 16:
        return SHORT.pack(FINAL_TEXT, TWO_BYTES, size)
    return LONG.pack(FINAL_TEXT, EIGHT_BYTES, size)
