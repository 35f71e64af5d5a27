"""What every legal move is worth to the acting seat, given what it knows: exactly, or with equal effort for each."""

from collections.abc import Sequence

import numpy as np

from hatbox.bots import Seen
from hatbox.bots.advice import UNBIASED
from hatbox.bots.exact import table_for, worths_of
from hatbox.bots.judgement import chance_of, judge, sides_of
from hatbox.bots.players import Thinker
from hatbox.bots.turns import PAD, SEATS
from hatbox.engine import entries
from hatbox.engine.record import States

WORLDS = 24  # in which a move is tried if its outcome depends on chance or on hidden information
LOOKED = 6  # worlds that are compared to find that out
LEAST = 100  # iterations in a world


def is_solved(seen: Seen) -> bool:
    """Whether the exact value of every move is known."""
    return seen.game.players == 2 and len(table_for(seen.game, seen.states, wait=True)) > 0


def exact_chances(seen: Seen, moves: list[int]) -> list[float]:
    """The exact chance of winning after each move of a solved game."""
    return [float(chance_of(worth, 2)) for worth in worths_of(seen.game, seen.states, seen.seat, moves)]


def weighed(seen: Seen, moves: Sequence[int], iterations: int, seed: int) -> list[float]:
    """The chance of winning after each move; the iterations are divided evenly.

    A tree from the position itself would explore the best move only and know little about the others.
    """
    return [_worth(seen, move, iterations // len(moves), seed) for move in moves]


def _worth(seen: Seen, move: int, iterations: int, seed: int) -> float:
    """The chance after one move, averaged over worlds if it matters which one is true."""
    worlds = 1 if is_certain(seen, move) else WORLDS
    found = [
        _chance(seen, after(seen, move, seed + world), max(LEAST, iterations // worlds), seed + world)
        for world in range(worlds)
    ]
    return sum(found) / worlds


def after(seen: Seen, move: int, seed: int) -> States:
    """The state after a move in one of the seat's possible worlds."""
    states: States = seen.states.copy()
    entries.redraw(states, 0, seen.seat, np.uint64(seed))
    entries.step(states, 0, move, seen.game.buffer())
    return states


def is_certain(seen: Seen, move: int) -> bool:
    """Whether the seat sees the same after the move in every world."""
    written = seen.game.rulebook.view_writer.written
    views = {bytes(written(after(seen, move, world), 0, seen.seat, True)) for world in range(LOOKED)}
    return len(views) == 1


def _chance(seen: Seen, states: States, iterations: int, seed: int) -> float:
    """The seat's chance in a position, from a search that knows what the seat knows."""
    if states[0]["over"]:
        values = np.zeros(seen.game.players)
        entries.worth(states, 0, values)
        return float(chance_of(values[seen.seat], int(sides_of(states))))
    thinker = Thinker(Seen(seen.game, seen.seat, states), iterations + 2, seed, 0, UNBIASED)
    thinker.run(iterations)
    chances, margins = np.zeros(SEATS), np.zeros(SEATS)
    judge(states, thinker.tree, np.zeros(1, PAD), chances, margins)
    return float(chances[seen.seat])
