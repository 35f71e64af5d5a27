"""My notices, over HTTP."""

from aiohttp import web

from hatbox.table.identity.people import token_hash_of
from hatbox.table.notices.service import NoticeService
from hatbox.table.server.http.request import (
    PEOPLE,
    body,
    guess,
    guest_of,
    reply,
    within,
)
from hatbox.table.wire.notices import HookWish, MailWish, PushWish, Spoken
from hatbox.table.wire.people import Chosen
from hatbox.table.wire.problems import NotFound
from hatbox.table.wire.rate_limit import Buckets
from hatbox.table.wire.requests import Claim

NOTICES = web.AppKey("notices", NoticeService)
NEW_WAYS = web.AppKey("new_ways", Buckets)


async def get_notices(request: web.Request) -> web.Response:
    """Return how I am notified, and how I could be."""
    return await _now(request, await request.app[PEOPLE].who(request))


async def _now(request: web.Request, guest: str | None) -> web.Response:
    return reply(await request.app[NOTICES].of(guest, token_hash_of(request)))


async def add_push(request: web.Request) -> web.Response:
    """Send push messages to this browser."""
    wish, guest = await body(request, PushWish), await guest_of(request)
    within(request, NEW_WAYS)
    await request.app[NOTICES].add_push(guest, token_hash_of(request), wish)
    return await _now(request, guest)


async def add_mail(request: web.Request) -> web.Response:
    """Send me e-mails, once I have confirmed my address."""
    wish, guest = await body(request, MailWish), await guest_of(request)
    within(request, NEW_WAYS)
    await request.app[NOTICES].add_mail(guest, wish)
    return await _now(request, guest)


async def add_hook(request: web.Request) -> web.Response:
    """Send a POST to my own address."""
    wish, guest = await body(request, HookWish), await guest_of(request)
    within(request, NEW_WAYS)
    await request.app[NOTICES].add_hook(guest, wish)
    return await _now(request, guest)


async def end(request: web.Request) -> web.Response:
    """Stop notifying me in one way."""
    wish, guest = await body(request, Chosen), await guest_of(request)
    await request.app[NOTICES].end(guest, wish.id)
    return await _now(request, guest)


async def try_out(request: web.Request) -> web.Response:
    """Send me a test message."""
    wish, guest = await body(request, Chosen), await guest_of(request)
    within(request, NEW_WAYS)
    await request.app[NOTICES].try_out(guest, wish.id)
    return web.Response(status=204)


async def speak(request: web.Request) -> web.Response:
    """Set the language of my notices."""
    wish, guest = await body(request, Spoken), await guest_of(request)
    await request.app[NOTICES].speak(guest, wish.language)
    return web.Response(status=204)


async def confirm(request: web.Request) -> web.Response:
    """Confirm my e-mail address; the link needs no token."""
    wish = await body(request, Claim)
    try:
        await request.app[NOTICES].confirm(wish.secret)
    except NotFound:
        guess(request)
        raise
    return web.Response(status=204)


async def stop(request: web.Request) -> web.Response:
    """Stop my e-mails; mail programs send this when the user presses their unsubscribe button (RFC 8058)."""
    await request.app[NOTICES].stop(request.match_info["secret"])
    return web.Response(status=204)
