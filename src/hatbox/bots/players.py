"""The players: random, greedy at first sight, and the search."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hatbox.bots import Bot, Budget, RandomBot, Seen, search
from hatbox.errors import HatboxError
from hatbox.game import Rulebook

FIRST_CHUNK = 16  # iterations before the first check of the clock
CHUNK_SECONDS = 0.002
PUNCTUAL = 0.95  # part of the time for the search itself: making the tree and choosing take a moment too
MANY = 1 << 40
ALIKE = 1e-6  # values that differ by less are equal: sums of 4-byte numbers
WORLDS = 8  # that the greedy player samples
NODES = 100_000  # of one tree, 28 bytes each: a search needs less than 3 MB per tree
USUAL: dict[str, float] = {  # the default parameters of a search, see search.MANNER
    "exploration": 0.7,
    "bias": 1.0,
    "widening": 1.0,
    "horizon": 0,
    "haste": 1.0,
    "glances": 1,
    "deepest": search.DEEPEST - 1,
    "even": 0,
    "margin": 0.0,
    "learned": 0,
}
LEARNED = {"learned": 1.0}  # the game's own evaluation is used only if nothing was learned


@dataclass(frozen=True)
class Candidate:
    """A move that the search visited: its expected value for the mover, and how sure it is."""

    action: int
    value: float
    visits: int


def manner_of(book: Rulebook, **changed: float) -> Any:
    """Return the parameters of a game's search: `MANNER` in its bot.py, and defaults."""
    own = getattr(book.module("bot"), "MANNER", {}) if book.has_module("bot") else {}
    manner = np.zeros(1, search.MANNER)
    for name, value in {**USUAL, **own, **changed}.items():
        manner[0][name] = value
    return manner


