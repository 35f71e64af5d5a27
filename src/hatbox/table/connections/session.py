"""The socket of one visitor: messages one after another, frames from a bounded queue."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from hatbox.table.commands.chat import repeat, say, show_face
from hatbox.table.connections.connection import Connection
from hatbox.table.connections.presence import Presence
from hatbox.table.connections.websocket import Socket, SocketWriter
from hatbox.table.server.http.request import PEOPLE, TABLES
from hatbox.table.tables.mailbox import Done, Mailbox
from hatbox.table.tables.registry import OpenTable, Registry
from hatbox.table.tables.table import LiveTable
from hatbox.table.wire.problems import Refused, TooFast
from hatbox.table.wire.protocol import (
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
from hatbox.table.wire.rate_limit import Bucket

LOG = logging.getLogger("hatbox.table.socket")
PONG = encode(Pong())
WAKES = 3  # times that a table may fall asleep again while somebody comes in
HELLO_LIMIT = 10.0  # seconds until the first message
LINES = web.AppKey("lines", Counter[str])


async def socket(request: web.Request) -> web.WebSocketResponse:
    """A visitor comes, stays, and goes."""
    registry = request.app[TABLES]
    guest = await request.app[PEOPLE].who_looks(request)
    seated = await registry.table(request.match_info["code"])  # now, so that a wrong code is refused as HTTP
    with one_more(request.app[LINES], request.remote or "", registry.config.limits.sockets_per_address):
        return await _visited(request, registry, seated.live.state.code, guest)


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
    request: web.Request, registry: Registry, code: str, guest: str | None
) -> web.WebSocketResponse:
    """Shake hands and stay."""
    ws = Socket(registry.config.heartbeat, registry.config.limits.message)
    await ws.prepare(request)
    await SocketSession(ws, SocketWriter(request, ws, guest is None), registry, code, guest).run()
    return ws


class SocketSession:
    """One open socket."""

    def __init__(
        self, ws: Socket, line: SocketWriter, registry: Registry, code: str, guest: str | None
    ) -> None:
        """Nothing is sent before the hello, and no table is held: it may fall asleep and wake until then."""
        config = registry.config
        self._ws = ws
        self._line = line
        self._registry = registry
        self._code = code
        self._config = config
        self._seated: OpenTable | None = None
        self._inbox = Mailbox()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connection = Connection(guest, config.queue, line)
        self._bucket = Bucket(config.limits.messages_per_second, config.limits.messages_at_once)

    async def run(self) -> None:
        """Read until the end, sending meanwhile."""
        impatience = asyncio.get_running_loop().call_later(HELLO_LIMIT, self._no_hello)
        try:
            await self._read()
        finally:
            impatience.cancel()
            self._connection.close()
            while self._tasks:
                await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._leave()
            for frame in self._connection.take():
                self._line.send(frame)
            if not self._ws.closed:
                await self._ws.close()

    async def _read(self) -> None:
        """Most messages come through the door; this waits for the others, and for the end."""
        if self._ws.door is not None:
            self._ws.door.take = self.take
        while (message := await self._ws.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            self.take(message.data)

    async def _leave(self) -> None:
        """Tell the table that the visitor is gone."""
        seated, connection = self._seated, self._connection
        if seated is not None:
            with contextlib.suppress(Refused):
                await seated.live.ask(lambda: seated.presence.leave(connection))

    def _in_a_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Something that takes longer; the visit does not end before it."""
        task = asyncio.create_task(work, name=f"visit {self._code}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ---- coming in -----------------------------------------------------------------------------------------------

    async def _come_in(self, hello: Hello) -> None:
        """Let the visitor in; the pump sends what could not be sent at once."""
        try:
            self._seated = await self._joined(hello)
        except Refused as error:
            self._say_error(error.code, str(error))
            self._hang_up()
        except Exception:
            LOG.exception("somebody could not come in")
            self._cut()
        else:
            self._in_a_task(self._pump(self._seated))

    async def _joined(self, hello: Hello) -> OpenTable:
        """The table with the visitor at it; one that falls asleep at this very moment is woken again."""
        seated = await self._registry.table(self._code)
        for _ in range(WAKES):
            if not seated.live.stopped:
                break
            seated = await self._registry.table(self._code)

        async def join(live: LiveTable, presence: Presence) -> None:
            await presence.join(self._connection, hello.last_v)
            repeat(live, self._connection, hello.heard)

        await seated.live.ask(lambda: join(seated.live, seated.presence))
        return seated

    def _no_hello(self) -> None:
        """The first message is something else, or does not come."""
        if self._seated is None and self._inbox.empty:
            self._say_error("no_hello", "The first message is a hello.")
            self._hang_up()

    # ---- sending -----------------------------------------------------------------------------------------------------

    async def _pump(self, seated: OpenTable) -> None:
        """Send frames; a line that is stuck is cut, the visitor comes back by itself."""

        async def resync() -> None:
            await seated.live.ask(lambda: seated.presence.resync(self._connection))

        try:
            await self._connection.pump(self._line, resync, self._config.send_limit)
            for frame in self._connection.take():
                self._line.send(frame)
            if seated.live.stopped and not self._ws.closed:
                await self._ws.close(code=WSCloseCode.SERVICE_RESTART, message=b"come back")
        except (TimeoutError, ConnectionError, Refused):
            self._cut()

    def _cut(self) -> None:
        """Drop the line without waiting for the other side, unless it is being closed in good order."""
        self._connection.close()
        if self._ws.closed:
            return
        self._registry.services.metrics.count("cuts")
        request = self._ws._req
        if request is not None and request.transport is not None:
            request.transport.abort()

    def _hang_up(self, code: int = WSCloseCode.OK, message: bytes = b"") -> None:
        """Close the line in good order; nothing more is heard."""
        self._connection.close()
        self._in_a_task(self._close(code, message))

    async def _close(self, code: int, message: bytes) -> None:
        await self._ws.close(code=code, message=message)

    def _say_error(self, code: str, sentence: str) -> None:
        self._connection.push(encode(ErrorFrame(code=code, sentence=sentence)))

    # ---- reading -----------------------------------------------------------------------------------------------------

    def take(self, data: str | bytes) -> None:
        """A message: answered now, or when the one before is done."""
        if self._connection.closed:
            return
        left = self._bucket.take()
        if left < -self._config.limits.flood:
            self._hang_up(WSCloseCode.POLICY_VIOLATION, b"flood")
            return
        incoming = self._decoded(data)
        if left < 0:
            self._too_fast(incoming)
        elif incoming is not None:
            self._inbox.put(lambda done: self._handle(incoming, done))

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
            v = self._seated.live.shown_v if self._seated is not None else 0
            nack = Nack(id=incoming.id, code="too_fast", sentence="Slow down a little, please.", v=v)
            self._connection.push(encode(nack))
        elif incoming is not None:
            self._say_error("too_fast", "Slow down a little, please.")

    def _handle(self, message: Incoming, done: Done) -> None:
        """Answer a message; `done` at once, or when its answer is there."""
        seated, connection = self._seated, self._connection
        try:
            if connection.closed:
                return done()
            if seated is not None and isinstance(message, Act):
                return seated.live.act(
                    connection.guest or "", message, connection.hold, lambda: self._acted(done)
                )
            if isinstance(message, Hello):
                coming = self._again(seated, message) if seated is not None else self._come_in(message)
                self._in_a_task(coming).add_done_callback(lambda _task: done())
                return None
            self._answer(seated, message)
        except Refused as error:
            self._say_error(error.code, str(error))
        except Exception:
            LOG.exception("a message failed")
            self._cut()
        return done()

    def _acted(self, done: Done) -> None:
        """A move is through: its answer went out with the frame that shows it, or goes alone."""
        self._connection.let_go()
        done()

    def _answer(self, seated: OpenTable | None, message: Incoming) -> None:
        """What needs no waiting."""
        if seated is None:
            self._say_error("no_hello", "The first message is a hello.")
            self._hang_up()
        elif isinstance(message, Ping):
            self._connection.push(PONG)
        elif isinstance(message, Emote):
            show_face(seated.live, self._connection, message)
        elif isinstance(message, Chat):
            say(seated.live, self._connection, message)

    async def _again(self, seated: OpenTable, hello: Hello) -> None:
        """A second hello: the visitor wants to catch up."""

        async def catch_up() -> None:
            for frame in seated.live.catch_up(self._connection, hello.last_v):
                self._connection.push(frame)
            repeat(seated.live, self._connection, hello.heard)

        try:
            await seated.live.ask(catch_up)
        except Refused as error:
            self._say_error(error.code, str(error))
