"""What the moves of a position are worth to the seat that must act, from what that seat may know.

The one place where the table asks the bots for hints.
"""

import math
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec

import msgspec

from hatbox.bots import Budget, Seen
from hatbox.bots.players import SearchBot
from hatbox.match import Match

BEST = 3
HINTS = "hatbox.bots.advice"
GENERIC = "reason_best_chance"
ONLY = "reason_only_move"


class AdvisedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move, its chance to win, and why as a key of the word list."""

    action: int
    chance: float
    reason: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """All moves that were looked at, best first, and the chances of all seats."""

    moves: list[AdvisedMove]
    chances: list[float]
    margin: float


def advise(seen: Seen, moves: list[int], budget: Budget) -> Advice:
    """Rank all moves in worlds that the seat cannot tell apart; the best ones with their reasons."""
    if find_spec(HINTS) is None:
        return plain_advice(seen, moves, budget)
    theirs, match = import_module(HINTS), Match.at(seen.game, seen.states)
    third = replace(budget, milliseconds=max(1, budget.milliseconds // 3))
    best = theirs.hints(match, seen.seat, third)
    odds = theirs.odds(match, seen.seat, third)
    sides, known = theirs.sides_of(match), {one.action for one in best}
    advised = [AdvisedMove(action=one.action, chance=one.chance, reason=one.reason) for one in best]
    others = [
        (min(best[-1].chance, theirs.chance_of(one.value, sides)), one.action)
        for one in (SearchBot().rank(seen, moves, third) if len(moves) > len(best) else [])
        if one.action not in known
    ]
    advised += [
        AdvisedMove(action=action, chance=round(chance, 4), reason=GENERIC)
        for chance, action in sorted(others, reverse=True)
    ]
    return Advice(moves=advised, chances=list(odds.chances), margin=float(max(odds.margins)))


def plain_advice(seen: Seen, moves: list[int], budget: Budget) -> Advice:
    """The same from the search alone."""
    found = SearchBot().rank(seen, moves, budget)
    ranked = sorted(found, key=lambda candidate: -candidate.visits)
    if not ranked:
        raise ValueError("the search found nothing")
    players = seen.game.players
    reason = ONLY if len(moves) == 1 else GENERIC
    advised = [
        AdvisedMove(action=one.action, chance=_chance(one.value, players), reason=reason) for one in ranked
    ]
    others = (1 - advised[0].chance) / (players - 1)
    chances = [advised[0].chance if seat == seen.seat else others for seat in range(players)]
    margin = 1 / math.sqrt(sum(one.visits for one in ranked))
    return Advice(moves=advised, chances=chances, margin=round(margin, 4))


def _chance(value: float, players: int) -> float:
    """A win is worth 1 and a loss the same for all losers together, so that a value tells the chance."""
    return round(min(1.0, max(0.0, (value * (players - 1) + 1) / players)), 4)
