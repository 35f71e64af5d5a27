"""Hints and win chances, within a budget and fair: only what the asking seat may know goes in.

A reason is an id of the word list: wins_now, captures, gets_closer, stays_safe, escapes, collects, best_chance,
only_move, remembers, each with `reason_` before it.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hatbox.bots import Budget, Seen, own_part, seen_by
from hatbox.bots.levels import wins_at_once
from hatbox.bots.players import NODES, Candidate, GreedyBot, SearchBot, Thinker
from hatbox.engine import entries
from hatbox.errors import HatboxError
from hatbox.match.match import Match

SURE = 1.96  # standard deviations of a 95 % interval
BEST = 3  # moves of a hint
ENOUGH = 8  # visits of a node whose actions have been tried
LONGEST_TURN = 8  # actions that are played on to see what a move is good for


@dataclass(frozen=True)
class Hint:
    """A good move: how likely it wins for the seat, within which margin, and why."""

    action: int
    text: str
    chance: float
    margin: float
    reason: str


@dataclass(frozen=True)
class Odds:
    """How likely each seat wins, and within which margin (95 %); a team's seats win together."""

    chances: list[float]
    margins: list[float]


def sides_of(match: Match) -> int:
    """How many sides play against each other: two teams, or every seat for itself."""
    sides = own_part(match.game, "sides")
    return int(sides(match.game.players, match.game.options)) if sides else match.game.players


def chance_of(value: float, sides: int) -> float:
    """A value (a lone winner gets 1, all together 0) as the chance to win."""
    return min(1.0, max(0.0, (value * (sides - 1) + 1) / sides))


def margin_of(value: float, visits: float, sides: int) -> float:
    """At most so far from the truth, as far as chance goes; values lie between -1 and 1.

    A few equal results do not make sure: two more visits without a result are reckoned with.
    """
    if visits < 1:
        return 1.0
    mean = value * visits / (visits + 2)
    return min(1.0, SURE * math.sqrt((1 - mean * mean) / visits) * (sides - 1) / sides)


def hints(match: Match, seat: int, budget: Budget) -> list[Hint]:
    """The best moves of the seat that must act, the best first."""
    if match.over or match.turn != seat:
        raise HatboxError("A hint is for the seat that must act.")
    started = time.perf_counter()
    seen, moves = seen_by(match, seat, budget.seed), match.legal
    if len(moves) == 1:
        value = odds(match, seat, budget)
        return [_hint(match, moves[0], value.chances[seat], value.margins[seat], "reason_only_move")]
    sure = wins_at_once(seen, moves, budget.seed)
    known = [Candidate(action, 1.0, 1) for action in sure] or _exact(seen, moves)
    found = known or _ranked(seen, moves, budget.since(started))
    sides = sides_of(match)
    return [
        _hint(
            match,
            one.action,
            chance_of(one.value, sides),
            0.0 if known else margin_of(one.value, one.visits, sides),
            "reason_wins_now" if sure else reason_for(seen, one.action, budget.seed),
        )
        for one in found[:BEST]
    ]


def _exact(seen: Seen, moves: list[int]) -> list[Candidate]:
    """All moves with their exact values, the best first, where the game's bot.py knows them; else nothing."""
    tell = own_part(seen.game, "exact_values")
    values: list[float] = (tell(seen, moves) if tell else None) or []
    found = [Candidate(move, value, 1) for move, value in zip(moves, values, strict=False)]
    return sorted(found, key=lambda one: -one.value)


def _ranked(seen: Seen, moves: list[int], budget: Budget) -> list[Candidate]:
    """What the search thinks, the most looked-at first; moves it hardly looked at are no hints."""
    found = sorted(SearchBot().rank(seen, moves, budget), key=lambda one: -one.visits)
    return [one for one in found if one.visits * 10 >= found[0].visits]


def _hint(match: Match, action: int, chance: float, margin: float, reason: str) -> Hint:
    text = match.game.rulebook.notation.move_text(match.state, action)
    return Hint(action, text, round(chance, 3), round(margin, 3), reason)


def reason_for(seen: Seen, action: int, seed: int) -> str:
    """What a move is good for at the end of the turn; the game's bot.py tells, in `reason`."""
    why = own_part(seen.game, "reason")
    if why is None:
        return "reason_best_chance"
    before = seen.game.snapshot(seen.states)
    return f"reason_{why(before, action, _turn_played(seen, action, seed), seen.seat)}"


