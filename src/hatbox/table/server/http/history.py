"""My games, opponents, ratings, and everything stored about me, over HTTP."""

import hashlib
import secrets

from aiohttp import web

from hatbox.table.finished.rating import rate_all, shown
from hatbox.table.finished.rivals import Rivalry, rivalries
from hatbox.table.identity.export import exported
from hatbox.table.server.http.request import PEOPLE, TABLES, find, guest_of, reply
from hatbox.table.store.history import Finished
from hatbox.table.store.interface import Store
from hatbox.table.wire.history import (
    GameRating,
    History,
    Part,
    PlayedGame,
    PlayedSeat,
    Ratings,
    Rival,
    TableRival,
)
from hatbox.table.wire.problems import NotFound, Refused

PER_PAGE = 20
LAST_PAGE = 10_000
ID = 8  # bytes


async def get_history(request: web.Request) -> web.Response:
    """Return my finished games, the latest first; `page` counts from 0."""
    guest = await request.app[PEOPLE].who(request)
    page = _page(request.query.get("page", "0"))
    if guest is None:
        return reply(History(games=[], more=False))
    found = await _store(request).history(guest, PER_PAGE + 1, page * PER_PAGE)
    return reply(
        History(games=[_played(game, guest) for game in found[:PER_PAGE]], more=len(found) > PER_PAGE)
    )


def _page(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text[:9]) > LAST_PAGE:
        raise Refused(f"`page` must be a number from 0 to {LAST_PAGE}.", "bad_page")
    return int(text)


def _played(game: Finished, guest: str) -> PlayedGame:
    """Return a game for one of its people."""
    seats = [
        PlayedSeat(name=one.name, mine=one.guest == guest, level=one.level, place=one.place, won=one.won)
        for one in game.results
    ]
    return PlayedGame(
        code=game.code, game=game.game, players=game.players, at=round(game.at * 1000), seats=seats
    )


async def get_rivals(request: web.Request) -> web.Response:
    """Return everyone I have played against, the latest met first."""
    guest = await request.app[PEOPLE].who(request)
    if guest is None:
        return reply([])
    found, secret = await _rivalries(request, guest), await _secret(request)
    return reply([_rival(_id(secret, guest, other), one) for other, one in found.items()])


async def get_rival(request: web.Request) -> web.Response:
    """Return my score against one of them."""
    guest, wanted = await guest_of(request), request.match_info["id"]
    secret = await _secret(request)
    for other, one in (await _rivalries(request, guest)).items():
        if secrets.compare_digest(_id(secret, guest, other).encode(), wanted.encode(errors="replace")):
            return reply(_rival(wanted, one))
    raise NotFound("You have not played against this person.", "no_rival")


async def get_table_rivals(request: web.Request) -> web.Response:
    """Return my score against the others at a table where I sit."""
    guest = await request.app[PEOPLE].who(request)
    table = await find(request)
    if not table.state.seats_of(guest) or guest is None or len(table.state.seats_of(guest)) > 1:
        return reply([])
    found = await _rivalries(request, guest)
    return reply(
        [
            TableRival(seat=seat, games=one.all.games, mine=one.all.mine, theirs=one.all.theirs)
            for seat in table.state.people
            if (one := found.get(table.state.seats[seat].guest)) is not None
        ]
    )


async def get_ratings(request: web.Request) -> web.Response:
    """Return my ratings, if I want any; a child has none."""
    guest, store = await request.app[PEOPLE].who(request), _store(request)
    kept = await store.profile(guest) if guest else None
    if guest is None or kept is None or not kept.rated or kept.child:
        return reply(Ratings(on=False, games=[]))
    await rate_all(store)
    found = shown(await store.ratings(guest))
    games = [
        GameRating(game=one.game, value=one.value, margin=one.margin, games=one.games, sure=one.sure)
        for one in found
    ]
    return reply(Ratings(on=True, games=games))


async def export(request: web.Request) -> web.Response:
    """Return everything stored about me, as a readable file."""
    guest = await guest_of(request)
    return web.Response(
        body=await exported(_store(request), guest),
        content_type="application/json",
        headers={"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="hatbox-me.json"'},
    )


def _store(request: web.Request) -> Store:
    return request.app[TABLES].services.store


async def _rivalries(request: web.Request, guest: str) -> dict[str, Rivalry]:
    return rivalries(await _store(request).meetings(guest))


async def _secret(request: web.Request) -> bytes:
    """Return the key that gives people ids which only one caller can use."""
    return await _store(request).kept_secret("rivals", secrets.token_bytes(32))


def _id(secret: bytes, me: str, other: str) -> str:
    return hashlib.blake2b(f"{me} {other}".encode(), key=secret, digest_size=ID).hexdigest()


def _rival(id: str, one: Rivalry) -> Rival:
    parts = [
        Part(game=game, players=players, games=score.games, mine=score.mine, theirs=score.theirs)
        for (game, players), score in sorted(one.parts.items())
    ]
    return Rival(
        id=id,
        name=one.name,
        games=one.all.games,
        mine=one.all.mine,
        theirs=one.all.theirs,
        my_run=one.my_run,
        their_run=one.their_run,
        parts=parts,
    )
