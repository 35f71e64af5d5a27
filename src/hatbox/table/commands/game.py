"""Start a game, and start the next one."""

from typing import TYPE_CHECKING

from hatbox.options import next_to_begin
from hatbox.table.commands.dispatch import handles
from hatbox.table.commands.seating import must_be_no_night, must_start, must_wait
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Forbidden
from hatbox.table.wire.requests import Code, MakeTable
from hatbox.table.wire.table import Rematch, Start

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@handles(Start, by_owner=False)
async def start(table: "OpenTable", guest: str, request: Start) -> None:
    """Start at once, after the players opened their numbers, or once the rules are compiled."""
    await table.ask(_checked(table, guest))
    await begin(table)


async def begin(table: "OpenTable") -> None:
    """Start the game, whether a player or the table asked."""
    await table.ask(_close(table))
    if table.state.drawing:
        return
    if table.services.catalogue.ready(table.state.made.game):
        await table.ask(table.draw.start(await table.draw.wanting_ratings()))
        return
    await table.ask(table.show_preparing(True))
    table.services.in_background(table.draw.start_when_ready(), f"start {table.code}")


async def _checked(table: "OpenTable", guest: str) -> None:
    must_start(table, guest)


async def _close(table: "OpenTable") -> None:
    """Check that the game may start now; if anyone has committed to a number, the draw starts."""
    must_wait(table)
    state = table.state
    if state.open_seats():
        raise Conflict("There are open seats: fill them with bots or wait for players.", "open_seats")
    if state.made.mixed and any(map(state.draw.commitment, state.guests)):
        await table.commit(journal.Drawing())


@handles(Rematch, by_owner=False)
async def rematch(table: "OpenTable", guest: str, request: Rematch) -> Code:
    """Return the code of the next game with the same people."""
    wish = await table.ask(_wanted(table, guest))
    if isinstance(wish, str):
        return Code(code=wish)
    state = table.state
    following = await table.services.make(wish, state.made.host, list(state.seats), again=True)
    return Code(code=await table.ask(_rematched(table, guest, following.code)))


async def _wanted(table: "OpenTable", guest: str) -> MakeTable | str:
    """Return the rematch's code or its settings: all keep seat and colour, and the next player starts."""
    state = table.state
    must_be_no_night(table)
    if state.status != "over":
        raise Conflict("The game is not over yet.", "not_over")
    if not state.seats_of(guest) and guest != state.made.host:
        raise Forbidden("Only players of this game can ask for a rematch.", "not_yours")
    if state.rematch is not None:
        return state.rematch.code
    made = state.made
    return MakeTable(
        game=made.game,
        players=made.players,
        options=made.options | next_to_begin(state.rulebook.options, made.options, made.players),
        aid=made.aid,
        public=made.public,
        hints=made.hints,
        chat=made.chat,
        clock=made.clock,
        pace=made.pace,
        language=made.language,
    )


async def _rematched(table: "OpenTable", guest: str, code: str) -> str:
    """Store where the next game is; a second request gets the first one's table."""
    if table.state.rematch is not None:
        return table.state.rematch.code
    await table.commit(journal.Rematched(code=code, by=guest))
    return code
