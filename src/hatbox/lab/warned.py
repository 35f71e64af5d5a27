"""A weaker player who is warned before mistakes: measures what warnings are worth."""

from dataclasses import dataclass, field, replace

import numpy as np

from hatbox.bots import Bot, Budget, Seen
from hatbox.bots.exact import table_for, worths_of
from hatbox.bots.judgement import BEST, HINT, advise, chance_of, rank
from hatbox.bots.levels import Workplace
from hatbox.bots.players import NODES, Thinker

EVERY = 0.0  # a warning before every move that is not the adviser's own


@dataclass
class WarnedBot:
    """Plays like `own`, but plays the adviser's move whenever a warning comes.

    A warning comes before a move that gives away at least `least`, as the adviser judges it by what the seat may know;
    a single legal move is not a decision.
    """

    own: Bot
    least: float  # fraction of a win, or EVERY
    iterations: int  # of the adviser
    warnings: int = field(default=0, init=False)

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Its own move, or the better one that a warning names."""
        if len(moves) == 1:
            return moves[0]
        own = self.own.choose(seen, moves, budget)
        best, lost = given_away(seen, own, replace(budget, iterations=self.iterations))
        if own == best or lost < self.least:
            return own
        self.warnings += 1
        return best


def given_away(seen: Seen, action: int, budget: Budget) -> tuple[int, float]:
    """The best move and how much less a move wins, like the table's advice but with one search for all moves."""
    work, thinker = Workplace(seen), Thinker(seen, NODES, budget.seed, 0, {})
    hints = _hints(seen, work, thinker, budget, searched=False)
    exact = dict(exact_chances(seen, [action])) if hints else {}
    if action not in hints and not exact:
        thinker.spend(budget)
        hints = hints or _hints(seen, work, thinker, budget, searched=True)
    best, worst = next(iter(hints)), list(hints.values())[-1]
    if action not in hints:
        hints[action] = min(worst, (exact or _ranked(work, thinker)).get(action, worst))
    return best, max(0.0, hints[best] - hints[action])


def exact_chances(seen: Seen, moves: list[int]) -> list[tuple[int, float]]:
    """Moves of a two-player game with their exact chances; nothing if exact play is unknown, or not ready yet."""
    if seen.game.players != 2 or not len(table_for(seen.game, seen.states, wait=False)):
        return []
    worths = worths_of(seen.game, seen.states, seen.seat, moves)
    return [(action, round(chance_of(worth, 2), 3)) for action, worth in zip(moves, worths, strict=True)]


def _hints(seen: Seen, work: Workplace, thinker: Thinker, budget: Budget, searched: bool) -> dict[int, float]:
    """The best moves with their chances, best first; none if they depend on a search that has not run yet."""
    found = np.zeros(BEST, HINT)
    count = advise(
        work.root,
        seen.seat,
        np.uint64(budget.seed),
        table_for(seen.game, seen.states, wait=bool(budget.iterations)),
        thinker.tree,
        searched,
        work.boards,
        work.acts,
        work.marks,
        work.moves,
        work.pad,
        found,
    )
    return {int(one["action"]): float(one["chance"]) for one in found[:count]}


def _ranked(work: Workplace, thinker: Thinker) -> dict[int, float]:
    """The moves that the search has explored, with its chances for them."""
    found = np.zeros(len(work.moves), HINT)
    count = rank(work.root, thinker.tree, work.moves, work.pad, found)
    return {int(one["action"]): float(one["chance"]) for one in found[:count]}