@dataclass
class SearchBot:
    """Information-set tree search; parameters that are not given are the game's.

    The iterations are divided among the `trees`, whose visits are added up, so that a seed and a number of
    iterations give the same move however many `threads` there are. With a time budget, each thread gets the
    full time and its own tree.
    """

    changed: dict[str, float] = field(default_factory=dict)  # of the game's parameters
    nodes: int = NODES
    most: int = 0  # iterations within a time budget; 0: as many as fit
    trees: int = 1
    threads: int = 1

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Return the most visited move."""
        if len(moves) == 1:
            return moves[0]
        return max(self.rank(seen, moves, budget), key=lambda found: found.visits).action

    def rank(self, seen: Seen, moves: list[int], budget: Budget) -> list[Candidate]:
        """Return all moves with what the search thinks of them."""
        deadline = time.perf_counter() + PUNCTUAL * budget.milliseconds / 1000
        trees = self.trees if budget.iterations else max(self.trees, self.threads)
        changed = {**LEARNED, **self.changed}
        thinkers = [Thinker(seen, self.nodes, budget.seed, k, changed) for k in range(trees)]

        def work(k: int) -> None:
            if budget.iterations:
                thinkers[k].run((budget.iterations + k) // trees)
            else:
                thinkers[k].until(deadline, self.most)

        if self.threads > 1 and trees > 1:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(work, range(trees)))
        else:
            for k in range(trees):
                work(k)
        return _added_up([thinker.children() for thinker in thinkers], moves)


def _added_up(trees: list[list[Candidate]], moves: list[int]) -> list[Candidate]:
    """Return the moves at the root, over all trees, in the order of the legal list."""
    visits: dict[int, int] = dict.fromkeys(moves, 0)
    totals: dict[int, float] = dict.fromkeys(moves, 0.0)
    for found in (found for tree in trees for found in tree if found.action in visits):
        visits[found.action] += found.visits
        totals[found.action] += found.value * found.visits
    return [Candidate(move, totals[move] / max(1, visits[move]), visits[move]) for move in moves]


class Thinker:
    """One search in progress: a tree, its state, and a clock to watch."""

    def __init__(self, seen: Seen, nodes: int, seed: int, stream: int, changed: dict[str, float]) -> None:
        """Start with an empty tree; every stream of a seed samples other worlds."""
        book = seen.game.rulebook
        self._root, self._seat, self.tree = np.repeat(seen.states, 2), seen.seat, np.empty(nodes, search.NODE)
        self._desk = np.zeros(1, search.Desk.dtype)
        self._manner = manner_of(book, **changed)
        self._acts, self._marks = seen.game.buffer(), np.zeros(book.actions, np.int32)
        search.clear(self.tree, self._desk, np.uint64(seed ^ stream << 56))

    def run(self, iterations: int) -> None:
        """Run so many iterations."""
        search.think(
            self._root,
            self._seat,
            self.tree,
            self._desk,
            self._manner,
            iterations,
            self._acts,
            self._marks,
        )

    def spend(self, budget: Budget, most: int = 0) -> None:
        """Use a whole budget; with a time budget, at most so many iterations."""
        if budget.iterations:
            self.run(budget.iterations)
        else:
            self.until(time.perf_counter() + PUNCTUAL * budget.milliseconds / 1000, most)

    def until(self, deadline: float, most: int) -> None:
        """Run as many as fit before the deadline, or `most`, checking the clock every few milliseconds."""
        left = most or MANY
        chunk, started = min(left, FIRST_CHUNK), time.perf_counter()
        while left:
            self.run(chunk)
            left -= chunk
            now = time.perf_counter()
            pace = (now - started) / chunk
            if now + pace > deadline:
                return
            chunk = min(left, max(1, int(min(CHUNK_SECONDS, deadline - now) / pace)))
            started = now

    def children(self) -> list[Candidate]:
        """Return the moves at the root."""
        found, at = [], int(self.tree[0]["child"])
        while at >= 0:
            node = self.tree[at]
            visits = int(node["visits"])
            found.append(Candidate(int(node["action"]), float(node["total"]) / max(1, visits), visits))
            at = int(node["sibling"])
        return found


@dataclass
class GreedyBot:
    """Looks one turn ahead and takes the move with the best evaluation."""

    worlds: int = WORLDS

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """Return a move after which the position looks best; any of several equals."""
        found = self.rank(seen, moves, budget)
        best = max(one.value for one in found) - ALIKE
        return random.Random(budget.seed).choice([one.action for one in found if one.value >= best])

    def rank(self, seen: Seen, moves: list[int], budget: Budget) -> list[Candidate]:
        """Return all moves with their evaluations at the end of the turn, each in the same worlds."""
        one_turn = {"deepest": 1, "horizon": 1, "glances": 0, "even": len(moves), "exploration": 1e6}
        thinker = Thinker(seen, len(moves) + 1, budget.seed, 0, {**one_turn, "widening": 2.0, "bias": 0.0})
        thinker.run(self.worlds * len(moves))
        return _added_up([thinker.children()], moves)


def make_bot(name: str) -> Bot:
    """Return a bot by name: `random`, `greedy`, `search`, `search@1`, `search:horizon=2`, a level, `run:COMMAND`."""
    from hatbox.bots.external import ExternalBot
    from hatbox.bots.levels import BY_HAND, LEVELS, LevelBot, bot_of

    if name in LEVELS:
        return bot_of(name)
    if name == "search@1":
        return LevelBot(BY_HAND)
    if name.startswith("run:") and name.removeprefix("run:").strip():
        return ExternalBot(name.removeprefix("run:"))
    kind, *details = name.split(":")
    if kind == "random" and not details:
        return RandomBot()
    if kind == "greedy" and not details:
        return GreedyBot()
    if kind == "search":
        try:
            return SearchBot({key: float(value) for key, value in map(_pair, details)})
        except ValueError:
            pass
    raise HatboxError(
        f"There is no bot {name!r}; the bots are random, greedy, search, search@1, search:exploration=0.4, "
        f"{', '.join(LEVELS)} and run:COMMAND."
    )


def _pair(text: str) -> tuple[str, str]:
    """Parse `name=value` of a search parameter."""
    key, _, value = text.partition("=")
    if key not in USUAL:
        raise ValueError(text)
    return key, value
