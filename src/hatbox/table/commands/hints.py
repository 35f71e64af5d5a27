"""Hints and warnings for people, where the table allows them or a seat has help.

A bot's worker computes them from what the seat may know.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from hatbox.table.commands.dispatch import handles
from hatbox.table.tables import journal
from hatbox.table.tables.state import TableState
from hatbox.table.thinking.advice import BEST, Advice, AdvisedMove, lost_by
from hatbox.table.thinking.fair_turns import Asker
from hatbox.table.thinking.process import Question
from hatbox.table.thinking.workers import Thinkers, question_of
from hatbox.table.wire.problems import Conflict, Forbidden
from hatbox.table.wire.requests import HintMove, HintReply, WarningReply
from hatbox.table.wire.table import AskHint, AskWarning

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table.hints")
LEVEL = "5"
PATIENCE = 20.0  # seconds: other bots may think first
NO_WARNING = WarningReply()


class _Asked(msgspec.Struct, frozen=True):
    """A position for which a player wants advice."""

    seat: int
    position: str
    question: Question
    texts: dict[int, str]


@handles(AskHint, by_owner=False)
async def hint(table: "OpenTable", guest: str, request: AskHint) -> HintReply:
    """Return the best moves of the acting seat; asking again in the same position is free."""
    asked = await table.ask(_may_hint(table, guest, request.seat))
    advice = await _thought(table, asked)
    return await table.ask(_give(table, asked, advice))


@handles(AskWarning, by_owner=False)
async def warning(table: "OpenTable", guest: str, request: AskWarning) -> WarningReply:
    """Return what a move gives away, if the seat is to be warned; without a quick answer, nothing."""
    asked = await table.ask(_may_warn(table, guest, request.seat))
    if asked is None or len(asked.texts) < 2:
        return NO_WARNING
    if request.action is None:
        table.last_advice.begin(asked.position, lambda: advice_for(table.services.thinkers, asked.question))
        return NO_WARNING
    try:
        async with asyncio.timeout((asked.question.milliseconds + table.services.config.warning_ms) / 1000):
            advice = await _thought(table, asked)
    except (Conflict, TimeoutError):
        return NO_WARNING
    return await table.ask(_warn(table, asked, request.action, advice))


async def _thought(table: "OpenTable", asked: _Asked) -> Advice:
    """Ask a worker about the position, unless it was asked there before."""
    thinkers = table.services.thinkers
    return await table.last_advice.once(asked.position, lambda: advice_for(thinkers, asked.question))


async def _may_hint(table: "OpenTable", guest: str, seat: int) -> _Asked:
    """Return the question for a hint, if the seat has one left or had one here."""
    state = table.state
    if seat in state.seats_of(guest) and not state.hints and not state.seats[seat].help.hints:
        raise Conflict("This table plays without hints.", "no_hints")
    asked = _asked(table, guest, seat)
    _check_left(state, seat, asked.position)
    return asked


async def _may_warn(table: "OpenTable", guest: str, seat: int) -> _Asked | None:
    """Return the question for a warning, if the seat has such help."""
    asked = _asked(table, guest, seat)
    return asked if table.state.seats[seat].help.warned else None


def _asked(table: "OpenTable", guest: str, seat: int) -> _Asked:
    """Return what the seat may know, and its moves as text."""
    state = table.state
    if seat not in state.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    match = state.match
    if match is None or match.over or match.turn != seat or state.by_bot(seat):
        raise Conflict("It is not this seat's turn.", "not_your_turn")
    texts = {move.action: move.text for move in match.moves}
    config = table.services.config
    asker = Asker(table.audience.address_of(guest), guest)
    question = question_of(match, LEVEL, config.hint_ms, "hint", config.seed, asker)
    return _Asked(seat, match.hash, question, texts)


def _check_left(state: TableState, seat: int, position: str) -> None:
    """Refuse a seat that has used up its hints; one given here before may be repeated."""
    if state.hints_left(seat) == 0 and position not in state.hinted[seat]:
        raise Conflict("All hints of this seat are used up.", "hints_used")


async def _give(table: "OpenTable", asked: _Asked, advice: Advice) -> HintReply:
    """Count a hint given as help before it is sent; everyone sees the count, nobody the content."""
    state, seat, position = table.state, asked.seat, asked.position
    _must_be_there(state, position)
    _check_left(state, seat, position)
    if not state.hints and position not in state.hinted.get(seat, ()):
        await table.commit(journal.HintGiven(seat=seat))
    moves = [_told(one, asked) for one in advice.moves[:BEST] if one.action in asked.texts]
    return HintReply(moves=moves, chances=advice.chances, margin=advice.margin)


async def _warn(table: "OpenTable", asked: _Asked, action: int, advice: Advice) -> WarningReply:
    """Count a warning before it is sent; everyone sees the count, nobody the content."""
    state, seat, position = table.state, asked.seat, asked.position
    _must_be_there(state, position)
    best, lost = advice.moves[0], lost_by(advice, action)
    if best.action == action or action not in asked.texts or lost < state.seats[seat].help.warned / 1000:
        return NO_WARNING
    if position not in state.warned.get(seat, ()):
        await table.commit(journal.Warned(seat=seat))
    return WarningReply(lost=round(lost, 4), better=_told(best, asked))


def _must_be_there(state: TableState, position: str) -> None:
    """Refuse if the board has changed meanwhile."""
    if state.match is None or state.match.hash != position:
        raise Conflict("The table has moved on.", "stale")


def _told(move: AdvisedMove, asked: _Asked) -> HintMove:
    """A move with its text."""
    return HintMove(action=move.action, text=asked.texts[move.action], chance=move.chance, facts=move.facts)


async def advice_for(thinkers: Thinkers, question: Question, patience: float = PATIENCE) -> Advice:
    """Ask a worker; if it has no answer, refuse."""
    try:
        async with asyncio.timeout(question.milliseconds / 1000 + patience):
            return await thinkers.advise(question)
    except Exception as error:
        LOG.warning("no advice for %s: %s", question.game, error or type(error).__name__)
        raise Conflict("No hint is available right now. Please try again.", "no_hint") from error
