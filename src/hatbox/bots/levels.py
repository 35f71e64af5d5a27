"""Levels with names a family understands: weaker levels forget more, look less far, choose more loosely.

A level's choice is compiled (choice.py), the same for browsers; only the clock is here.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hatbox.bots import Budget, Seen, belief
from hatbox.bots.choice import FAIR_MARGIN, SEARCH, UNTOLD, decide, pick
from hatbox.bots.exact import NOTHING, table_for
from hatbox.bots.memory import Memory, untold, written
from hatbox.bots.players import LEARNED, NODES, Thinker
from hatbox.bots.turns import BOARDS, PAD
from hatbox.errors import HatboxError
from hatbox.game import Rulebook


@dataclass(frozen=True)
class Level:
    """How a level plays."""

    iterations: int  # at most, 0: as many as the budget allows; the budget's time counts as well
    softness: float  # 0: always the best move found
    memory: Memory
    deepest: int = 0  # plies of the tree, 0: no limit
    takes_wins: bool = True  # never misses an immediate win
    whim: float = 0.0  # softness among whole turns, in games with a `turn_number`; 0: it searches there too
    learned: bool = False  # evaluates by what was learned from games, if anything was

    def mind(self, book: Rulebook) -> Any:
        """Return a record for compiled code; moves of a game whose bot.py has a SPREAD differ less in value."""
        spread = getattr(book.module("bot"), "SPREAD", 1.0) if book.has_module("bot") else 1.0
        mind = self.memory.mind()
        mind[0]["softness"] = self.softness * spread
        mind[0]["fairness"] = FAIR_MARGIN * spread
        mind[0]["takes_wins"] = self.takes_wins
        mind[0]["whim"] = self.whim
        return mind

    @property
    def manner(self) -> dict[str, float]:
        """Return which parameters of a game's search this level changes."""
        deepest = {"deepest": float(self.deepest)} if self.deepest else {}
        return {**deepest, **LEARNED} if self.learned else deepest


LEVELS = {
    "level_1": Level(24, 0.35, Memory(0.5, 0.12, 0.15, 0.40, 0.25, 1), deepest=1, takes_wins=False, whim=0.1),
    "level_2": Level(80, 0.14, Memory(0.85, 0.05, 0.06, 0.18, 0.08, 3), deepest=3, whim=0.03),
    "level_3": Level(300, 0.06, Memory(0.95, 0.025, 0.03, 0.09, 0.03, 4), whim=0.006),
    "level_4": Level(1_500, 0.03, Memory(1.0, 0.01, 0.012, 0.03, 0.01, 5)),
    "level_5": Level(0, 0.0, Memory(), learned=True),
}
BY_HAND = replace(LEVELS["level_5"], learned=False)  # level 5 as it was before anything was learned


@dataclass(frozen=True)
class LevelBot:
    """The search with limits: it acts on what it believes, and picks softly among good moves."""

    level: Level

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Return a good move for this level."""
        started = time.perf_counter()
        mind, work, perfect = self.level.mind(seen.game.rulebook), Workplace(seen), self.level.memory.perfect
        table = table_for(seen.game, seen.states, bool(budget.iterations)) if perfect else NOTHING
        told = len(seen.sightings) if seen.sightings else UNTOLD
        action = decide(
            work.root,
            seen.seat,
            mind,
            written(seen.sightings),
            told,
            np.uint64(budget.seed),
            np.uint64(seen.salt),
            table,
            work.boards,
            work.acts,
            work.marks,
            work.moves,
            work.pad,
        )
        if action != SEARCH:
            return int(action)
        thinker = Thinker(replace(seen, states=work.root), NODES, budget.seed, 0, self.level.manner)
        self.think(thinker, budget.since(started))
        return int(pick(work.root, mind, thinker.tree, work.moves, work.pad))

    def think(self, thinker: Thinker, budget: Budget) -> None:
        """Let the search use a budget, and at most the iterations of this level."""
        most = self.level.iterations
        thinker.spend(replace(budget, iterations=min(budget.iterations, most or budget.iterations)), most)

    def believed(self, seen: Seen, seed: int) -> Seen:
        """Return what the bot believes: some of what its seat has seen is forgotten, some is mixed up."""
        shown = seen.sightings or untold(seen.states, seen.seat)
        states, mind = seen.states.copy(), self.level.memory.mind()
        salt = np.uint64(seen.salt)
        belief.take_in(states, seen.seat, mind, written(shown), len(shown), np.uint64(seed), salt)
        return replace(seen, states=states)


class Workplace:
    """The memory that a compiled choice works in."""

    def __init__(self, seen: Seen) -> None:
        """Start empty except for the position."""
        book = seen.game.rulebook
        self.root, self.boards = seen.states.copy(), np.zeros(BOARDS, seen.states.dtype)
        self.acts = np.zeros((BOARDS, book.widest), np.int16)
        self.marks, self.moves = np.zeros(book.actions, np.int32), seen.game.buffer()
        self.pad = np.zeros(1, PAD)


def bot_of(level: str) -> LevelBot:
    """Return the bot of a level."""
    if level not in LEVELS:
        raise HatboxError(f"There is no level {level!r}; the levels are {', '.join(LEVELS)}.")
    return LevelBot(LEVELS[level])
