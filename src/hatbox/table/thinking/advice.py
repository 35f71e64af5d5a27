"""What the moves of a position are worth to the seat that must act, from what that seat may know.

The one place where the table asks the bots for hints.
"""

from dataclasses import replace

import msgspec

from hatbox.bots import Budget, Seen
from hatbox.bots.advice import hints, odds, ranked
from hatbox.engine.purposes import BEST_CHANCE, PURPOSES
from hatbox.match.match import Match

BEST = 3
GENERIC = PURPOSES[BEST_CHANCE]


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
    advised += _others(seen, len(moves), third, advised)
    return Advice(moves=advised, chances=list(chances.chances), margin=float(max(chances.margins)))


def _others(seen: Seen, count: int, budget: Budget, best: list[AdvisedMove]) -> list[AdvisedMove]:
    """The moves that are no hint, for reviews: never better than the worst hint."""
    known = {one.action for one in best}
    if count == len(known):
        return []
    found = [(min(best[-1].chance, chance), action) for action, chance in ranked(seen, budget)]
    others = sorted((one for one in found if one[1] not in known), reverse=True)
    return [AdvisedMove(action=action, chance=chance, reason=GENERIC) for chance, action in others]
