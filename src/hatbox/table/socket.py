"""The socket of one visitor: reads messages one after another, sends frames from a bounded queue."""

import asyncio
import contextlib
import logging
import struct
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from hatbox.table.chat import say, show_face
from hatbox.table.fanout import Connection, Line
from hatbox.table.http import HUB, PEOPLE
from hatbox.table.hub import Hub, Seated
from hatbox.table.limits import Bucket
from hatbox.table.problems import Refused, TooFast
from hatbox.table.protocol import (
    Act,
    Chat,
    Emote,
    ErrorFrame,
    Hello,
    Incoming,
    Nack,
    Ping,
    Pong,
    decode_incoming,
    encode,
)

LOG = logging.getLogger("hatbox.table.socket")
PONG = encode(Pong())
FINAL_TEXT = 0x81  # the last and only part of a text
SHORT, LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")
WAKES = 3  # times that a table may fall asleep again while somebody comes in
HELLO_LIMIT = 10.0  # seconds until the first message
LINES = web.AppKey("lines", Counter[str])


async def socket(request: web.Request) -> web.WebSocketResponse:
    """A visitor comes, stays, and goes."""
    hub = request.app[HUB]
    guest = await request.app[PEOPLE].who(request)
    seated = await hub.table(request.match_info["code"])  # now, so that a wrong code is refused as HTTP
    with one_more(request.app[LINES], request.remote or "", hub.settings.limits.sockets_per_address):
        return await _visited(request, hub, seated.live.setting.code, guest)


@contextlib.contextmanager
def one_more(lines: Counter[str], address: str, most: int) -> Iterator[None]:
    """Count the open sockets of an address."""
    if lines[address] >= most:
        raise TooFast("Too many sockets are open from here.", "too_many")
    lines[address] += 1
    try:
        yield
    finally:
        lines[address] -= 1
        if not lines[address]:
            del lines[address]


async def _visited(request: web.Request, hub: Hub, code: str, guest: str | None) -> web.WebSocketResponse:
    """Shake hands and stay."""
    settings = hub.settings
    ws = web.WebSocketResponse(
        heartbeat=settings.heartbeat, max_msg_size=settings.limits.message, compress=False, autoping=True
    )
    await ws.prepare(request)
    await Visit(ws, SocketLine(request, ws, guest is None), hub, code, guest).run()
    return ws


class SocketLine(Line):
    """Writes whole text frames to a socket's transport: one write per frame, no task and no waiting in between."""

    def __init__(self, request: web.Request, ws: web.WebSocketResponse, spectator: bool = False) -> None:
        """The handshake is done."""
        self.spectator = spectator
        self._protocol = request.protocol
        self._ws = ws

    def ready(self) -> bool:
        """Whether the transport takes more; a line that is closed takes everything and sends nothing."""
        return not self._protocol.writing_paused

    def send(self, frame: bytes) -> None:
        """Send one text frame, unless the line has been closed."""
        transport = self._protocol.transport
        if transport is not None and not self._ws.closed and not transport.is_closing():
            transport.write(framed(frame))

    async def drained(self) -> None:
        """Until the transport takes more; aiohttp waits in the same way before its own writes."""
        if self._protocol.transport is not None:
            await self._protocol._drain_helper()


