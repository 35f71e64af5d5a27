"""Hints for people, where the table allows them or a seat has help.

They are thought out in a bot's worker, from what the seat may know.
"""

import asyncio
import logging

import msgspec

from hatbox.table import log
from hatbox.table.advice import BEST, Advice
from hatbox.table.asking import Hint, HintMove
from hatbox.table.bot_process import Question
from hatbox.table.bot_seats import Brains, question_of
from hatbox.table.live import LiveTable
from hatbox.table.problems import Conflict, Forbidden
from hatbox.table.setting import Setting

LOG = logging.getLogger("hatbox.table.hints")
LEVEL = "5"
PATIENCE = 20.0  # seconds: other bots may think first


class _Asked(msgspec.Struct, frozen=True):
    """A position for which somebody wants a hint."""

    seat: int
    position: str
    question: Question
    texts: dict[int, str]


async def hint(live: LiveTable, guest: str, seat: int) -> Hint:
    """The best moves of a seat that must act; asking again in the same position gives the same and costs nothing."""

    async def look() -> _Asked | Hint:
        return _asked(live, guest, seat)

    asked = await live.ask(look)
    if isinstance(asked, Hint):
        return asked
    advice = await advice_for(live.services.brains, asked.question)
    moves = [
        HintMove(action=one.action, text=asked.texts[one.action], chance=one.chance, reason=one.reason)
        for one in advice.moves[:BEST]
        if one.action in asked.texts
    ]
    found = Hint(moves=moves, chances=advice.chances, margin=advice.margin)
    return await live.ask(lambda: _give(live, asked, found))


def _asked(live: LiveTable, guest: str, seat: int) -> _Asked | Hint:
    """What the seat may know, and its moves as text; or the hint that it was given before."""
    setting = live.setting
    if seat not in setting.seats_of(guest):
        raise Forbidden("This is not your seat.", "not_yours")
    if not setting.hints and setting.seats[seat].help == "none":
        raise Conflict("This table plays without hints.", "no_hints")
    match = setting.match
    if match is None or match.over or match.turn != seat or seat in setting.flagged:
        raise Conflict("It is not this seat's turn.", "not_your_turn")
    if live.hint is not None and live.hint[0] == match.hash:
        return live.hint[1]
    _check_left(setting, seat, match.hash)
    texts = {move.action: move.text for move in match.moves}
    settings = live.services.settings
    question = question_of(match, LEVEL, settings.hint_ms, "advice", settings.seed)
    return _Asked(seat, match.hash, question, texts)


def _check_left(setting: Setting, seat: int, position: str) -> None:
    """Raises when a seat has used up its hints; one that was given before may be seen again."""
    if setting.hints_left(seat) == 0 and position not in setting.hinted[seat]:
        raise Conflict("All hints of this seat are used up.", "hints_used")


async def _give(live: LiveTable, asked: _Asked, found: Hint) -> Hint:
    """Count a hint where it is somebody's help, before it is told; everybody sees that, nobody what it says."""
    setting, seat, position = live.setting, asked.seat, asked.position
    if setting.match is None or setting.match.hash != position:
        raise Conflict("The table has moved on.", "stale")
    if live.hint is not None and live.hint[0] == position:
        return live.hint[1]  # asked twice at once
    _check_left(setting, seat, position)
    if not setting.hints and position not in setting.hinted.get(seat, ()):
        entry = log.Hinted(seat=seat)
        setting.v += 1
        setting.get_used_to(entry)
        await live.store(entry)
        live.show_table()
    live.hint = (position, found)
    return found


async def advice_for(brains: Brains, question: Question) -> Advice:
    """Ask a worker; when it has no answer, there is none now."""
    try:
        async with asyncio.timeout(question.milliseconds / 1000 + PATIENCE):
            return await brains.advise(question)
    except Exception as error:
        LOG.warning("no advice for %s: %s", question.game, error or type(error).__name__)
        raise Conflict("There is no hint at this moment. Please try again.", "no_hint") from error
