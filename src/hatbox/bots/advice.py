"""Hints and win chances, within a budget and fair: only what the asking seat may know goes in.

What they say is compiled (judgement.py), the same for browsers. A reason is a key of the word list, see
`engine/purposes.py`.
"""

import time
from dataclasses import dataclass

import numpy as np

from hatbox.bots import Budget, Seen, seen_by
from hatbox.bots.exact import table_for
from hatbox.bots.judgement import BEST, HINT, advise, judge, rank
from hatbox.bots.judgement import sides_of as _sides_of
from hatbox.bots.levels import Workplace
from hatbox.bots.players import NODES, Thinker
from hatbox.bots.turns import PAD, SEATS
from hatbox.engine.purposes import ONLY_MOVE, PURPOSES
from hatbox.errors import HatboxError
from hatbox.match.match import Match

UNBIASED = {"bias": 0.0}  # how the search looks for chances: no move is tried because it looks good


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
    return int(_sides_of(match.now.states))


def hints(match: Match, seat: int, budget: Budget) -> list[Hint]:
    """The best moves of the seat that must act, the best first."""
    if match.over or match.turn != seat:
        raise HatboxError("A hint is for the seat that must act.")
    started = time.perf_counter()
    if len(match.legal) == 1:
        value = odds(match, seat, budget)
        return [_hint(match, match.legal[0], value.chances[seat], value.margins[seat], ONLY_MOVE)]
    seen, found = seen_by(match, seat, budget.seed), np.zeros(BEST, HINT)
    work, table = Workplace(seen), table_for(match.game, seen.states, wait=False)
    thinker = Thinker(seen, NODES, budget.seed, 0, {})

    def ask(searched: bool) -> int:
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

    count = ask(searched=False)
    if not count:
        thinker.spend(budget.since(started))
        count = ask(searched=True)
    return [_hint(match, *(one[name] for name in WRITTEN)) for one in found[:count]]


def ranked(seen: Seen, budget: Budget) -> list[tuple[int, float]]:
    """All moves of the seat that must act with their chances, as far as the search tells."""
    work, thinker = Workplace(seen), Thinker(seen, NODES, budget.seed, 0, {})
    thinker.spend(budget)
    found = np.zeros(len(work.moves), HINT)
    count = rank(work.root, thinker.tree, work.moves, work.pad, found)
    return [(int(one["action"]), float(one["chance"])) for one in found[:count]]


WRITTEN = ("action", "chance", "margin", "purpose")


def _hint(match: Match, action: int, chance: float, margin: float, purpose: int) -> Hint:
    text = match.game.rulebook.notation.move_text(match.state, int(action))
    return Hint(int(action), text, float(chance), float(margin), PURPOSES[purpose])


def odds(match: Match, seat: int, budget: Budget) -> Odds:
    """The win chances of all seats as far as one seat (-1: a spectator) can know."""
    players = match.game.players
    if match.over:
        return Odds([float(value > 0) for value in match.returns], [0.0] * players)
    seen = Seen(match.game, seat, match.guess(seat, budget.seed))
    thinker = Thinker(seen, NODES, budget.seed, 0, UNBIASED)
    thinker.spend(budget)
    chances, margins = np.zeros(SEATS), np.zeros(SEATS)
    judge(seen.states, thinker.tree, np.zeros(1, PAD), chances, margins)
    return Odds(chances[:players].tolist(), margins[:players].tolist())
