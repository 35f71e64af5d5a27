"""The game as a whole: start it, and play another one."""

import logging
from typing import TYPE_CHECKING

from hatbox.table.commands.dispatch import handles
from hatbox.table.commands.seating import must_be_host, must_wait
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Forbidden
from hatbox.table.wire.protocol import ErrorFrame
from hatbox.table.wire.requests import Code, MakeTable
from hatbox.table.wire.table import Rematch, Start
from hatbox.table.wire.types import encode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")
NOT_READY = ErrorFrame(code="not_ready", sentence="The rules of this game could not be made ready.")


@handles(Start, by_owner=False)
async def start(table: "OpenTable", guest: str, request: Start) -> None:
    """Start, at once or as soon as the rules are compiled."""
    await table.ask(_check_start(table, guest))
    if table.services.catalogue.ready(table.state.made.game):
        await table.ask(_begin(table))
        return
    await table.ask(table.show_preparing(True))
    table.services.in_background(_begin_later(table), f"start {table.code}")


async def _check_start(table: "OpenTable", guest: str) -> None:
    """Whether the host may start now; raises otherwise."""
    must_be_host(table, guest)
    must_wait(table)
    if table.state.open_seats():
        raise Conflict("There are open seats: fill them with bots or wait for people.", "open_seats")


async def _begin_later(table: "OpenTable") -> None:
    """Wait for the compiler, then start."""
    slug = table.state.made.game
    try:
        await table.services.catalogue.prepare(slug)
        await table.ask(_begin(table))
    except Exception:
        LOG.exception("%s could not be made ready", slug)
        table.post(_not_ready(table))


async def _begin(table: "OpenTable") -> None:
    """Start the game; the rules are ready."""
    if table.state.match is not None:
        return
    if table.state.open_seats():
        await table.show_preparing(False)
        return
    await table.commit(journal.Started())
    LOG.info("started", extra={"table": table.code, "game": table.state.made.game})


async def _not_ready(table: "OpenTable") -> None:
    """Tell everybody that the game cannot begin; the host may try again."""
    await table.show_preparing(False)
    table.audience.send(encode(NOT_READY))


@handles(Rematch, by_owner=False)
async def rematch(table: "OpenTable", guest: str, request: Rematch) -> Code:
    """The code of the next game with the same people."""
    wish = await table.ask(_wanted(table, guest))
    if isinstance(wish, str):
        return Code(code=wish)
    following = await table.services.make(wish, table.state.made.host, _rotated(table))
    return Code(code=await table.ask(_rematched(table, following.code)))


async def _wanted(table: "OpenTable", guest: str) -> MakeTable | str:
    """The code of the rematch, or what it should be like: the same people, the next one begins."""
    state = table.state
    if state.status != "over":
        raise Conflict("The game is not over yet.", "not_over")
    if not state.seats_of(guest) and guest != state.made.host:
        raise Forbidden("Only who sat here may ask for a rematch.", "not_yours")
    if state.rematch is not None:
        return state.rematch
    made = state.made
    return MakeTable(
        game=made.game,
        players=made.players,
        options=made.options,
        aid=made.aid,
        public=made.public,
        hints=made.hints,
        chat=made.chat,
        clock=made.clock,
    )


def _rotated(table: "OpenTable") -> list[journal.Seat]:
    """The seats of a rematch: everybody moves up one, so that another one begins."""
    seats = table.state.seats
    return [*seats[1:], seats[0]]


async def _rematched(table: "OpenTable", code: str) -> str:
    """Remember where the next game is; whoever came second gets the first one's table."""
    if table.state.rematch is not None:
        return table.state.rematch
    await table.commit(journal.Rematched(code=code))
    return code
