"""Moves of players, and undo."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from hatbox.errors import CannotUndo, IllegalMove
from hatbox.table.commands.dispatch import handles
from hatbox.table.tables import journal
from hatbox.table.wire.problems import Conflict, Refused
from hatbox.table.wire.protocol import Act
from hatbox.table.wire.table import Ack, Move, Nack, Undo
from hatbox.table.wire.types import NackCode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")
NOT_SAVED = "The table could not be saved. Please try again."
Reply = Callable[[Ack | Nack], None]


async def act(table: "OpenTable", guest: str, message: Act | Move, reply: Reply) -> None:
    """Make a player's move: acknowledged once it is stored and before it is shown, or refused with a reason."""
    known = table.state.ids.get((guest, message.id))
    if known is not None:
        return reply(Ack(id=message.id, v=known))
    try:
        refused = _refusal(table, guest, message)
        if refused is not None:
            return reply(refused)
        ms = table.clocks.spent()
        entry = journal.Acted(seat=message.seat, action=message.action, id=message.id, guest=guest, ms=ms)
        await table.commit(entry, lambda v: reply(Ack(id=message.id, v=v)))
    except IllegalMove as error:
        refused = _nack(table, message, "illegal", str(error), error.rule, error.reason, error.given)
        return reply(refused)
    except Refused as error:
        return reply(_nack(table, message, "store", str(error)))
    except Exception:
        LOG.exception("table %s failed", table.code)
        return reply(_nack(table, message, "store", NOT_SAVED))
    return None


@handles(Move)
async def act_once(table: "OpenTable", guest: str, request: Move) -> Ack | Nack:
    """Make a move without a socket."""
    answers: list[Ack | Nack] = []
    await act(table, guest, request, answers.append)
    return answers[0]


@handles(Undo)
async def undo(table: "OpenTable", guest: str, request: Undo) -> None:
    """Take back the last move, where that is allowed."""
    if request.seat not in table.state.seats_of(guest):
        raise Refused("This is not your seat.", "not_yours")
    if table.state.match is None:
        raise Conflict("The game has not started yet.", "not_started")
    try:
        await table.commit(journal.Undone(seat=request.seat, ms=table.clocks.spent()))
        table.ahead.drop(request.seat)
    except CannotUndo as error:
        raise Conflict(str(error), "cannot_undo") from error


def _refusal(table: "OpenTable", guest: str, message: Act | Move) -> Nack | None:
    """Return why a move is refused before the rules are asked, or None."""
    state = table.state
    match = state.match
    if not state.has_seat(guest, message.seat):
        return _nack(table, message, "not_yours", "This is not your seat.")
    if match is None:
        return _nack(table, message, "not_started", "The game has not started yet.")
    if match.over:
        return _nack(table, message, "over", "The game is over.")
    if not state.position_v <= message.v_seen <= state.v:
        return _nack(table, message, "stale", "The table has moved on. Have another look, then choose again.")
    if match.turn != message.seat:
        name = state.seats[match.turn].name
        return _nack(table, message, "not_your_turn", f"Not yet: it’s {name}’s turn.")
    if match.turn in state.stood_in:
        return _nack(table, message, "not_your_turn", "A bot plays for you until you take your seat back.")
    if match.turn in state.flagged:
        return _nack(table, message, "not_your_turn", "Your time is up: a bot plays for you.")
    return None


def _nack(
    table: "OpenTable",
    message: Act | Move,
    code: NackCode,
    sentence: str,
    rule: str = "",
    reason: str = "",
    given: dict[str, int | str] | None = None,
) -> Nack:
    table.services.metrics.count("nacks", "code", code)
    v = table.stored_v
    return Nack(id=message.id, code=code, rule=rule, reason=reason, sentence=sentence, v=v, given=given or {})
