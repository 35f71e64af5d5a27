"""Everything a seat could do in one turn, for facts about moves: what could be caught, what could be taken.

The position is on board 0; after `first_turn`, every `next_turn` returns the board with the end of one more turn.
"""

from typing import Any

from hatbox.engine.dispatch import apply, legal, turn_number
from hatbox.engine.jit import rule
from hatbox.engine.record import Record, States

DEEPEST = 30  # choices of one turn
SPARE = DEEPEST + 2  # a board that no turn uses


@rule
def is_complete(s: Record, before: Record) -> bool:
    """Whether the turn that `before` belongs to is over: another seat must act, or a random event followed."""
    return bool(
        s.over or s.turn != before.turn or s.rng != before.rng or turn_number(s) != turn_number(before)
    )


@rule
def first_turn(boards: States, acts: Any, pad: Any) -> None:
    """Start with the first turn of the seat that must act on board 0."""
    pad.depth = 0
    pad.left[0] = 0 if boards[0].over else legal(boards[0], acts[0])


@rule
def next_turn(boards: States, acts: Any, pad: Any) -> int:
    """Play the next turn to its end; return the number of its board, or -1 if there is none."""
    depth = int(pad.depth)
    while depth >= 0:
        pad.left[depth] -= 1
        if pad.left[depth] < 0:
            depth -= 1
            continue
        boards[depth + 1] = boards[depth]
        s = boards[depth + 1]
        apply(s, acts[depth, pad.left[depth]])
        if depth + 1 >= DEEPEST or is_complete(s, boards[0]):
            break
        depth += 1
        pad.left[depth] = legal(s, acts[depth])
    pad.depth = depth
    return depth + 1 if depth >= 0 else -1