def _turn_played(seen: Seen, action: int, seed: int) -> Any:
    """The state after the turn that a move begins, played on greedily in one of the seat's worlds."""
    states, buffer = seen.states.copy(), seen.game.buffer()
    for _ in range(LONGEST_TURN):
        count = entries.step(states, 0, action, buffer)
        if count == 0 or int(states[0]["turn"]) != seen.seat:
            break
        moves = buffer[:count].tolist()
        action = GreedyBot(1).choose(replace(seen, states=states), moves, Budget(seed=seed))
    return seen.game.snapshot(states)


def odds(match: Match, seat: int, budget: Budget) -> Odds:
    """The win chances of all seats as far as one seat (-1: a spectator) can know."""
    players, sides = match.game.players, sides_of(match)
    if match.over:
        return Odds([float(value > 0) for value in match.returns], [0.0] * players)
    seen = Seen(match.game, seat, match.guess(seat, budget.seed))
    thinker = Thinker(seen, NODES, budget.seed, 0, {"bias": 0.0})
    if budget.iterations:
        thinker.run(budget.iterations)
    else:
        thinker.until(time.perf_counter() + budget.milliseconds / 1000, 0)
    found = (
        first_values(thinker.tree, players).reshape(3, -1, sides).sum(axis=1)
    )  # every other seat is a team
    chances, margins = shared_out(*found)
    return Odds(
        [round(float(chances[seat % sides]), 3) for seat in range(players)],
        [round(float(margins[seat % sides]), 3) for seat in range(players)],
    )


def shared_out(totals: Any, weights: Any, spread: Any) -> tuple[Any, Any]:
    """Chances and margins of the sides from what was found for each, a side that never moved being unknown.

    The chances make 1, so what is missing or too much is put down to those that are least sure, and nobody is less
    sure than all others together.
    """
    sides, seen = len(totals), weights > 0
    values = totals / np.where(seen, weights, 1.0)
    visits = weights * weights / np.where(seen, spread, 1.0)
    pairs = list(zip(values.tolist(), visits.tolist(), strict=True))
    looked = np.array([chance_of(value, sides) for value, _ in pairs])
    margins = np.array([margin_of(value, number, sides) for value, number in pairs])
    unsure = margins * margins
    part = unsure / unsure.sum()
    chances = np.maximum(0.0, looked + (1.0 - looked.sum()) * part)
    return chances / chances.sum(), np.sqrt(unsure * (1.0 - part))


def first_values(tree: Any, players: int) -> Any:
    """For every seat what its first turn leads to if everybody does what was looked at most.

    What chance shows is averaged; within a turn only the last choice counts, since trying others is not playing them.
    Three rows: values times weights, weights, and weights² by visits, which is how much such a sum varies.
    """
    found = np.zeros((3, players))
    waiting = [(at, 0, weight) for at, weight in _lines(tree, 0, float(tree[0]["visits"]))]
    while waiting:
        at, moved, weight = waiting.pop()
        seat, lines = int(tree[at]["seat"]), _lines(tree, at, weight)
        goes_on = tree[at]["visits"] >= ENOUGH and all(tree[child]["seat"] == seat for child, _ in lines)
        if not moved >> seat & 1 and not (lines and goes_on):
            visits = max(1, int(tree[at]["visits"]))
            found[:, seat] += weight * float(tree[at]["total"]) / visits, weight, weight * weight / visits
            moved |= 1 << seat
        if moved != (1 << players) - 1:
            waiting += [(child, moved, part) for child, part in lines]
    return found


def _lines(tree: Any, node: int, weight: float) -> list[tuple[int, float]]:
    """For everything that chance may show at a node the most looked-at action, with its part of the weight."""
    best: dict[int, int] = {}
    seen: dict[int, int] = {}
    for at in _siblings(tree, int(tree[node]["child"])):
        shown, visits = int(tree[at]["glimpse"]), int(tree[at]["visits"])
        seen[shown] = seen.get(shown, 0) + visits
        if shown not in best or visits > int(tree[best[shown]]["visits"]):
            best[shown] = at
    return [(best[shown], weight * seen[shown] / sum(seen.values())) for shown in best]


def _siblings(tree: Any, at: int) -> Iterator[int]:
    """A node and all that follow it."""
    while at >= 0:
        yield at
        at = int(tree[at]["sibling"])
