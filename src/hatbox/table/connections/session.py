"""One open socket: messages in order, frames from a bounded queue."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from hatbox.table.commands.chat import repeat, say, show_face
from hatbox.table.commands.moves import act
from hatbox.table.connections.connection import Connection
from hatbox.table.connections.websocket import SocketWriter
from hatbox.table.tables.mailbox import Mailbox, Pending
from hatbox.table.tables.registry import Registry
from hatbox.table.tables.table import OpenTable
from hatbox.table.wire.problems import Refused, StoreFailed
from hatbox.table.wire.protocol import (
    Act,
    Chat,
    Emote,
    ErrorFrame,
    Hello,
    Incoming,
    Ping,
    Pong,
    decode_incoming,
)
from hatbox.table.wire.rate_limit import Bucket
from hatbox.table.wire.table import Ack, Nack
from hatbox.table.wire.types import NackCode, encode

LOG = logging.getLogger("hatbox.table.socket")
PONG = encode(Pong())
WAKES = 3  # times that a table may fall asleep while a visitor joins
HELLO_LIMIT = 10.0  # seconds until the first message
SLOW_DOWN = "Slow down a little, please."


def pong(table: OpenTable, connection: Connection, message: Ping) -> None:
    """Answer a ping; a page that becomes visible sees the table."""
    connection.push(PONG)
    if connection.hidden != message.hidden:
        connection.hidden = message.hidden
        table.seen.look()


ANSWERS: dict[type[Incoming], Callable[[OpenTable, Connection, Any], None]] = {
    Ping: pong,
    Emote: show_face,
    Chat: say,
}  # handled without waiting


class SocketSession:
    """One open socket."""

    def __init__(
        self,
        ws: web.WebSocketResponse,
        line: SocketWriter,
        registry: Registry,
        code: str,
        guest: str | None,
        address: str,
        token: bytes | None = None,
    ) -> None:
        """Set up; nothing is sent before the hello, and until then the table may sleep and wake."""
        config = registry.config
        self._ws = ws
        self._line = line
        self._registry = registry
        self._code = code
        self._config = config
        self._table: OpenTable | None = None
        self._inbox = Mailbox(f"visit {code}")
        self._tasks: set[asyncio.Task[None]] = set()
        self._connection = Connection(guest, config.queue, line, address, token)
        registry.lines.add(self._connection)
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
        """Wait for unusual messages and the end; most messages come by `TextReader`."""
        while (message := await self._ws.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            self.take(message.data)

    async def _leave(self) -> None:
        """Tell the table that the visitor is gone."""
        if self._table is not None:
            with contextlib.suppress(Refused):
                await self._table.ask(self._table.presence.leave(self._connection))

    def _in_a_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something that takes longer; the session does not end before it."""
        task = asyncio.create_task(work, name=f"visit {self._code}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ---- coming in -----------------------------------------------------------------------------------------------

    def _greet(self, hello: Hello) -> Pending[None]:
        """Let the visitor in or catch up; the next message waits until that is done."""
        coming = self._come_in(hello) if self._table is None else self._again(self._table, hello)
        greeted: Pending[None] = Pending()
        self._in_a_task(coming).add_done_callback(lambda _task: greeted.settle(None, None))
        return greeted

    async def _come_in(self, hello: Hello) -> None:
        """Let the visitor in; the pump sends what could not be sent at once."""
        try:
            self._table = await self._joined(hello)
        except Refused as error:
            self._say_error(error.code, str(error))
            self._hang_up()
        except Exception:
            LOG.exception("a visitor could not join")
            self._cut()
        else:
            self._in_a_task(self._pump(self._table))

    async def _joined(self, hello: Hello) -> OpenTable:
        """Return the table with the visitor at it; if it falls asleep at this moment, it is woken again."""
        table = await self._registry.table(self._code)
        for _ in range(WAKES):
            if not table.stopped:
                break
            table = await self._registry.table(self._code)
        await table.ask(self._join(table, hello))
        return table

    async def _join(self, table: OpenTable, hello: Hello) -> None:
        self._connection.hidden = hello.hidden
        await table.presence.join(self._connection, hello.last_v)
        repeat(table, self._connection, hello.heard)

    async def _again(self, table: OpenTable, hello: Hello) -> None:
        """Handle a second hello: the visitor wants to catch up."""
        try:
            await table.ask(self._catch_up(table, hello))
        except Refused as error:
            self._say_error(error.code, str(error))

    async def _catch_up(self, table: OpenTable, hello: Hello) -> None:
        for frame in table.audience.catch_up(self._connection, hello.last_v):
            self._connection.push(frame)
        repeat(table, self._connection, hello.heard)

    def _no_hello(self) -> None:
        """Handle a missing or different first message."""
        if self._table is None and self._inbox.empty:
            self._want_hello()

    def _want_hello(self) -> None:
        self._say_error("no_hello", "The first message must be a hello.")
        self._hang_up()

    # ---- sending -----------------------------------------------------------------------------------------------------

    async def _pump(self, table: OpenTable) -> None:
        """Send frames; a connection that is stuck is cut, and the visitor reconnects."""

        async def resync() -> None:
            await table.ask(table.presence.resync(self._connection))

        try:
            await self._connection.pump(self._line, resync, self._config.send_limit)
            for frame in self._connection.take():
                self._line.send(frame)
            if not self._ws.closed and (table.stopped or self._connection.replaced):
                come_back = WSCloseCode.SERVICE_RESTART if table.stopped else WSCloseCode.POLICY_VIOLATION
                await self._ws.close(code=come_back, message=b"come back")
        except (TimeoutError, ConnectionError, Refused):
            self._cut()

    def _cut(self) -> None:
        """Drop the connection without waiting for the other side, unless it is being closed properly."""
        self._connection.close()
        if self._ws.closed:
            return
        self._registry.services.metrics.count("cuts")
        self._line.abort()

    def _hang_up(self, code: int = WSCloseCode.OK, message: bytes = b"") -> None:
        """Close the connection properly; read nothing more."""
        self._connection.close()
        self._in_a_task(self._close(code, message))

    def end(self) -> None:
        """Stop sending: the connection broke the standard and is being closed."""
        self._connection.close()

    async def _close(self, code: int, message: bytes) -> None:
        await self._ws.close(code=code, message=message)

    def _say_error(self, code: str, sentence: str) -> None:
        self._connection.push(encode(ErrorFrame(code=code, sentence=sentence)))

    # ---- reading -----------------------------------------------------------------------------------------------------

    def take(self, data: str | bytes) -> None:
        """Handle a message now, or after the one before."""
        if self._connection.closed:
            return
        left = self._bucket.take()
        if left < -self._config.limits.flood:
            self._hang_up(WSCloseCode.POLICY_VIOLATION, b"flood")
            return
        incoming = self._decoded(data)
        if incoming is None:
            return
        if left < 0:
            self._too_fast(incoming)
        elif self._table is None or not self._inbox.empty or isinstance(incoming, Hello):
            # what follows waits until the visitor has joined
            self._inbox.put(self._handle(incoming), self._handled)
        else:
            self._at_table(self._table, incoming)

    def _decoded(self, data: str | bytes) -> Incoming | None:
        """Decode a message, or send the visitor an error."""
        try:
            if isinstance(data, bytes):
                raise msgspec.DecodeError("messages are text")
            return decode_incoming(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._say_error("bad_message", f"This message cannot be read: {error}.")
            return None

    def _too_fast(self, incoming: Incoming) -> None:
        """Handle a message that is dropped because there are too many."""
        if isinstance(incoming, Act):
            self._nack(incoming, "too_fast", SLOW_DOWN)
        else:
            self._say_error("too_fast", SLOW_DOWN)

    def _nack(self, message: Act, code: NackCode, sentence: str) -> None:
        """Refuse a move before the table has looked at it."""
        v = self._table.stored_v if self._table is not None else 0
        self._connection.push(encode(Nack(id=message.id, code=code, sentence=sentence, v=v)))

    async def _handle(self, message: Incoming) -> None:
        """Answer a message that had to wait, or let the visitor in."""
        if self._connection.closed:
            return
        if isinstance(message, Hello):
            await self._greet(message)
        elif self._table is None:
            self._want_hello()
        else:
            self._at_table(self._table, message)

    def _at_table(self, table: OpenTable, message: Incoming) -> None:
        """Let the table's owner answer messages in order; nearly all are moves."""
        try:
            if isinstance(message, Act):
                self._act(table, message)
            else:
                table.put(self._answer(table, message), self._handled)
        except Refused as error:
            self._say_error(error.code, str(error))

    async def _answer(self, table: OpenTable, message: Incoming) -> None:
        ANSWERS[type(message)](table, self._connection, message)

    def _act(self, table: OpenTable, message: Act) -> None:
        """Let the table's owner make a move; the answer goes out together with the frame that shows it."""

        def acted(_: None, error: Exception | None) -> None:
            if isinstance(error, StoreFailed):
                self._nack(message, "store", str(error))
            else:
                self._handled(None, error)
            self._connection.let_go()

        table.put(act(table, self._connection.guest or "", message, self._hold), acted)

    def _hold(self, answer: Ack | Nack) -> None:
        self._connection.hold(encode(answer))

    def _handled(self, result: None, error: Exception | None) -> None:
        """Finish a message that was answered or refused."""
        if isinstance(error, Refused):
            self._say_error(error.code, str(error))
        elif error is not None:
            self._cut()
