"""The bots of one table: whose turn it is, how long they seem to think, and their moves."""

import asyncio
import random
from typing import TYPE_CHECKING

from hatbox.match.match import Match
from hatbox.table.tables import journal
from hatbox.table.thinking.workers import decide, question_of
from hatbox.table.wire.types import DEFAULT_LEVEL

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


class BotTurns:
    """Lets bots act while anyone is at the table."""

    def __init__(self, table: "OpenTable") -> None:
        """Watch the table."""
        self._table = table
        self._thinking: asyncio.Task[None] | None = None
        self._for = 0  # the version of the position a bot is thinking about

    def _by(self) -> journal.By:
        """Return who acts now: a person, a bot, or a bot for an absent person."""
        state = self._table.state
        assert state.match is not None
        turn, warm = state.match.turn, self._table.presence.warm
        seat = state.seats[turn]
        if seat.kind == "bot":
            return "bot"
        late = self._table.days.is_late
        return "warm" if seat.guest in warm or state.by_bot(turn) or late else "person"

    def look(self) -> None:
        """Start thinking on a bot's turn, if people are watching or will come back over days."""
        table, state = self._table, self._table.state
        awaited = table.audience.connections or (state.made.pace and state.people)
        if not awaited or not state.playing or state.paused or self._by() == "person":
            return
        if self._thinking is not None and not self._thinking.done() and self._for == state.position_v:
            return
        self._for = state.position_v
        self._thinking = asyncio.create_task(self._think(), name=f"bot at {state.code}")

    async def _think(self) -> None:
        """Decide, wait until it looks like thinking if anyone is watching, then act in the same position."""
        table, config = self._table, self._table.services.config
        match, version = table.state.match, self._for
        assert match is not None
        seat = match.turn
        level = table.state.seats[seat].level or DEFAULT_LEVEL
        question = question_of(match, level, config.budget_ms, "move", config.seed, table.audience.asker())
        pause = (
            0.0
            if is_unseen(match) or are_out(match, table.state.people)
            else random.uniform(*config.thinking)
        )
        thought = decide(table.services.thinkers, question, config.patience)
        (action, chosen), _ = await asyncio.gather(thought, asyncio.sleep(pause))
        table.post(self._act(version, seat, action, chosen))

    async def _act(self, version: int, seat: int, action: int, chosen: bool) -> None:
        """Move, if the position is unchanged and it is still a bot's turn."""
        state = self._table.state
        by = self._by() if state.playing and not state.paused else "person"
        if state.position_v == version and by != "person":
            await self._table.commit(journal.Acted(seat=seat, action=action, by=by, at_random=not chosen))


def is_unseen(match: Match) -> bool:
    """Whether the choice is hidden: a bot that seems to think about it only makes people wait."""
    unnoticed = match.game.rulebook.unnoticed
    return bool(unnoticed) and match.state.phase in unnoticed


def are_out(match: Match, people: list[int]) -> bool:
    """Whether no person takes part until the next round: nobody wants to watch bots think."""
    sits_out = match.game.rulebook.sits_out
    return bool(sits_out and people) and set(people) <= set(getattr(match.view(), sits_out))
