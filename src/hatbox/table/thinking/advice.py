"""What the moves of a position are worth to the seat that must act, from what that seat may know.

The one place where the table asks the bots for hints.
"""

from dataclasses import replace

import msgspec

from hatbox.bots import Budget, Seen
from hatbox.bots.advice import chance_of, hints, odds, sides_of
from hatbox.bots.players import SearchBot
from hatbox.match.match import Match

BEST = 3
GENERIC = "reason_best_chance"


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
    match = Match.at(seen.game, seen.states)
    third = replace(budget, milliseconds=max(1, budget.milliseconds // 3))
    best = hints(match, seen.seat, third)
    chances = odds(match, seen.seat, third)
    advised = [AdvisedMove(action=one.action, chance=one.chance, reason=one.reason) for one in best]
    advised += _others(seen, moves, third, advised, sides_of(match))
    return Advice(moves=advised, chances=list(chances.chances), margin=float(max(chances.margins)))


def _others(
    seen: Seen, moves: list[int], budget: Budget, best: list[AdvisedMove], sides: int
) -> list[AdvisedMove]:
    """The moves that are no hint, for reviews: never better than the worst hint."""
    known = {one.action for one in best}
    if len(moves) == len(known):
        return []
    found = [
        (min(best[-1].chance, chance_of(one.value, sides)), one.action)
        for one in SearchBot().rank(seen, moves, budget)
        if one.action not in known
    ]
    ranked = sorted(found, reverse=True)
    return [AdvisedMove(action=action, chance=round(chance, 4), reason=GENERIC) for chance, action in ranked]
