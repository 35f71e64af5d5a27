"""A player's preferences at one table: standing answers to offers, and muted seats."""

from typing import TYPE_CHECKING

from hatbox.table.commands.dispatch import handles
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Forbidden, NotFound
from hatbox.table.wire.table import ChooseAnswer, Mute

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@handles(ChooseAnswer)
async def choose_answer(table: "OpenTable", guest: str, request: ChooseAnswer) -> None:
    """Set how a seat of mine answers offers from now on."""
    state, seat, answer = table.state, request.seat, request.answer
    if seat not in state.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    if not state.has_offers:
        raise Conflict("This game makes no offers.", "no_offers")
    if state.answer(seat) != answer:
        await table.commit(journal.AnswerChosen(seat=seat, answer=answer))


@handles(Mute)
async def mute(table: "OpenTable", guest: str, request: Mute) -> None:
    """Mute or unmute a seat for me."""
    state, seat, muted = table.state, request.seat, request.muted
    if not 0 <= seat < state.made.players:
        raise NotFound(f"Seats are numbered 0 to {state.made.players - 1}.", "no_seat")
    if not state.seats_of(guest):
        raise Forbidden("Only players at this table can do that.", "not_yours")
    if muted != (seat in state.mutes.get(guest, ())):
        await table.commit(journal.Muted(guest=guest, seat=seat, muted=muted))
