"""The bots of one table: whose turn it is, how long they seem to think, and their moves."""

import asyncio
import random

from hatbox.match.match import Match
from hatbox.table import log
from hatbox.table.bot_seats import decide, question_of
from hatbox.table.live import LiveTable
from hatbox.table.protocol import DEFAULT_LEVEL


class BotTurns:
    """Lets bots act while somebody is at the table."""

    def __init__(self, live: LiveTable) -> None:
        """Watch the table."""
        self._live = live
        self._thinking: asyncio.Task[None] | None = None
        self._for = 0  # the version of the position that is thought about
        live.changed.append(self.look)

    def _by(self) -> log.By:
        """Who acts now: a person, a bot, or a bot for an absent person."""
        setting = self._live.setting
        assert setting.match is not None
        turn, seat = setting.match.turn, setting.seats[setting.match.turn]
        if seat.kind == "bot":
            return "bot"
        return "warm" if seat.guest in self._live.warm or turn in setting.flagged else "person"

    def look(self) -> None:
        """Start to think when it is a bot's turn and somebody is there to see it."""
        live = self._live
        if not live.setting.playing or not live.connections or self._by() == "person":
            return
        if self._thinking is not None and not self._thinking.done() and self._for == live.setting.position_v:
            return
        self._for = live.setting.position_v
        self._thinking = asyncio.create_task(self._think(), name=f"bot at {live.setting.code}")

    async def _think(self) -> None:
        """Decide, wait until it looks like thinking where somebody looks, then act in the same position."""
        live, settings = self._live, self._live.services.settings
        match, version = live.setting.match, self._for
        assert match is not None
        seat = match.turn
        level = live.setting.seats[seat].level or DEFAULT_LEVEL
        question = question_of(match, level, settings.budget_ms, seed=settings.seed)
        pause = 0.0 if is_unseen(match) else random.uniform(*settings.thinking)
        thought = decide(live.services.brains, question, settings.patience)
        action, _ = await asyncio.gather(thought, asyncio.sleep(pause))

        async def act() -> None:
            by = self._by() if live.setting.playing else "person"
            if live.setting.position_v == version and by != "person":
                await live.play(log.Acted(seat=seat, action=action, by=by))

        live.post(act)


def is_unseen(match: Match) -> bool:
    """Whether nobody sees what is chosen now: a bot that seems to think about that only makes people wait."""
    unnoticed = match.game.rulebook.unnoticed
    return bool(unnoticed) and match.state.phase in unnoticed
