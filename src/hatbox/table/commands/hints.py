"""Hints for people, where the table allows them or a seat has help.

They are thought out in a bot's worker, from what the seat may know.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from hatbox.table.commands.dispatch import handles
from hatbox.table.tables import journal
from hatbox.table.tables.state import TableState
from hatbox.table.thinking.advice import BEST, Advice
from hatbox.table.thinking.fair_turns import Asker
from hatbox.table.thinking.process import Question
from hatbox.table.thinking.workers import Thinkers, question_of
from hatbox.table.wire.problems import Conflict, Forbidden
from hatbox.table.wire.requests import HintMove, HintReply
from hatbox.table.wire.table import AskHint

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table.hints")
LEVEL = "5"
PATIENCE = 20.0  # seconds: other bots may think first


class _Asked(msgspec.Struct, frozen=True):
    """A position for which somebody wants a hint."""

    seat: int
    position: str
    question: Question
    texts: dict[int, str]


@handles(AskHint, by_owner=False)
async def hint(table: "OpenTable", guest: str, request: AskHint) -> HintReply:
    """The best moves of a seat that must act; asking again in the same position gives the same and costs nothing."""
    asked = await table.ask(_asked(table, guest, request.seat))
    if isinstance(asked, HintReply):
        return asked
    found = await table.last_hint.once(
        asked.position, lambda: _thought(table.services.thinkers, asked.question, asked.texts)
    )
    return await table.ask(_give(table, asked, found))


async def _thought(thinkers: Thinkers, question: Question, texts: dict[int, str]) -> HintReply:
    """What a worker makes of the position."""
    advice = await advice_for(thinkers, question)
    moves = [
        HintMove(action=one.action, text=texts[one.action], chance=one.chance, facts=one.facts)
        for one in advice.moves[:BEST]
        if one.action in texts
    ]
    return HintReply(moves=moves, chances=advice.chances, margin=advice.margin)


async def _asked(table: "OpenTable", guest: str, seat: int) -> _Asked | HintReply:
    """What the seat may know, and its moves as text; or the hint that it was given before."""
    state = table.state
    if seat not in state.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    if not state.hints and state.seats[seat].help == "none":
        raise Conflict("This table plays without hints.", "no_hints")
    match = state.match
    if match is None or match.over or match.turn != seat or state.by_bot(seat):
        raise Conflict("It is not this seat's turn.", "not_your_turn")
    known = table.last_hint.at(match.hash)
    if known is not None:
        return known
    _check_left(state, seat, match.hash)
    texts = {move.action: move.text for move in match.moves}
    config = table.services.config
    asker = Asker(table.audience.address_of(guest), guest)
    question = question_of(match, LEVEL, config.hint_ms, "hint", config.seed, asker)
    return _Asked(seat, match.hash, question, texts)


def _check_left(state: TableState, seat: int, position: str) -> None:
    """Raises when a seat has used up its hints; one that was given before may be seen again."""
    if state.hints_left(seat) == 0 and position not in state.hinted[seat]:
        raise Conflict("All hints of this seat are used up.", "hints_used")


async def _give(table: "OpenTable", asked: _Asked, found: HintReply) -> HintReply:
    """Count a hint where it is somebody's help, before it is told; everybody sees that, nobody what it says."""
    state, seat, position = table.state, asked.seat, asked.position
    if state.match is None or state.match.hash != position:
        raise Conflict("The table has moved on.", "stale")
    known = table.last_hint.at(position)
    if known is not None:
        return known  # asked twice at once
    _check_left(state, seat, position)
    if not state.hints and position not in state.hinted.get(seat, ()):
        await table.commit(journal.HintGiven(seat=seat))
    return table.last_hint.keep(position, found)


async def advice_for(thinkers: Thinkers, question: Question, patience: float = PATIENCE) -> Advice:
    """Ask a worker; when it has no answer, there is none now."""
    try:
        async with asyncio.timeout(question.milliseconds / 1000 + patience):
            return await thinkers.advise(question)
    except Exception as error:
        LOG.warning("no advice for %s: %s", question.game, error or type(error).__name__)
        raise Conflict("There is no hint at this moment. Please try again.", "no_hint") from error
