"""The socket of one visitor: reads messages one after another, sends frames from a bounded queue."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterator

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from hatbox.table.chat import say, show_face
from hatbox.table.fanout import Connection
from hatbox.table.http import HUB, PEOPLE
from hatbox.table.hub import Seated
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
from hatbox.table.settings import Settings

LOG = logging.getLogger("hatbox.table.socket")
PONG = encode(Pong())
HELLO_LIMIT = 10.0  # seconds until the first message
LINES = web.AppKey("lines", Counter[str])


async def socket(request: web.Request) -> web.WebSocketResponse:
    """A visitor comes, stays, and goes."""
    hub = request.app[HUB]
    guest = await request.app[PEOPLE].who(request)
    seated = await hub.table(request.match_info["code"])
    settings = hub.settings
    with one_more(request.app[LINES], request.remote or "", settings.limits.sockets_per_address):
        return await _visited(request, seated, guest, settings)


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


async def _visited(
    request: web.Request, seated: Seated, guest: str | None, settings: Settings
) -> web.WebSocketResponse:
    """Shake hands and stay."""
    ws = web.WebSocketResponse(
        heartbeat=settings.heartbeat, max_msg_size=settings.limits.message, compress=False, autoping=True
    )
    await ws.prepare(request)
    await Visit(ws, seated, guest, settings).run()
    return ws


class Visit:
    """One open socket."""

    def __init__(
        self, ws: web.WebSocketResponse, seated: Seated, guest: str | None, settings: Settings
    ) -> None:
        """Nothing is sent before the hello."""
        self._ws = ws
        self._seated = seated
        self._settings = settings
        self._connection = Connection(guest, settings.queue)
        limits = settings.limits
        self._bucket = Bucket(limits.messages_per_second, limits.messages_at_once)

    async def run(self) -> None:
        """Read until the end, sending meanwhile."""
        pump = asyncio.create_task(self._pump(), name="pump")
        try:
            if await self._hello():
                await self._read()
        except Refused as error:
            self._say_error(error.code, str(error))
        finally:
            self._connection.close()
            await asyncio.gather(pump, return_exceptions=True)
            with contextlib.suppress(Refused):
                await self._seated.live.ask(lambda: self._seated.presence.leave(self._connection))
            if not self._ws.closed:
                await self._ws.close()

    # ---- sending -----------------------------------------------------------------------------------------------------

    async def _pump(self) -> None:
        """Send frames; a line that is stuck is cut, the visitor comes back by itself."""

        async def resync() -> None:
            await self._seated.live.ask(lambda: self._seated.presence.resync(self._connection))

        try:
            await self._connection.pump(self._send, resync, self._settings.send_limit)
            for frame in [] if self._ws.closed else self._connection.take():
                await asyncio.wait_for(self._send(frame), self._settings.send_limit)
            if self._seated.live.stopped and not self._ws.closed:
                await self._ws.close(code=WSCloseCode.SERVICE_RESTART, message=b"come back")
        except (TimeoutError, ConnectionError, Refused):
            self._cut()

    async def _send(self, frame: bytes) -> None:
        await self._ws.send_frame(frame, WSMsgType.TEXT)

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
            v = self._seated.live.shown_v
            nack = Nack(id=incoming.id, code="too_fast", sentence=sentence, v=v)
            self._connection.push(encode(nack))
        elif incoming is not None:
            self._say_error("too_fast", "Slow down a little, please.")

    async def _hello(self) -> bool:
        """The first message must be a hello; then the visitor is let in."""
        try:
            async with asyncio.timeout(HELLO_LIMIT):
                first = await self._next()
        except TimeoutError:
            first = None
        if not isinstance(first, Hello):
            if not self._ws.closed:
                self._say_error("no_hello", "The first message is a hello.")
            return False
        await self._seated.live.ask(lambda: self._seated.presence.join(self._connection, first.last_v))
        return True

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