def framed(text: bytes) -> bytes:
    """A text as one unmasked WebSocket frame (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + text
    if size < 1 << 16:
        return SHORT.pack(FINAL_TEXT, 126, size) + text
    return LONG.pack(FINAL_TEXT, 127, size) + text


class Visit:
    """One open socket."""

    def __init__(
        self,
        ws: web.WebSocketResponse,
        line: SocketLine,
        hub: Hub,
        code: str,
        guest: str | None,
    ) -> None:
        """Nothing is sent before the hello, and no table is held: it may fall asleep and wake until then."""
        settings = hub.settings
        self._ws = ws
        self._line = line
        self._hub = hub
        self._code = code
        self._settings = settings
        self._shown_v: Callable[[], int] = lambda: 0
        self._connection = Connection(guest, settings.queue, line)
        limits = settings.limits
        self._bucket = Bucket(limits.messages_per_second, limits.messages_at_once)

    async def run(self) -> None:
        """Read until the end, sending meanwhile."""
        try:
            hello = await self._hello()
            if hello is not None:
                await self._stay(hello)
        except Refused as error:
            self._say_error(error.code, str(error))
        finally:
            self._connection.close()
            for frame in self._connection.take():
                self._line.send(frame)
            if not self._ws.closed:
                await self._ws.close()

    async def _stay(self, hello: Hello) -> None:
        """Let the visitor in; the pump sends what could not be sent at once."""
        self._seated = seated = await self._joined(hello)
        self._shown_v = lambda: seated.live.shown_v
        pump = asyncio.create_task(self._pump(), name="pump")
        try:
            await self._read()
        finally:
            self._connection.close()
            await asyncio.gather(pump, return_exceptions=True)
            with contextlib.suppress(Refused):
                await self._seated.live.ask(lambda: self._seated.presence.leave(self._connection))

    async def _joined(self, hello: Hello) -> Seated:
        """The table with the visitor at it; one that falls asleep at this very moment is woken again."""
        seated = await self._hub.table(self._code)
        for _ in range(WAKES):
            if not seated.live.stopped:
                break
            seated = await self._hub.table(self._code)
        await seated.live.ask(lambda: seated.presence.join(self._connection, hello.last_v))
        return seated

    # ---- sending -----------------------------------------------------------------------------------------------------

    async def _pump(self) -> None:
        """Send frames; a line that is stuck is cut, the visitor comes back by itself."""

        async def resync() -> None:
            await self._seated.live.ask(lambda: self._seated.presence.resync(self._connection))

        try:
            await self._connection.pump(self._line, resync, self._settings.send_limit)
            for frame in self._connection.take():
                self._line.send(frame)
            if self._seated.live.stopped and not self._ws.closed:
                await self._ws.close(code=WSCloseCode.SERVICE_RESTART, message=b"come back")
        except (TimeoutError, ConnectionError, Refused):
            self._cut()

    def _cut(self) -> None:
        """Drop the line without waiting for the other side, unless it is being closed in good order."""
        self._connection.close()
        if self._ws.closed:
            return
        request = self._ws._req
        if request is not None and request.transport is not None:
            request.transport.abort()

    def _say_error(self, code: str, sentence: str) -> None:
        self._connection.push(encode(ErrorFrame(code=code, sentence=sentence)))

    # ---- reading -----------------------------------------------------------------------------------------------------

    async def _next(self) -> Incoming | None:
        """The next message that can be understood; None: the socket is closed."""
        while True:
            message = await self._ws.receive()
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return None
            left = self._bucket.take()
            if left < -self._settings.limits.flood:
                self._connection.close()
                await self._ws.close(code=WSCloseCode.POLICY_VIOLATION, message=b"flood")
                return None
            incoming = self._decoded(message.data)
            if left >= 0 and incoming is not None:
                return incoming
            if left < 0:
                self._too_fast(incoming)

    def _decoded(self, data: str | bytes) -> Incoming | None:
        """A message, or an error that is told to the visitor."""
        try:
            if isinstance(data, bytes):
                raise msgspec.DecodeError("messages are text")
            return decode_incoming(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._say_error("bad_message", f"This message cannot be read: {error}.")
            return None

    def _too_fast(self, incoming: Incoming | None) -> None:
        """A message that is dropped because there are too many."""
        if isinstance(incoming, Act):
            sentence = "Slow down a little, please."
            v = self._shown_v()
            nack = Nack(id=incoming.id, code="too_fast", sentence=sentence, v=v)
            self._connection.push(encode(nack))
        elif incoming is not None:
            self._say_error("too_fast", "Slow down a little, please.")

    async def _hello(self) -> Hello | None:
        """The first message, which must be a hello."""
        try:
            async with asyncio.timeout(HELLO_LIMIT):
                first = await self._next()
        except TimeoutError:
            first = None
        if isinstance(first, Hello):
            return first
        if not self._ws.closed:
            self._say_error("no_hello", "The first message is a hello.")
        return None

    async def _read(self) -> None:
        """Messages one after another: the next is read when the last is done."""
        while not self._connection.closed and (message := await self._next()) is not None:
            try:
                await self._answer(message)
            except Refused as error:
                self._say_error(error.code, str(error))

    async def _answer(self, message: Incoming) -> None:
        live, connection = self._seated.live, self._connection
        if isinstance(message, Act):
            guest = connection.guest or ""
            await live.ask(lambda: live.act(guest, message, connection.push))
        elif isinstance(message, Ping):
            connection.push(PONG)
        elif isinstance(message, Emote):
            show_face(live, connection, message)
        elif isinstance(message, Chat):
            say(live, connection, message)
        else:
            await live.ask(lambda: self._again(message.last_v))

    async def _again(self, last_v: int) -> None:
        """A second hello: the visitor wants to catch up."""
        for frame in self._seated.live.catch_up(self._connection, last_v):
            self._connection.push(frame)
