"""A bot for a player who stalls in a game without clocks: agree on it, and come back."""

from typing import TYPE_CHECKING

from hatbox.table.commands.dispatch import handles
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Forbidden
from hatbox.table.wire.table import ComeBack, LetBotPlay

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@handles(LetBotPlay)
async def let_bot_play(table: "OpenTable", guest: str, request: LetBotPlay) -> None:
    """Agree that a bot plays for a seat; spectators have no vote."""
    state, seat = table.state, request.seat
    if guest not in state.guests or state.has_seat(guest, seat):
        raise Forbidden("Only the other players can agree on that.", "not_yours")
    if table.stalling.seat != seat:
        raise Conflict(
            "A bot can take over only for a player who has not moved for a minute.", "not_stalling"
        )
    await table.stalling.agree(guest)


@handles(ComeBack)
async def come_back(table: "OpenTable", guest: str, request: ComeBack) -> None:
    """Take my seat back, from the next decision on."""
    if not table.state.has_seat(guest, request.seat):
        raise Forbidden("This is not your seat.", "not_yours")
    if request.seat in table.state.stood_in:
        await table.commit(journal.StoodIn(seat=request.seat, on=False))
