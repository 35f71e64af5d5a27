"""Luck and skill of a finished game, computed by the bots' workers a few moves at a time between live tables."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import asdict

import numpy as np

from hatbox.bots.account import Account as Found
from hatbox.bots.account import Appraised, added_up, seed_of
from hatbox.bots.appraisal import ONLY_VALUE
from hatbox.match.match import Match
from hatbox.table.finished.messages import Account, AccountStep, SeatAccount
from hatbox.table.thinking.fair_turns import Asker
from hatbox.table.thinking.process import Question
from hatbox.table.thinking.workers import Thinkers

LOG = logging.getLogger("hatbox.table.accounts")
TOGETHER = 8  # moves per question: a fraction of a second
PATIENCE = 300.0  # seconds for one question: live tables think first
DIGITS = 6  # of what one move changed; sums stay exact


async def account_of(
    thinkers: Thinkers, match: Match, asker: Asker, done: Callable[[int], object]
) -> Account | None:
    """Return the account, or None if no worker can make it; `done` is called every few positions."""
    try:
        async with asyncio.timeout(PATIENCE):
            start = (await thinkers.appraise(_question(match, b"", [], 0, asker)))[0][0]
        moves: list[Appraised] = []
        states, actions = match.past(match.ply)
        data = states.tobytes() + match.now.data
        size, wanted = states.itemsize, [*actions.tolist(), ONLY_VALUE]
        for ply in range(0, len(wanted), TOGETHER):
            part = data[ply * size : (ply + TOGETHER) * size]
            question = _question(match, part, wanted[ply : ply + TOGETHER], ply, asker)
            async with asyncio.timeout(PATIENCE):
                found = await thinkers.appraise(question)
            moves += [Appraised(ONLY_VALUE, np.array(parts)) for parts in found]
            done(len(found))
    except Exception as error:
        LOG.warning("no account for %s: %s", match.game.slug, error or type(error).__name__)
        return None
    movers = [match.seat_at(ply) for ply in range(match.ply)]
    return _told(added_up(np.array(start), moves, movers))


def _question(match: Match, states: bytes, actions: list[int], ply: int, asker: Asker) -> Question:
    """Some true positions of a finished game and what was played there."""
    options = {k: list(v) if isinstance(v, tuple) else v for k, v in match.game.options.items()}
    return Question(
        game=match.game.slug,
        players=match.game.players,
        options=options,
        seat=0,
        level="",
        states=states,
        moves=actions,
        milliseconds=0,
        seed=seed_of(match),
        wish="account",
        ply=ply,
        asker=asker,
    )


def _told(found: Found) -> Account:
    """Return an account as the table sends it."""
    steps = [
        AccountStep(
            ply=step.ply,
            seat=step.seat,
            value=_rounded(step.value),
            chance=_rounded(step.chance),
            hidden=_rounded(step.hidden),
            decision=_rounded(step.decision),
            further=_rounded(step.further),
        )
        for step in found.steps
    ]
    seats = [SeatAccount(**asdict(seat)) for seat in found.seats]
    return Account(seats=seats, set_up=found.set_up, steps=steps)


def _rounded(numbers: list[float]) -> list[float]:
    return [round(number, DIGITS) for number in numbers]
