"""Hints for people, where the table allows them: thought out in a bot's worker, from what the seat may know."""

import asyncio
import logging

from hatbox.table.advice import BEST, Advice
from hatbox.table.asking import Hint, HintMove
from hatbox.table.bot_process import Question
from hatbox.table.bot_seats import Brains, question_of
from hatbox.table.live import LiveTable
from hatbox.table.problems import Conflict, Forbidden

LOG = logging.getLogger("hatbox.table.hints")
LEVEL = "5"
PATIENCE = 20.0  # seconds: other bots may think first


async def hint(live: LiveTable, guest: str, seat: int) -> Hint:
    """The best moves of a seat that must act."""

    async def look() -> tuple[Question, dict[int, str]]:
        return _question(live, guest, seat)

    question, texts = await live.ask(look)
    advice = await advice_for(live.services.brains, question)
    moves = [
        HintMove(action=one.action, text=texts[one.action], chance=one.chance, reason=one.reason)
        for one in advice.moves[:BEST]
        if one.action in texts
    ]
    return Hint(moves=moves, chances=advice.chances, margin=advice.margin)


def _question(live: LiveTable, guest: str, seat: int) -> tuple[Question, dict[int, str]]:
    """What the seat may know, and its moves as text."""
    setting = live.setting
    if seat not in setting.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    if not setting.hints:
        raise Conflict("This table plays without hints.", "no_hints")
    match = setting.match
    if match is None or match.over or match.turn != seat:
        raise Conflict("It is not this seat's turn.", "not_your_turn")
    texts = {move.action: move.text for move in match.moves}
    return question_of(match, LEVEL, live.services.settings.hint_ms, "advice"), texts


async def advice_for(brains: Brains, question: Question) -> Advice:
    """Ask a worker; when it has no answer, there is none now."""
    try:
        async with asyncio.timeout(question.milliseconds / 1000 + PATIENCE):
            return await brains.advise(question)
    except Exception as error:
        LOG.warning("no advice for %s: %s", question.game, error or type(error).__name__)
        raise Conflict("There is no hint at this moment. Please try again.", "no_hint") from error
