"""Finished games over HTTP: replay, fork, verify; by the table's code, or by the record's id."""

from typing import Any

import msgspec
from aiohttp import web

from hatbox.match.match import NAMES, Match
from hatbox.match.recording import plain_options
from hatbox.table.commands.dispatch import carry_out
from hatbox.table.commands.seating import OPEN
from hatbox.table.finished.messages import Fork, Progress
from hatbox.table.finished.replay import eyes_of
from hatbox.table.identity.given_names import is_given
from hatbox.table.identity.names import clean
from hatbox.table.server.http.request import (
    ARCHIVE,
    NEW_TABLES,
    PEOPLE,
    REVIEWS,
    TABLES,
    body,
    find,
    new_guest,
    reply,
    within,
)
from hatbox.table.tables import journal
from hatbox.table.tables.seats import free_name
from hatbox.table.tables.table import OpenTable
from hatbox.table.tables.views import table_for
from hatbox.table.thinking.fair_turns import Asker
from hatbox.table.wire.problems import Conflict, Refused
from hatbox.table.wire.requests import Code, GoOn, MakeTable, SeatWish
from hatbox.table.wire.table import CommitNumber, Table
from hatbox.table.wire.types import DEFAULT_LEVEL


class _Answer(msgspec.Struct):
    """A replay with encoded frames."""

    table: Table
    frames: msgspec.Raw


async def over(opened: OpenTable, guest: str | None) -> tuple[Match, Table]:
    """Return the match and the table of a finished game, read by its owner."""

    async def look() -> tuple[Match, Table]:
        match = opened.state.match
        if match is None or not match.over:
            raise Conflict("The game is not over yet.", "not_over")
        return match, table_for(opened, guest)

    return await opened.ask(look())


async def get_replay(request: web.Request) -> web.Response:
    """Return a finished game as a seat would have seen it."""
    opened = await find(request)
    match, table = await over(opened, await request.app[PEOPLE].who(request))
    return await _replay(request, opened.state.made.record, match, table)


async def get_record_replay(request: web.Request) -> web.Response:
    """Do the same for a record that may have come from elsewhere."""
    id = request.match_info["id"]
    return await _replay(request, id, *await request.app[ARCHIVE].match(id, Asker(request.remote or "")))


async def _replay(request: web.Request, id: str, match: Match, table: Table) -> web.Response:
    eyes = eyes_of(request.query.get("seat", "-1"), table.players)
    asker = Asker(request.remote or "")
    frames = await request.app[ARCHIVE].replay(id, match, eyes, table.aid, asker)
    response = reply(_Answer(table, frames))
    response.enable_compression()
    return response


async def get_verdict(request: web.Request) -> web.Response:
    """Return whether a record is genuine, and its dice those that were promised."""
    asker = Asker(request.remote or "")
    return reply(await request.app[ARCHIVE].verdict(request.match_info["id"], asker))


async def get_review(request: web.Request) -> web.Response:
    """Return what each decision of a finished game was worth; 202 until that is complete."""
    opened = await find(request)
    match, _ = await over(opened, None)
    return _review(request, opened.state.made.record, match)


async def get_record_review(request: web.Request) -> web.Response:
    """Do the same for a record that may have come from elsewhere."""
    id = request.match_info["id"]
    match, _ = await request.app[ARCHIVE].match(id, Asker(request.remote or ""))
    return _review(request, id, match)


def _review(request: web.Request, id: str, match: Match) -> web.Response:
    found = request.app[REVIEWS].of(id, match, Asker(request.remote or ""))
    return reply(found, 202 if isinstance(found, Progress) else 200)


async def fork(request: web.Request) -> web.Response:
    """Make a table that continues from a position of this one; the caller gets the seat to move."""
    wish = await body(request, Fork)
    opened = await find(request)
    match, table = await over(opened, None)
    if wish.ply >= match.ply:
        raise Refused(f"`ply` must be a number from 0 to {match.ply - 1}.", "bad_ply")
    within(request, NEW_TABLES)
    guest = await new_guest(request)
    forked = await request.app[TABLES].make(
        _like(table, match, opened.state.made.language),
        guest,
        _seats(opened, match, wish.ply, guest),
        _forked(table.code, match, wish.ply),
    )
    return reply(Code(code=forked.code), 201)


async def go_on(request: web.Request) -> web.Response:
    """Make a table that continues a game from elsewhere; its dice are redrawn, because the caller knew them."""
    wish = await body(request, GoOn)
    match = await request.app[ARCHIVE].unfinished(wish.record.encode(), Asker(request.remote or ""))
    if len(wish.seats) != match.game.players:
        raise Refused(
            f"There are {match.game.players} seats, but {len(wish.seats)} were listed.", "bad_seats"
        )
    within(request, NEW_TABLES)
    guest = await new_guest(request)
    names = [clean(name) for name in match.names]
    if request.app[TABLES].config.lock_names:  # a record may contain any name
        names = [name if is_given(name) else NAMES[k % len(NAMES)] for k, name in enumerate(names)]
    seats = [_kept(seat, name, guest) for seat, name in zip(wish.seats, names, strict=True)]
    aid = wish.aid or match.game.rulebook.secrets
    options: dict[str, Any] = plain_options(match.game.options)
    like = MakeTable(
        game=match.game.slug,
        players=match.game.players,
        options=options,
        aid=aid,
        language=wish.language,
    )
    made = await request.app[TABLES].make(like, guest, seats, _forked("", match, match.ply))
    if wish.commitment and guest in made.state.guests:
        await carry_out(made, guest, CommitNumber(commitment=wish.commitment))
    return reply(Code(code=made.code), 201)


def _kept(wish: SeatWish, name: str, guest: str) -> journal.Seat:
    """Return a seat of a game from elsewhere with its old name."""
    if wish.kind == "bot":
        return journal.Seat(kind="bot", name=name, level=wish.level or DEFAULT_LEVEL)
    return journal.Seat(kind="person", name=name, guest=guest) if wish.kind == "me" else OPEN


def _like(table: Table, match: Match, language: str) -> MakeTable:
    """Return the same settings; where hidden things are redrawn, the memory aid is on."""
    options: dict[str, Any] = table.options
    aid = table.aid or match.game.rulebook.secrets
    return MakeTable(game=table.game, players=table.players, options=options, aid=aid, language=language)


def _forked(code: str, match: Match, ply: int) -> journal.Forked:
    """Return all that is needed to restore this ply."""
    return journal.Forked(
        code=code,
        seed=match.seed,
        actions=match.actions[:ply],
        forks=match.forks_before(ply),
        of=match.hash,
    )


def _seats(opened: OpenTable, match: Match, ply: int, guest: str) -> list[journal.Seat]:
    """Give the caller the mover's seat under their own name; the others are open."""
    mover = match.seat_at(ply)
    own = opened.state.seats_of(guest)
    seats = [OPEN] * match.game.players
    name = match.names[mover if mover in own else own[0]] if own else free_name(seats, mover)
    seats[mover] = journal.Seat(kind="person", name=name, guest=guest)
    return seats
