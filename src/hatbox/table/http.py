"""The HTTP side: lobby, seats, records, long poll."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from hatbox.table import catalogue, seating
from hatbox.table.fanout import Connection
from hatbox.table.hub import Hub, Seated, checked
from hatbox.table.invitation import Moves, qr_svg
from hatbox.table.limits import Buckets
from hatbox.table.live import LiveTable
from hatbox.table.people import People
from hatbox.table.problems import NotFound, Refused, TooFast, Unauthorised
from hatbox.table.protocol import (
    Act,
    ActBody,
    Claim,
    Code,
    Fill,
    MakeTable,
    Nothing,
    SeatOnly,
    Secret,
    Sit,
    encode,
)
from hatbox.table.showing import listed

HUB = web.AppKey("hub", Hub)
PEOPLE = web.AppKey("people", People)
MOVES = web.AppKey("moves", Moves)
NEW_TABLES = web.AppKey("new_tables", Buckets)
NEW_GUESTS = web.AppKey("new_guests", Buckets)
T = TypeVar("T", bound=msgspec.Struct)
LISTED = 50
LAST_VERSION = 2**53


def reply(value: Any, status: int = 200) -> web.Response:
    """A value as JSON that nobody keeps."""
    return web.Response(
        status=status,
        body=encode(value),
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


async def body(request: web.Request, kind: type[T]) -> T:
    """The request's body, or the refusal."""
    data = await request.read()
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"This request cannot be read: {error}.") from error


async def find(request: web.Request) -> Seated:
    """The table of the address."""
    return await request.app[HUB].table(request.match_info["code"])


async def guest_of(request: web.Request) -> str:
    """Who asks; nobody is refused."""
    guest = await request.app[PEOPLE].who(request)
    if guest is None:
        raise Unauthorised("You have no seat here.", "no_token")
    return guest


# ---- lobby -------------------------------------------------------------------------------------------------------


async def get_games(request: web.Request) -> web.Response:
    """All games."""
    return reply(await asyncio.to_thread(catalogue.games))


async def get_layout(request: web.Request) -> web.Response:
    """The board of a game with players and options."""
    query = dict(request.query)
    try:
        players = int(query.pop("players", "0"))
    except ValueError as error:
        raise Refused("`players` is a whole number.") from error
    slug = request.match_info["game"]
    game = await asyncio.to_thread(_game, slug, players, query)
    return reply(catalogue.layout(game))


def _game(slug: str, players: int, options: dict[str, str]) -> Any:
    from hatbox.errors import UnknownGame
    from hatbox.game import rulebook

    try:
        players = players or rulebook(slug).players[0]
    except UnknownGame as error:
        raise NotFound(str(error), "no_game") from error
    return checked(MakeTable(game=slug, players=players, options=dict(options)))


async def get_qr(request: web.Request) -> web.Response:
    """The invitation as a picture."""
    seated = await find(request)
    link = f"{request.scheme}://{request.host}/t/{seated.live.setting.code}"
    return web.Response(body=qr_svg(link), content_type="image/svg+xml")


def within(request: web.Request, key: "web.AppKey[Buckets]") -> None:
    """Refuse an address that wants too many new things."""
    if not request.app[key].allows(request.remote or ""):
        raise TooFast("That was a lot lately. Please wait a while.", "too_many")


async def new_guest(request: web.Request) -> str:
    """Who asks; somebody without a token becomes a guest."""
    guest = await request.app[PEOPLE].who(request)
    if guest is not None:
        return guest
    within(request, NEW_GUESTS)
    return await request.app[PEOPLE].who_or_new(request)


async def make_token(request: web.Request) -> web.Response:
    """A bearer token for a bot, which is a guest like everybody."""
    await body(request, Nothing)
    within(request, NEW_GUESTS)
    return reply(Secret(secret=(await request.app[PEOPLE].welcome())[1]), 201)


async def move_device(request: web.Request) -> web.Response:
    """A one-time secret with which I can appear on another device."""
    await body(request, Nothing)
    guest = await guest_of(request)
    return reply(Secret(secret=request.app[MOVES].offer(guest)), 201)


async def claim_device(request: web.Request) -> web.Response:
    """Appear on this device as the guest who made the secret."""
    wish = await body(request, Claim)
    guest = request.app[MOVES].take(wish.secret)
    if guest is None:
        raise NotFound("This link has been used or is too old.", "no_secret")
    await request.app[PEOPLE].another_token(request, guest)
    return web.Response(status=204)


async def make_table(request: web.Request) -> web.Response:
    """A new table, started at once if that is wanted and possible."""
    wish = await body(request, MakeTable)
    await asyncio.to_thread(checked, wish)
    within(request, NEW_TABLES)
    guest = await new_guest(request)
    hub = request.app[HUB]
    seated = await hub.make(wish, guest)
    if wish.start:
        await hub.start_game(seated, guest)
    return reply(Code(code=seated.live.setting.code), 201)


