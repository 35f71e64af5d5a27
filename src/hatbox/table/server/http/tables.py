"""One table over HTTP: guests' requests, and frames for clients without a socket."""

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

from hatbox.table.commands import (
    agreeing,
    ahead,
    chat,
    draw,
    game,
    hints,
    moves,
    pausing,
    preferences,
    seating,
    stalling,
)
from hatbox.table.commands.dispatch import carry_out
from hatbox.table.connections.connection import Connection
from hatbox.table.identity.invitation import qr_svg
from hatbox.table.identity.people import token_hash_of
from hatbox.table.server.http.request import (
    LAST_VERSION,
    PEOPLE,
    TABLES,
    body,
    find,
    guest_of,
    new_guest,
    reply,
)
from hatbox.table.server.http.socket import one_more
from hatbox.table.server.origin import base_of
from hatbox.table.tables.table import OpenTable
from hatbox.table.tables.views import glance_at, table_for
from hatbox.table.wire.problems import Refused
from hatbox.table.wire.table import Glance, Table, TableRequest

MODULES = (
    agreeing,
    ahead,
    chat,
    draw,
    game,
    hints,
    moves,
    pausing,
    preferences,
    seating,
    stalling,
)  # imported, so that their handlers are known


def handler_of(kind: type[TableRequest]) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the handler of an address: read the request, let the table handle it, answer with the table."""

    async def handler(request: web.Request) -> web.Response:
        wish = await body(request, kind)
        if kind.for_newcomers:
            table = await find(request)  # first, so that a wrong code makes nobody a guest
            guest = await new_guest(request)
        else:
            guest = await guest_of(request)
            table = await find(request)
        answer = await carry_out(table, guest, wish)
        return reply(answer if answer is not None else await shown(table, guest))

    return handler


async def get_table(request: web.Request) -> web.Response:
    """Return a table as I see it."""
    guest = await request.app[PEOPLE].who(request)
    return reply(await shown(await find(request), guest))


async def shown(table: OpenTable, guest: str | None) -> Table:
    """Return a table for one guest, read by its owner, so that nothing unstored is shown."""

    async def look() -> Table:
        table.presence.must_not_be_kicked(guest)
        return table_for(table, guest)

    return await table.ask(look())


async def get_glance(request: web.Request) -> web.Response:
    """Return the position for a small picture, without a visit and without waking the table."""
    guest, registry = await request.app[PEOPLE].who(request), request.app[TABLES]
    sleeping = await registry.asleep_state(request.match_info["code"])
    if sleeping is not None and sleeping.seats_of(guest):  # wrong codes are counted as always
        return reply(glance_at(sleeping, guest))
    table = await find(request)

    async def look() -> Glance:
        table.presence.must_not_be_kicked(guest)
        return glance_at(table.state, guest)

    return reply(await table.ask(look()))


async def get_qr(request: web.Request) -> web.Response:
    """Return the invitation as a picture."""
    table = await find(request)
    link = f"{base_of(request, request.app[TABLES].config)}/t/{table.code}"
    return web.Response(body=qr_svg(link), content_type="image/svg+xml")


async def poll(request: web.Request) -> web.Response:
    """Return the frames since a version, as soon as there are any."""
    try:
        since = int(request.query.get("since", "0"))
    except ValueError as error:
        raise Refused("`since` must be a version, a whole number.") from error
    guest = await request.app[PEOPLE].who_looks(request)
    table = await find(request)
    config = request.app[TABLES].config
    token = token_hash_of(request)
    connection = Connection(guest, config.queue, address=request.remote or "", token=token)
    request.app[TABLES].lines.add(connection)
    with one_more(request, table, guest):
        await table.ask(table.presence.join(connection, min(since, LAST_VERSION)))
        try:
            frames = await polled(connection, config.poll)
            if connection.lagging:
                await table.ask(table.presence.resync(connection))
                frames = connection.take()
        finally:
            connection.close()
            table.presence.leave_later(connection, config.poll_linger)
    data = b"[" + b",".join(frames) + b"]"
    return web.Response(body=data, content_type="application/json", headers={"Cache-Control": "no-store"})


async def polled(connection: Connection, seconds: float) -> list[bytes]:
    """Return what comes in this time; presence alone is no reason to answer."""
    frames: list[bytes] = []
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while loop.time() < until and not connection.closed and not connection.lagging:
        frames += connection.take()
        if any(not frame.startswith(b'{"t":"presence"') for frame in frames):
            break
        try:
            async with asyncio.timeout_at(until):
                await connection.wait()
        except TimeoutError:
            break
    return frames
