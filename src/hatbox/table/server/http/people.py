"""Who I am, over HTTP: tokens, links to other devices, people on this device, being forgotten."""

from aiohttp import web

from hatbox.table.identity.people import COOKIE
from hatbox.table.server.http.request import (
    NEW_GUESTS,
    PEOPLE,
    TABLES,
    body,
    guess,
    guest_of,
    reply,
    within,
)
from hatbox.table.wire.people import Chosen
from hatbox.table.wire.problems import NotFound
from hatbox.table.wire.requests import Claim, Nothing, Secret


async def make_token(request: web.Request) -> web.Response:
    """A bearer token for a bot, which is a guest like everybody."""
    await body(request, Nothing)
    within(request, NEW_GUESTS)
    return reply(Secret(secret=(await request.app[PEOPLE].welcome())[1]), 201)


async def move_device(request: web.Request) -> web.Response:
    """A one-time secret with which I can appear on another device."""
    await body(request, Nothing)
    guest = await guest_of(request)
    return reply(Secret(secret=await request.app[PEOPLE].offer_move(guest)), 201)


async def look_at_device(request: web.Request) -> web.Response:
    """Whose seats a one-time secret brings; it still works afterwards."""
    wish = await body(request, Claim)
    try:
        return reply(await request.app[PEOPLE].behind(wish.secret))
    except NotFound:
        guess(request)
        raise


async def claim_device(request: web.Request) -> web.Response:
    """Appear on this device as the guest who made the secret."""
    wish = await body(request, Claim)
    await request.app[PEOPLE].claim_move(request, wish.secret)
    return web.Response(status=204)


async def get_people(request: web.Request) -> web.Response:
    """Everybody who is known on this device."""
    return reply(await request.app[PEOPLE].here(request))


async def switch(request: web.Request) -> web.Response:
    """Appear as another person of this device."""
    wish = await body(request, Chosen)
    await request.app[PEOPLE].switch(request, wish.id)
    return web.Response(status=204)


async def get_devices(request: web.Request) -> web.Response:
    """Where I am known."""
    guest = await guest_of(request)
    return reply(await request.app[PEOPLE].devices(request, guest))


async def sign_out(request: web.Request) -> web.Response:
    """Forget me on one of my devices."""
    wish = await body(request, Chosen)
    await request.app[PEOPLE].sign_out(await guest_of(request), wish.id)
    return web.Response(status=204)


async def leave(request: web.Request) -> web.Response:
    """Forget me on this device."""
    await request.app[PEOPLE].forget(request)
    return _without_cookie()


async def forget_me(request: web.Request) -> web.Response:
    """Delete everything about me: tokens, and my name at every table and in every record."""
    await body(request, Nothing)
    await request.app[TABLES].forget_person(await guest_of(request))
    return _without_cookie()


def _without_cookie() -> web.Response:
    response = web.Response(status=204)
    response.del_cookie(COOKIE, path="/")
    return response
