"""The lobby over HTTP: games, lists, new tables, records."""

import asyncio
import logging
from typing import Any

from aiohttp import web

from hatbox.errors import UnknownGame
from hatbox.game import rulebook
from hatbox.table.commands.dispatch import carry_out
from hatbox.table.server.health import HEALTH
from hatbox.table.server.http.request import (
    NEW_TABLES,
    PEOPLE,
    TABLES,
    body,
    new_guest,
    reply,
    within,
)
from hatbox.table.server.origin import may_read_metrics
from hatbox.table.tables import catalogue
from hatbox.table.tables.catalogue import checked
from hatbox.table.tables.views import listed
from hatbox.table.wire.problems import NotFound, Refused
from hatbox.table.wire.requests import Code, Health, MakeTable
from hatbox.table.wire.table import CommitNumber, Start

LOG = logging.getLogger("hatbox.table")
LISTED = 50


async def health(request: web.Request) -> web.Response:
    """Return whether the server can store moves, and how many tables are awake."""
    problem = await request.app[HEALTH].problem()
    return reply(
        Health(ok=not problem, tables=request.app[TABLES].awake, problem=problem), 503 if problem else 200
    )


async def get_metrics(request: web.Request) -> web.Response:
    """Return metrics for Prometheus."""
    registry = request.app[TABLES]
    if not may_read_metrics(request, registry.config):
        raise NotFound("There is nothing at this address.")
    gauges = {"tables_awake": registry.awake, "visitors": registry.visitors}
    return web.Response(text=registry.services.metrics.text(gauges), content_type="text/plain")


async def get_games(request: web.Request) -> web.Response:
    """Return all games."""
    return reply(await asyncio.to_thread(catalogue.games))


async def get_layout(request: web.Request) -> web.Response:
    """Return the board of a game with players and options."""
    query = dict(request.query)
    try:
        players = int(query.pop("players", "0"))
    except ValueError as error:
        raise Refused("`players` must be a whole number.") from error
    slug = request.match_info["game"]
    game = await asyncio.to_thread(_game, slug, players, query)
    return reply(game.rulebook.layouts(game))


def _game(slug: str, players: int, options: dict[str, str]) -> Any:
    try:
        players = players or rulebook(slug).players[0]
    except UnknownGame as error:
        raise NotFound(str(error), "no_game") from error
    return checked(slug, players, options)


async def make_table(request: web.Request) -> web.Response:
    """Make a new table, started at once if requested and possible."""
    wish = await body(request, MakeTable)
    await asyncio.to_thread(checked, wish.game, wish.players, wish.options)
    within(request, NEW_TABLES)
    guest = await new_guest(request)
    registry = request.app[TABLES]
    table = await registry.make(wish, guest)
    LOG.info("made", extra={"table": table.code, "game": wish.game, "players": wish.players})
    if wish.commitment and guest in table.state.guests:
        await carry_out(table, guest, CommitNumber(commitment=wish.commitment))
    if wish.start:
        await carry_out(table, guest, Start())
    return reply(Code(code=table.code), 201)


async def get_tables(request: web.Request) -> web.Response:
    """Return public tables that wait for players."""
    heads = await request.app[TABLES].services.store.public(LISTED)
    return reply([listed(head) for head in heads])


async def get_mine(request: web.Request) -> web.Response:
    """Return the tables at which I sit."""
    guest = await request.app[PEOPLE].who(request)
    if guest is None:
        return reply([])
    store = request.app[TABLES].services.store
    heads, waiting = await store.mine(guest, LISTED), set(await store.waiting_for(guest))
    return reply([listed(head, head.code in waiting) for head in heads])


async def get_record(request: web.Request) -> web.Response:
    """Return the record of a finished game."""
    data = await request.app[TABLES].services.store.record(request.match_info["id"])
    if data is None:
        raise NotFound("There is no such record.", "no_record")
    return web.Response(body=data, content_type="application/json")
