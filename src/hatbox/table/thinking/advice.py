"""What the moves of a position are worth to the seat that must act, from what that seat may know.

The only place where the table asks the bots for hints.
"""

from dataclasses import replace

import msgspec

from hatbox.bots import Budget, Seen
from hatbox.bots.advice import advised, facts_of, odds, ranked
from hatbox.engine.facts import Said
from hatbox.lab.warned import exact_chances
from hatbox.match.match import Match

BEST = 3


class AdvisedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move, its chance to win, and what it does if that was requested."""

    action: int
    chance: float
    facts: list[Said] = []


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """All moves that were searched, best first, and the chances of all seats."""

    moves: list[AdvisedMove]
    chances: list[float]
    margin: float


def advise(seen: Seen, moves: list[int], budget: Budget, played: int | None = None) -> Advice:
    """Rank all moves in worlds that the seat cannot tell apart; the best ones with what they do.

    A review compares the best one with the one that was played.
    """
    match = Match.at(seen.game, seen.states)
    third = replace(budget, milliseconds=max(1, budget.milliseconds // 3))
    best, facts = advised(match, seen.seat, third, played)
    chances = odds(match, seen.seat, third)
    known = [AdvisedMove(action=one.action, chance=one.chance) for one in best]
    known += _others(seen, moves, third, known)
    if played is None:
        facts = _facts_of_first(seen, known, budget.seed) | facts
    told = [msgspec.structs.replace(one, facts=facts.get(one.action, [])) for one in known]
    return Advice(moves=told, chances=list(chances.chances), margin=float(max(chances.margins)))


def lost_by(advice: Advice, action: int) -> float:
    """Return how much less a move wins than the best; one never searched is no better than a hint."""
    best, worst = advice.moves[0], advice.moves[:BEST][-1]
    chance = next((one.chance for one in advice.moves if one.action == action), worst.chance)
    return max(0.0, best.chance - chance)


def _facts_of_first(seen: Seen, known: list[AdvisedMove], seed: int) -> dict[int, list[Said]]:
    """Return what the shown moves do, including those hardly searched."""
    actions = [one.action for one in known[:BEST]]
    return dict(zip(actions, facts_of(seen, actions, seed), strict=True))


def _others(seen: Seen, moves: list[int], budget: Budget, best: list[AdvisedMove]) -> list[AdvisedMove]:
    """Return the moves that are not hints, for warnings and reviews: never better than the worst hint."""
    known = {one.action for one in best}
    if len(moves) == len(known):
        return []
    chances = exact_chances(seen, moves) or ranked(seen, budget)
    found = [(min(best[-1].chance, chance), action) for action, chance in chances]
    others = sorted((one for one in found if one[1] not in known), reverse=True)
    return [AdvisedMove(action=action, chance=chance) for chance, action in others]
