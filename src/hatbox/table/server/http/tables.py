"""One table over HTTP: seats, start, undo, rematch, moves and frames for those without a socket."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from hatbox.table.commands import preferences, seating
from hatbox.table.commands.hints import hint
from hatbox.table.commands.preferences import stand_by
from hatbox.table.connections.connection import Connection
from hatbox.table.identity.invitation import qr_svg
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
from hatbox.table.store.interface import settling
from hatbox.table.tables.registry import OpenTable
from hatbox.table.tables.table import LiveTable
from hatbox.table.wire.problems import Refused
from hatbox.table.wire.protocol import Act, ActBody, Code, Fill, Nothing, SeatOnly, Sit
from hatbox.table.wire.requests import HelpWish, Mute, Standing

T = TypeVar("T", bound=msgspec.Struct)


async def get_table(request: web.Request) -> web.Response:
    """A table as I see it."""
    guest = await request.app[PEOPLE].who(request)
    return reply(await shown(await find(request), guest))


async def shown(seated: OpenTable, guest: str | None) -> Any:
    """A table for one guest, read by its owner, so that nothing unstored is shown."""

    async def look() -> Any:
        return seated.live.table(guest)

    return await seated.live.ask(look)


async def get_qr(request: web.Request) -> web.Response:
    """The invitation as a picture."""
    seated = await find(request)
    link = f"{request.scheme}://{request.host}/t/{seated.live.state.code}"
    return web.Response(body=qr_svg(link), content_type="image/svg+xml")


async def sit(request: web.Request) -> web.Response:
    """Take a seat."""
    wish = await body(request, Sit)
    seated = await find(request)
    guest = await new_guest(request)
    await seated.live.ask(lambda: seating.sit(seated.live, guest, wish.seat, wish.name))
    return reply(await shown(seated, guest))


def by_owner(kind: type[T], work: Callable[[LiveTable, str, T], Awaitable[Any]]) -> Any:
    """A handler that lets the table's owner do something for a guest."""

    async def handler(request: web.Request) -> web.Response:
        wish = await body(request, kind)
        guest = await guest_of(request)
        seated = await find(request)
        await seated.live.ask(lambda: work(seated.live, guest, wish))
        return reply(await shown(seated, guest))

    return handler


async def start(request: web.Request) -> web.Response:
    """Begin the game."""
    await body(request, Nothing)
    guest = await guest_of(request)
    seated = await find(request)
    await request.app[TABLES].start_game(seated, guest)
    return reply(await shown(seated, guest))


async def rematch(request: web.Request) -> web.Response:
    """The next game."""
    await body(request, Nothing)
    guest = await guest_of(request)
    return reply(Code(code=await request.app[TABLES].rematch(await find(request), guest)))


async def get_hint(request: web.Request) -> web.Response:
    """The best moves of my seat."""
    wish = await body(request, SeatOnly)
    guest = await guest_of(request)
    return reply(await hint((await find(request)).live, guest, wish.seat))


async def act(request: web.Request) -> web.Response:
    """A move without a socket; the answer is the same as there."""
    wish = await body(request, ActBody)
    guest = await guest_of(request)
    seated = await find(request)
    answers: list[bytes] = []
    message = Act(id=wish.id, v_seen=wish.v_seen, seat=wish.seat, action=wish.action)
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    seated.live.act(guest, message, answers.append, lambda: settling(done)(None))
    await done
    return web.Response(body=answers[0], content_type="application/json")


async def poll(request: web.Request) -> web.Response:
    """The frames since a version, as soon as there are some."""
    try:
        since = int(request.query.get("since", "0"))
    except ValueError as error:
        raise Refused("`since` is a version, a whole number.") from error
    guest = await request.app[PEOPLE].who_looks(request)
    seated = await find(request)
    config = request.app[TABLES].config
    connection = Connection(guest, config.queue)
    await seated.live.ask(lambda: seated.presence.join(connection, min(since, LAST_VERSION)))
    try:
        frames = await polled(connection, config.poll)
        if connection.lagging:
            await seated.live.ask(lambda: seated.presence.resync(connection))
            frames = connection.take()
    finally:
        connection.close()
        seated.presence.leave_later(connection, config.poll_linger)
    data = b"[" + b",".join(frames) + b"]"
    return web.Response(body=data, content_type="application/json", headers={"Cache-Control": "no-store"})


async def polled(connection: Connection, seconds: float) -> list[bytes]:
    """What comes in this time; presence alone is no reason to answer."""
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


stand = by_owner(SeatOnly, lambda table, guest, wish: seating.stand(table, guest, wish.seat))
fill = by_owner(Fill, lambda table, guest, wish: seating.fill(table, guest, wish.level))
kick = by_owner(SeatOnly, lambda table, guest, wish: seating.kick(table, guest, wish.seat))
give_help = by_owner(HelpWish, lambda table, guest, wish: seating.help(table, guest, wish.seat, wish.help))
standing = by_owner(Standing, lambda table, guest, wish: stand_by(table, guest, wish.seat, wish.answer))
mute = by_owner(Mute, lambda table, guest, wish: preferences.mute(table, guest, wish.seat, wish.muted))
undo = by_owner(SeatOnly, lambda table, guest, wish: table.undo(guest, wish.seat))
