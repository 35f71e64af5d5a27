"""Hints and win chances, within a budget and fair: they use only what the asking seat may know.

They are computed in compiled code (judgement.py), the same for browsers. What a move does is given as facts,
see `engine/facts.py`.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hatbox.bots import Budget, Seen, seen_by
from hatbox.bots.exact import NOTHING as NOTHING_SOLVED
from hatbox.bots.exact import table_for
from hatbox.bots.judgement import BEST, HINT, NOTHING, SENTENCES, advise, explain, judge, rank
from hatbox.bots.judgement import sides_of as _sides_of
from hatbox.bots.levels import Workplace
from hatbox.bots.players import NODES, Thinker
from hatbox.bots.turns import PAD, SEATS
from hatbox.engine.facts import NOTES, ROW, Said
from hatbox.engine.record import Tensor
from hatbox.errors import HatboxError
from hatbox.match.match import Match

UNBIASED = {"bias": 0.0}  # for chances: no move is tried because it looks good


@dataclass(frozen=True)
class Hint:
    """A good move: how likely it wins for the seat, with its margin, and what it does."""

    action: int
    text: str
    chance: float
    margin: float
    facts: list[Said]


@dataclass(frozen=True)
class Odds:
    """How likely each seat wins, with its margin (95 %); a team's seats win together."""

    chances: list[float]
    margins: list[float]


def sides_of(match: Match) -> int:
    """Return how many sides play against each other: two teams, or every seat for itself."""
    return int(_sides_of(match.now.states))


def hints(match: Match, seat: int, budget: Budget) -> list[Hint]:
    """Return the best moves of the seat that must act, the best first, with what they do."""
    return advised(match, seat, budget)[0]


def advised(
    match: Match, seat: int, budget: Budget, played: int | None = None
) -> tuple[list[Hint], dict[int, list[Said]]]:
    """Return the best moves and what they do; with a played move, what it and the best one do, compared."""
    if match.over or match.turn != seat:
        raise HatboxError("Only the seat that must act can get a hint.")
    started = time.perf_counter()
    seen, found = seen_by(match, seat, budget.seed), np.zeros(BEST, HINT)
    work, table = Workplace(seen), table_for(match.game, seen.states, wait=False)
    thinker = Thinker(seen, NODES, budget.seed, 0, {})
    if len(match.legal) == 1:
        value = odds(match, seat, budget)
        found[0] = (value.chances[seat], value.margins[seat], match.legal[0], 0)
        count = 1
    else:
        count = _best(work, seat, budget, table, thinker, found)
    if not count:
        thinker.spend(budget.since(started))
        count = _best(work, seat, budget, table, thinker, found, searched=True)
    actions = found["action"][:count].tolist()
    asked = actions if played is None else list(dict.fromkeys((actions[0], played)))
    facts = dict(zip(asked, facts_of(seen, asked, budget.seed, table, thinker), strict=True))
    text = match.game.rulebook.notation.move_text
    rows = [(int(one["action"]), float(one["chance"]), float(one["margin"])) for one in found[:count]]
    best = [Hint(a, text(match.state, a), chance, margin, facts.get(a, [])) for a, chance, margin in rows]
    return best, facts


def _best(
    work: Workplace,
    seat: int,
    budget: Budget,
    table: Tensor,
    thinker: Thinker,
    found: "np.ndarray[Any, Any]",
    searched: bool = False,
) -> int:
    """Write the best moves and return their number; 0: the search is needed."""
    return advise(
        work.root,
        seat,
        np.uint64(budget.seed),
        table,
        thinker.tree,
        searched,
        work.boards,
        work.acts,
        work.marks,
        work.moves,
        work.pad,
        found,
    )


def ranked(seen: Seen, budget: Budget) -> list[tuple[int, float]]:
    """Return all moves of the seat that must act with their chances, as far as the search tells."""
    work, thinker = Workplace(seen), Thinker(seen, NODES, budget.seed, 0, {})
    thinker.spend(budget)
    found = np.zeros(len(work.moves), HINT)
    count = rank(work.root, thinker.tree, work.moves, work.pad, found)
    return [(int(one["action"]), float(one["chance"])) for one in found[:count]]


def facts_of(
    seen: Seen,
    actions: Sequence[int],
    seed: int,
    table: Tensor = NOTHING_SOLVED,
    thinker: Thinker | None = None,
) -> list[list[Said]]:
    """Return what some moves do, the best one first: what distinguishes them comes first.

    Turns of several choices continue as in the exact table or the search, if there is one.
    """
    work, wanted = Workplace(seen), np.array(actions, np.int32)
    tree = (thinker or Thinker(seen, 1, seed, 0, {})).tree
    told = np.zeros(len(actions) * SENTENCES * ROW, np.int32)
    explain(
        work.root,
        seen.seat,
        np.uint64(seed),
        wanted,
        table,
        tree,
        work.boards,
        work.acts,
        work.moves,
        work.pad,
        np.zeros(len(actions), NOTES),
        told,
    )
    read, rows = seen.game.rulebook.facts.read, told.reshape(len(actions), SENTENCES, ROW).tolist()
    return [[read(*row) for row in rows_of_one if row[0] != NOTHING] for rows_of_one in rows]


def odds(match: Match, seat: int, budget: Budget) -> Odds:
    """Return the win chances of all seats as far as one seat (-1: a spectator) can know."""
    players = match.game.players
    if match.over:
        return Odds([float(value > 0) for value in match.returns], [0.0] * players)
    seen = Seen(match.game, seat, match.guess(seat, budget.seed))
    thinker = Thinker(seen, NODES, budget.seed, 0, UNBIASED)
    thinker.spend(budget)
    chances, margins = np.zeros(SEATS), np.zeros(SEATS)
    judge(seen.states, thinker.tree, np.zeros(1, PAD), chances, margins)
    return Odds(chances[:players].tolist(), margins[:players].tolist())
