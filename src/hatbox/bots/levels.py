"""Levels with names a family understands: weaker means forgetting more, looking less far, choosing more softly."""

import math
import random
from dataclasses import dataclass, replace

import numpy as np

from hatbox import engine
from hatbox.bots import Budget, Seen
from hatbox.bots.players import Candidate, SearchBot
from hatbox.errors import HatboxError

FAIR_MARGIN = 0.35  # a move that is worse than the best by more than this is never chosen


@dataclass(frozen=True)
class Level:
    """How a level plays: `remembers` is the chance that something seen is still known when it is needed."""

    iterations: int  # at most; the budget's time counts as well
    softness: float  # 0: always the best move found
    remembers: float


LEVELS = {
    "level_1": Level(iterations=30, softness=0.30, remembers=0.3),
    "level_2": Level(iterations=120, softness=0.15, remembers=0.6),
    "level_3": Level(iterations=600, softness=0.07, remembers=0.8),
    "level_4": Level(iterations=3_000, softness=0.02, remembers=0.95),
    "level_5": Level(iterations=0, softness=0.0, remembers=1.0),
}


@dataclass(frozen=True)
class LevelBot:
    """The search, held back: it acts on what it believes, and picks softly among good moves."""

    level: Level

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """A good move for this level."""
        if len(moves) == 1:
            return moves[0]
        dice = random.Random(budget.seed)
        search = SearchBot(most=self.level.iterations)
        found = search.rank(self._believed(seen, dice), moves, self._budget(budget))
        return self._pick(found, dice).action if found else dice.choice(moves)

    def _budget(self, budget: Budget) -> Budget:
        """A budget of iterations is cut to the level's own; a budget of time is kept by the search."""
        return replace(budget, iterations=min(budget.iterations, self.level.iterations or budget.iterations))

    def _believed(self, seen: Seen, dice: random.Random) -> Seen:
        """What the bot thinks it knows: some of what its seat has seen is forgotten and guessed instead."""
        book = seen.game.rulebook
        forget = getattr(book.room("bot"), "forget", None) if book.has_room("bot") else None
        if forget is None or self.level.remembers >= 1.0:
            return seen
        states = seen.states.copy()
        forget(states[0], seen.seat, self.level.remembers, dice)
        engine.redraw(states, 0, seen.seat, np.uint64(dice.getrandbits(60)))
        return replace(seen, states=states)

    def _pick(self, found: list[Candidate], dice: random.Random) -> Candidate:
        """The most looked-at move, or softly one that is nearly as good."""
        if not self.level.softness:
            return max(found, key=lambda one: one.visits)
        best = max(one.value for one in found if one.visits)
        good = [one for one in found if one.visits and one.value >= best - FAIR_MARGIN]
        weights = [math.exp((one.value - best) / self.level.softness) for one in good]
        return dice.choices(good, weights)[0]


def bot_of(level: str) -> LevelBot:
    """The bot of a level."""
    if level not in LEVELS:
        raise HatboxError(f"There is no level {level!r}; the levels are {', '.join(LEVELS)}.")
    return LevelBot(LEVELS[level])
