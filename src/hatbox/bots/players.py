"""The players: random, greedy at first sight, and the search."""

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hatbox.bots import Bot, Budget, RandomBot, Seen, search
from hatbox.errors import HatboxError

FIRST_CHUNK = 32  # iterations before the first look at the clock
CHUNK_SECONDS = 0.005
MANY = 1 << 40
WORLDS = 8  # that the greedy player looks at


@dataclass(frozen=True)
class Candidate:
    """A move that the search looked at: its expected value for the mover, and how sure it is."""

    action: int
    value: float
    visits: int


@dataclass
class SearchBot:
    """Information-set tree search; `exploration` weighs curiosity against what worked so far."""

    exploration: float = 0.7
    nodes: int = 100_000  # 32 bytes each: the memory of a search is bounded
    most: int = 0  # iterations within a time budget; 0: as many as fit

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """The move that the search looked at most."""
        if len(moves) == 1:
            return moves[0]
        return max(self.rank(seen, moves, budget), key=lambda found: found.visits).action

    def rank(self, seen: Seen, moves: list[int], budget: Budget) -> list[Candidate]:
        """All moves with what the search thinks of them."""
        tree = np.empty(self.nodes, search.NODE)
        desk = np.zeros(1, search.Desk.dtype)
        search.clear(tree, desk, np.uint64(budget.seed))
        think = _Thinker(seen, tree, desk, self.exploration)
        if budget.iterations:
            think.run(budget.iterations)
        else:
            think.until(time.perf_counter() + budget.milliseconds / 1000, self.most)
        return [found for found in _children(tree) if found.action in moves]


class _Thinker:
    """One search in progress."""

    def __init__(self, seen: Seen, tree: Any, desk: Any, exploration: float) -> None:
        book = seen.game.rulebook
        self._seen, self._tree, self._desk, self._exploration = seen, tree, desk, exploration
        self._horizon, self._sighted = book.horizon, book.has_room("bot")
        self._acts, self._marks = seen.game.buffer(), np.zeros(book.actions, np.int32)

    def run(self, iterations: int) -> None:
        """So many iterations."""
        search.think(
            self._seen.states,
            self._seen.seat,
            self._tree,
            self._desk,
            iterations,
            self._exploration,
            self._horizon,
            self._sighted,
            self._acts,
            self._marks,
        )

    def until(self, deadline: float, most: int) -> None:
        """As many as fit before the deadline, or `most`, looking at the clock every few milliseconds."""
        left = most or MANY
        chunk, started = min(left, FIRST_CHUNK), time.perf_counter()
        while started < deadline and left:
            self.run(chunk)
            left -= chunk
            now = time.perf_counter()
            pace = (now - started) / chunk
            chunk = min(left, max(1, int(min(CHUNK_SECONDS, deadline - now) / pace)))
            started = now


def _children(tree: Any) -> list[Candidate]:
    """The moves at the root."""
    found, at = [], int(tree[0]["child"])
    while at >= 0:
        node = tree[at]
        visits = int(node["visits"])
        found.append(Candidate(int(node["action"]), float(node["total"]) / max(1, visits), visits))
        at = int(node["sibling"])
    return found


@dataclass
class GreedyBot:
    """Looks one turn ahead and takes what evaluates best."""

    worlds: int = WORLDS
    _values: Any = field(default_factory=lambda: np.zeros(search.SEATS), repr=False)

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """The move after which the position looks best; ties go to the first."""
        seed = np.uint64(budget.seed)
        looks = np.zeros(len(moves))
        search.first_look(
            seen.states, seen.seat, np.array(moves, np.int16), self.worlds, seed, seen.game.buffer(), looks
        )
        return moves[int(looks.argmax())]


def make_bot(name: str) -> Bot:
    """A bot by name: `random`, `greedy`, `search`, `search:0.4` with its exploration, or a level."""
    from hatbox.bots.levels import LEVELS, bot_of

    if name in LEVELS:
        return bot_of(name)
    kind, _, detail = name.partition(":")
    if kind == "random" and not detail:
        return RandomBot()
    if kind == "greedy" and not detail:
        return GreedyBot()
    if kind == "search":
        try:
            return SearchBot(float(detail)) if detail else SearchBot()
        except ValueError:
            pass
    raise HatboxError(
        f"There is no bot {name!r}; the bots are random, greedy, search and search:EXPLORATION."
    )
