"""What a table agrees on before the game: number of seats, options, memory aid, hints, chat, clocks."""

import asyncio
from typing import TYPE_CHECKING, Any

from hatbox.table.commands.dispatch import handles
from hatbox.table.commands.seating import must_be_host, must_fit, must_wait
from hatbox.table.tables import journal
from hatbox.table.tables.catalogue import checked, sent_options
from hatbox.table.tables.seats import reseated
from hatbox.table.wire.problems import Conflict
from hatbox.table.wire.table import Agree

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@handles(Agree, by_owner=False)
async def agree(table: "OpenTable", guest: str, request: Agree) -> None:
    """Change everything at once, as the host's page shows it; seated players keep a seat."""
    must_be_host(table, guest)
    game = await asyncio.to_thread(checked, table.state.made.game, request.players, request.options)
    await table.ask(_agree(table, request, sent_options(game)))


async def _agree(table: "OpenTable", request: Agree, options: dict[str, Any]) -> None:
    must_wait(table)
    state = table.state
    must_fit(request.clock, request.pace)
    if state.made.fork is not None or state.drawing:
        raise Conflict("A game that continues another one keeps its players and options.", "started")
    if len(state.people) > request.players:
        raise Conflict(
            f"{len(state.people)} people are seated here: choose at least as many seats.", "too_many_people"
        )
    await table.commit(
        journal.Agreed(
            players=request.players,
            options=options,
            aid=request.aid,
            hints=request.hints,
            chat=request.chat and not table.services.config.lock_chat,
            clock=request.clock,
            pace=request.pace,
            seats=reseated(state.seats, request.players),
        )
    )
