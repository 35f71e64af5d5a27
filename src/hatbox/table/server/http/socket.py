"""The address of a table's socket."""

import contextlib
from collections import Counter
from collections.abc import Iterator

from aiohttp import web

from hatbox.table.connections.session import SocketSession
from hatbox.table.connections.websocket import SocketWriter, TextReader
from hatbox.table.identity.people import token_hash_of
from hatbox.table.server.http.request import PEOPLE, TABLES, find
from hatbox.table.tables.registry import Registry
from hatbox.table.tables.table import OpenTable
from hatbox.table.wire.problems import TooFast

LINES = web.AppKey("lines", Counter[str])


async def socket(request: web.Request) -> web.WebSocketResponse:
    """Serve one visitor's socket."""
    registry = request.app[TABLES]
    guest = await request.app[PEOPLE].who_looks(request)
    table = await find(request)  # before the handshake, so that a wrong code is refused as HTTP
    with one_more(request, table, guest):
        return await _visited(request, registry, table.code, guest)


@contextlib.contextmanager
def one_more(request: web.Request, table: OpenTable, guest: str | None) -> Iterator[None]:
    """Count the sockets and long polls of an address; players always get in."""
    lines, address = request.app[LINES], request.remote or ""
    seated = bool(table.state.seats_of(guest))
    if lines[address] >= table.services.config.limits.sockets_per_address and not seated:
        raise TooFast("Too many connections are open from your address.", "too_many")
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
    """Make the handshake and run the session."""
    config = registry.config
    ws = web.WebSocketResponse(heartbeat=config.heartbeat, max_msg_size=config.limits.message, compress=False)
    await ws.prepare(request)
    line = SocketWriter(request, ws, guest is None)
    token = token_hash_of(request)
    session = SocketSession(ws, line, registry, code, guest, request.remote or "", token)
    TextReader(request, config.limits.message, session.take, session.end)
    await session.run()
    return ws
