"""What all HTTP requests share: reading, answering, the caller, the table."""

import asyncio
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from hatbox.table.finished.archive import Archive
from hatbox.table.finished.review import Reviews
from hatbox.table.identity.people import People
from hatbox.table.tables.registry import Registry
from hatbox.table.tables.table import OpenTable
from hatbox.table.wire.problems import NotFound, Refused, TooFast, Unauthorised
from hatbox.table.wire.rate_limit import Buckets
from hatbox.table.wire.types import encode

TABLES = web.AppKey("tables", Registry)
PEOPLE = web.AppKey("people", People)
REVIEWS = web.AppKey("reviews", Reviews)
ARCHIVE = web.AppKey("archive", Archive)
NEW_TABLES = web.AppKey("new_tables", Buckets)
MISSES = web.AppKey("misses", Buckets)
NEW_GUESTS = web.AppKey("new_guests", Buckets)
T = TypeVar("T", bound=msgspec.Struct)
LAST_VERSION = 2**53
GUESSING = "There were too many wrong codes from your address. Please wait a while."


def reply(value: Any, status: int = 200) -> web.Response:
    """Return a value as JSON that is not cached."""
    return web.Response(
        status=status,
        body=encode(value),
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


async def body(request: web.Request, kind: type[T]) -> T:
    """Return the request's body, or refuse it."""
    try:
        async with asyncio.timeout(request.app[TABLES].config.limits.body_seconds):
            data = await request.read()
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"This request cannot be read: {error}.") from error


async def find(request: web.Request) -> OpenTable:
    """Return the table of the address; after many wrong codes, only tables with the caller's seat."""
    misses, address = request.app[MISSES], request.remote or ""
    try:
        table = await request.app[TABLES].table(request.match_info["code"])
    except NotFound:
        guess(request)
        raise
    if misses.used_up(address) and not table.state.seats_of(await request.app[PEOPLE].who(request)):
        raise TooFast(GUESSING, "too_many")
    return table


def guess(request: web.Request) -> None:
    """Count a wrong code; too many are refused."""
    if not request.app[MISSES].allows(request.remote or ""):
        raise TooFast(GUESSING, "too_many") from None


async def guest_of(request: web.Request) -> str:
    """Return the caller; nobody is refused."""
    guest = await request.app[PEOPLE].who(request)
    if guest is None:
        raise Unauthorised("You have no seat here.", "no_token")
    return guest


def within(request: web.Request, key: "web.AppKey[Buckets]") -> None:
    """Refuse an address that creates too many things."""
    if not request.app[key].allows(request.remote or ""):
        raise TooFast("Too many requests lately. Please wait a while.", "too_many")


async def new_guest(request: web.Request) -> str:
    """Return the caller; a visitor without a token becomes a guest."""
    guest = await request.app[PEOPLE].who(request)
    if guest is not None:
        return guest
    within(request, NEW_GUESTS)
    return await request.app[PEOPLE].who_or_new(request)
