"""A weaker player who sometimes gets a better one's move: measures what hints are worth."""

import random
from dataclasses import dataclass, field, replace

from hatbox.bots import Bot, Budget, Seen

ALWAYS = -1  # hints
FIRST = 30  # the hints fall among this many first decisions of a game


@dataclass
class HelpedBot:
    """Plays one game like `own`, and like `helper` whenever it takes a hint.

    It takes `hints` hints, at random decisions among its first ones; a single legal move is not a decision.
    """

    own: Bot
    helper: Bot
    hints: int  # or ALWAYS
    iterations: int  # of the helper
    seed: int = 0
    first: int = FIRST
    decisions: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Choose the decisions at which to ask."""
        some = min(self.first, max(0, self.hints))
        self.asks = set(random.Random(self.seed).sample(range(self.first), some))

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Its own move, or the helper's; both know only what the seat may know."""
        if len(moves) == 1:
            return moves[0]
        asks = self.hints == ALWAYS or self.decisions in self.asks
        self.decisions += 1
        if asks:
            return self.helper.choose(seen, moves, replace(budget, iterations=self.iterations))
        return self.own.choose(seen, moves, budget)