async def get_tables(request: web.Request) -> web.Response:
    """Public tables that wait for people."""
    heads = await request.app[HUB].services.store.public(LISTED)
    return reply([listed(head) for head in heads])


async def get_mine(request: web.Request) -> web.Response:
    """The tables at which I sit."""
    guest = await request.app[PEOPLE].who(request)
    heads = await request.app[HUB].services.store.mine(guest, LISTED) if guest else []
    return reply([listed(head) for head in heads])


async def get_record(request: web.Request) -> web.Response:
    """The record of a finished game."""
    data = await request.app[HUB].services.store.record(request.match_info["id"])
    if data is None:
        raise NotFound("There is no such record.", "no_record")
    return web.Response(body=data, content_type="application/json")


# ---- one table ---------------------------------------------------------------------------------------------------


async def get_table(request: web.Request) -> web.Response:
    """A table as I see it."""
    guest = await request.app[PEOPLE].who(request)
    return reply(await shown(await find(request), guest))


async def shown(seated: Seated, guest: str | None) -> Any:
    """A table for one guest, read by its owner, so that nothing unstored is shown."""

    async def look() -> Any:
        return seated.live.table(guest)

    return await seated.live.ask(look)


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
    await request.app[HUB].start_game(seated, guest)
    return reply(await shown(seated, guest))


async def rematch(request: web.Request) -> web.Response:
    """The next game."""
    await body(request, Nothing)
    guest = await guest_of(request)
    return reply(Code(code=await request.app[HUB].rematch(await find(request), guest)))


async def act(request: web.Request) -> web.Response:
    """A move without a socket; the answer is the same as there."""
    wish = await body(request, ActBody)
    guest = await guest_of(request)
    seated = await find(request)
    answers: list[bytes] = []
    message = Act(id=wish.id, v_seen=wish.v_seen, seat=wish.seat, action=wish.action)
    await seated.live.ask(lambda: seated.live.act(guest, message, answers.append))
    return web.Response(body=answers[0], content_type="application/json")


async def poll(request: web.Request) -> web.Response:
    """The frames since a version, as soon as there are some."""
    try:
        since = int(request.query.get("since", "0"))
    except ValueError as error:
        raise Refused("`since` is a version, a whole number.") from error
    guest = await request.app[PEOPLE].who(request)
    seated = await find(request)
    settings = request.app[HUB].settings
    connection = Connection(guest, settings.queue)
    await seated.live.ask(lambda: seated.presence.join(connection, min(since, LAST_VERSION)))
    try:
        frames = await polled(connection, settings.poll)
        if connection.lagging:
            await seated.live.ask(lambda: seated.presence.resync(connection))
            frames = connection.take()
    finally:
        connection.close()
        seated.presence.leave_later(connection, settings.poll_linger)
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


async def leave(request: web.Request) -> web.Response:
    """Forget me on this device."""
    await request.app[PEOPLE].forget(request)
    response = web.Response(status=204)
    response.del_cookie("hatbox_guest", path="/")
    return response


async def health(request: web.Request) -> web.Response:
    """Whether the server answers and can write."""
    return reply({"ok": True, "tables": request.app[HUB].awake})


def routes() -> list[web.RouteDef]:
    """All addresses but the socket and the pages."""
    one = "/api/tables/{code}"
    return [
        web.get("/healthz", health),
        web.get("/api/games", get_games),
        web.get("/api/layouts/{game}", get_layout),
        web.get("/api/tables", get_tables),
        web.post("/api/tables", make_table),
        web.get("/api/mine", get_mine),
        web.get("/api/records/{id}", get_record),
        web.post("/api/leave", leave),
        web.post("/api/tokens", make_token),
        web.post("/api/device", move_device),
        web.post("/api/device/claim", claim_device),
        web.get(one, get_table),
        web.get(one + "/qr.svg", get_qr),
        web.get(one + "/events", poll),
        web.post(one + "/act", act),
        web.post(one + "/sit", sit),
        web.post(one + "/stand", by_owner(SeatOnly, lambda t, g, w: seating.stand(t, g, w.seat))),
        web.post(one + "/fill", by_owner(Fill, lambda t, g, w: seating.fill(t, g, w.level))),
        web.post(one + "/kick", by_owner(SeatOnly, lambda t, g, w: seating.kick(t, g, w.seat))),
        web.post(one + "/undo", by_owner(SeatOnly, lambda t, g, w: t.undo(g, w.seat))),
        web.post(one + "/start", start),
        web.post(one + "/rematch", rematch),
    ]
