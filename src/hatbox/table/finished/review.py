"""Reviews of finished games: the value of each decision from what the mover knew, computed step by step.

Luck and skill come first and take seconds. Then every decision gets a short search, and the moments that seem
to matter most get a long one.
"""

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

import msgspec

from hatbox.match.match import Match, Played
from hatbox.table.commands.hints import LEVEL, advice_for
from hatbox.table.finished.account import account_of
from hatbox.table.finished.messages import Account, Progress, Review, Reviewed
from hatbox.table.thinking.fair_turns import Asker
from hatbox.table.thinking.process import Question
from hatbox.table.thinking.workers import Thinkers, question_of
from hatbox.table.wire.problems import Refused, TooFast

LOG = logging.getLogger("hatbox.table.reviews")
MOST_KEPT, MOST_RUNNING = 64, 16
MOST_OF_ONE = 3  # running at once for one address
PATIENCE = 300.0  # seconds for one decision: live tables think first
QUICKER, LONGER = 4, 2  # the first search takes this fraction of the usual time, the second this multiple
MOMENTS = 16  # that are searched twice
LONGEST = 1500  # decisions that are reviewed; a random game may have more


class _Decision(NamedTuple):
    """What the mover knew, what was played, and all moves as text."""

    question: Question
    played: Played
    texts: dict[int, str]


class _Work:
    """One review in progress."""

    def __init__(self, total: int, asker: Asker) -> None:
        self.done, self.total, self.asker = 0, total, asker
        self.plies: list[Reviewed] = []
        self.account: Account | None = None
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """Reviews games decision by decision, each in its turn, so that bots at live tables hardly wait."""

    def __init__(self, thinkers: Thinkers, milliseconds: int) -> None:
        """Start without reviews."""
        self._thinkers, self._ms = thinkers, milliseconds
        self._works: OrderedDict[str, _Work] = OrderedDict()

    def of(self, id: str, match: Match, asker: Asker) -> Review | Progress:
        """Return the review of a finished game, or its progress; the first request starts it."""
        work = self._works.get(id)
        if work is None or (work.task is not None and work.task.done() and work.done < work.total):
            work = self._begin(id, match, asker)
        self._works.move_to_end(id)
        if work.done < work.total:
            return Progress(done=work.done, total=work.total, plies=work.plies, account=work.account)
        return Review(plies=work.plies, account=work.account)

    def _begin(self, id: str, match: Match, asker: Asker) -> _Work:
        running = [work.asker for work in self._works.values() if work.done < work.total]
        own = sum(one.address == asker.address for one in running)
        if len(running) >= MOST_RUNNING or own >= MOST_OF_ONE:
            raise TooFast("You have too many reviews running. Please try again in a while.", "too_many")
        work = self._works[id] = _Work(2 * match.ply + 1 + MOMENTS, asker)
        work.task = asyncio.create_task(self._run(work, match), name=f"review {id}")
        while len(self._works) > MOST_KEPT:
            self._works.popitem(last=False)
        return work

    async def _run(self, work: _Work, match: Match) -> None:
        """Make the account and review every decision; without advice it stops and can be requested again."""

        def advance(positions: int) -> None:
            work.done += positions

        work.account = await account_of(self._thinkers, match, work.asker, advance)
        work.done = match.ply + 1
        asked: list[_Decision] = []
        steps = match.walk()
        position, _ = await asyncio.to_thread(next, steps)
        try:
            for _ in range(match.ply):
                question = self._question(position, work.asker) if len(position.legal) > 1 else None
                texts = {move.action: move.text for move in position.moves} if question else {}
                position, played = await asyncio.to_thread(next, steps)
                if question and played and len(work.plies) < LONGEST:
                    asked.append(_Decision(question, played, texts))
                    work.plies.append(await self._reviewed(asked[-1]))
                work.done += 1
            await self._look_again(work, asked)
        except Refused:
            return
        work.done = work.total

    async def _look_again(self, work: _Work, asked: list[_Decision]) -> None:
        """Search the moments longer in which most seems to have been given away."""
        for number in sorted(range(len(asked)), key=lambda one: -work.plies[one].lost)[:MOMENTS]:
            if work.plies[number].lost > 0:
                question, played, texts = asked[number]
                longer = msgspec.structs.replace(question, milliseconds=LONGER * self._ms)
                work.plies[number] = await self._reviewed(_Decision(longer, played, texts))
            work.done += 1

    def _question(self, position: Match, asker: Asker) -> Question:
        return question_of(position, LEVEL, max(1, self._ms // QUICKER), "review", asker=asker)

    async def _reviewed(self, decision: _Decision) -> Reviewed:
        """Return one decision compared with the best one."""
        question, played, texts = decision
        action = played.move.action
        asked = msgspec.structs.replace(question, played=action)
        advice = await advice_for(self._thinkers, asked, PATIENCE)
        best = advice.moves[0]
        chances = {one.action: one.chance for one in advice.moves}
        facts = {one.action: one.facts for one in advice.moves}
        return Reviewed(
            ply=played.ply,
            seat=played.seat,
            action=action,
            text=played.move.text,
            chances=advice.chances,
            margin=advice.margin,
            best=best.action,
            best_text=texts.get(best.action, ""),
            lost=round(max(0.0, best.chance - chances.get(action, best.chance)), 4),
            does=facts.get(action, []),
            best_does=best.facts,
        )

    async def close(self) -> None:
        """Stop all reviews."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
