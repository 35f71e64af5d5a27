"""Game nights over HTTP: any process answers, because everything is in the store."""

import asyncio
import contextlib
from collections.abc import Iterator

from aiohttp import web

from hatbox.table.identity.invitation import qr_svg
from hatbox.table.nights.rounds import playable
from hatbox.table.nights.service import Nights
from hatbox.table.server.http.request import (
    GUESSING,
    MISSES,
    PEOPLE,
    TABLES,
    body,
    guess,
    guest_of,
    new_guest,
    reply,
    within,
)
from hatbox.table.server.http.socket import LINES
from hatbox.table.server.origin import base_of
from hatbox.table.wire.nights import (
    AutoRounds,
    EndNight,
    HandOver,
    House,
    JoinNight,
    LeaveNight,
    NextRound,
    NightWish,
    Readmit,
)
from hatbox.table.wire.problems import NotFound, TooFast
from hatbox.table.wire.rate_limit import Buckets
from hatbox.table.wire.requests import Code

NIGHTS = web.AppKey("nights", Nights)
NEW_NIGHTS = web.AppKey("new_nights", Buckets)


async def get_house(request: web.Request) -> web.Response:
    """What the operator decided for everybody."""
    config = request.app[TABLES].config
    return reply(House(lock_chat=config.lock_chat, lock_names=config.lock_names))


async def make_night(request: web.Request) -> web.Response:
    """A new night."""
    wish = await body(request, NightWish)
    for game in wish.games:
        await asyncio.to_thread(playable, game)  # a wish that cannot be met makes nobody a guest
    within(request, NEW_NIGHTS)
    return reply(Code(code=await request.app[NIGHTS].make(wish, await new_guest(request))), 201)


async def get_mine(request: web.Request) -> web.Response:
    """The nights that I run or take part in."""
    guest = await request.app[PEOPLE].who(request)
    return reply([] if guest is None else await request.app[NIGHTS].mine(guest))


async def get_night(request: web.Request) -> web.Response:
    """A night as I see it; with `since` as soon as it has changed."""
    guest = await request.app[PEOPLE].who(request)
    since = request.query.get("since", "")
    with _found(request):
        if not since:
            found = await request.app[NIGHTS].view(_code(request), guest)
            await _must_not_guess(request, guest)
            return reply(found)
        with _one_more(request, await _must_not_guess(request, guest)):
            return reply(await request.app[NIGHTS].wait(_code(request), guest, since))


async def get_qr(request: web.Request) -> web.Response:
    """The invitation as a picture."""
    with _found(request):
        found = await request.app[NIGHTS].view(_code(request), None)
    link = f"{base_of(request, request.app[TABLES].config)}/n/{found.code}"
    return web.Response(body=qr_svg(link), content_type="image/svg+xml")


async def join(request: web.Request) -> web.Response:
    """Take part, or come back."""
    wish = await body(request, JoinNight)
    with _found(request):
        await request.app[NIGHTS].view(
            _code(request), None
        )  # first, so that a wrong code makes nobody a guest
        await _must_not_guess(request, await request.app[PEOPLE].who(request))
        device = await request.app[PEOPLE].guests_here(request)
        night = request.app[NIGHTS].join(_code(request), await new_guest(request), wish.name, device)
        return reply(await night)


async def leave(request: web.Request) -> web.Response:
    """Go, or send somebody home."""
    wish, guest = await body(request, LeaveNight), await guest_of(request)
    with _found(request):
        return reply(await request.app[NIGHTS].leave(_code(request), guest, wish.person))


async def start_round(request: web.Request) -> web.Response:
    """Start the next round."""
    wish, guest = await body(request, NextRound), await guest_of(request)
    with _found(request):
        return reply(await request.app[NIGHTS].next_round(_code(request), guest, wish.number))


async def auto_rounds(request: web.Request) -> web.Response:
    """Say whether the next round starts by itself."""
    wish, guest = await body(request, AutoRounds), await guest_of(request)
    with _found(request):
        return reply(await request.app[NIGHTS].auto_rounds(_code(request), guest, wish.on))


async def readmit(request: web.Request) -> web.Response:
    """Let somebody in again."""
    wish, guest = await body(request, Readmit), await guest_of(request)
    with _found(request):
        return reply(await request.app[NIGHTS].readmit(_code(request), guest, wish.person))


async def hand_over(request: web.Request) -> web.Response:
    """Let somebody else run the night."""
    wish, guest = await body(request, HandOver), await guest_of(request)
    with _found(request):
        return reply(await request.app[NIGHTS].hand_over(_code(request), guest, wish.person))


async def end(request: web.Request) -> web.Response:
    """Close the night."""
    await body(request, EndNight)
    guest = await guest_of(request)
    with _found(request):
        return reply(await request.app[NIGHTS].end(_code(request), guest))


def _code(request: web.Request) -> str:
    return request.match_info["night"]


@contextlib.contextmanager
def _found(request: web.Request) -> Iterator[None]:
    """Count wrong codes, as those of tables are."""
    try:
        yield
    except NotFound as error:
        if error.code == "no_night":
            guess(request)
        raise


async def _must_not_guess(request: web.Request, guest: str | None) -> bool:
    """Refuse who has tried many wrong codes and takes no part; gives whether somebody takes part."""
    part = await request.app[NIGHTS].is_in(_code(request), guest)
    if not part and request.app[MISSES].used_up(request.remote or ""):
        raise TooFast(GUESSING, "too_many")
    return part


@contextlib.contextmanager
def _one_more(request: web.Request, part: bool) -> Iterator[None]:
    """Count those who wait for news; who takes part gets in however many there are."""
    lines, address = request.app[LINES], request.remote or ""
    if not part and lines[address] >= request.app[TABLES].config.limits.sockets_per_address:
        raise TooFast("Too many sockets are open from here.", "too_many")
    lines[address] += 1
    try:
        yield
    finally:
        lines[address] -= 1
        if not lines[address]:
            del lines[address]
