"""Whole turns: all that a seat can do until somebody else is to act or chance comes in.

A turn may take many choices – a card, its use, a figure, its steps – and only its end tells what it was good for.
They are gone through one after the other on a stack of boards, so nothing is allocated while it runs.
"""

from typing import NamedTuple

import numpy as np

from hatbox.bots import Seen
from hatbox.engine.dice import seeded
from hatbox.engine.dispatch import apply, evaluate, legal, prefer, resample, returns
from hatbox.engine.jit import entry
from hatbox.engine.record import Buffer, Int32s, States, Values

LONGEST = 32  # choices of one turn
MOST = 4096  # turns that are looked at
SEATS = 6
WON = 2.0  # the worth of a turn that wins the game alone, above all that an evaluation can say
SURE = 0.999  # of the value of a win
NEVER = -1.0  # what looks worse at first sight is no choice at all, here as in the search


class Turn(NamedTuple):
    """One way to play a turn: the action that begins it, and what it is worth at its end."""

    first: int
    worth: float


@entry
def list_turns(
    root: States,
    seat: int,
    seed: np.uint64,
    boards: States,
    acts: Buffer,
    left: Int32s,
    values: Values,
    firsts: Int32s,
    worths: Values,
) -> int:
    """Write the turns of a seat in one of its worlds, and give their number; it ends when there is no more room.

    `acts` has a row of actions and `left` a count for every board, of which there is one more than choices.
    """
    found, depth, first = 0, 0, 0
    boards[0] = root[0]
    boards[0].rng = seeded(seed)
    resample(boards[0], seat)
    left[0] = legal(boards[0], acts[0])
    while depth >= 0 and found < len(firsts):
        left[depth] -= 1
        if left[depth] < 0:
            depth -= 1
            continue
        action = acts[depth, left[depth]]
        if prefer(boards[depth], action) < NEVER:
            continue
        first = action if depth == 0 else first
        boards[depth + 1] = boards[depth]
        s = boards[depth + 1]
        apply(s, action)
        if not s.over and s.turn == seat and s.rng == boards[depth].rng and depth + 2 < len(boards):
            depth += 1
            left[depth] = legal(s, acts[depth])
            continue
        if s.over:
            returns(s, values)
        else:
            evaluate(s, values)
        firsts[found] = first
        worths[found] = WON if s.over and values[seat] > SURE else values[seat]
        found += 1
    return found


def turns_of(seen: Seen, seed: int) -> list[Turn]:
    """All turns that the seat can play now, with what they are worth in one of its worlds."""
    boards = np.repeat(seen.states, LONGEST + 1)
    acts = np.zeros((LONGEST + 1, seen.game.rulebook.widest), np.int16)
    firsts, worths = np.zeros(MOST, np.int32), np.zeros(MOST)
    count = list_turns(
        seen.states,
        seen.seat,
        np.uint64(seed),
        boards,
        acts,
        np.zeros(LONGEST + 1, np.int32),
        np.zeros(SEATS),
        firsts,
        worths,
    )
    found = zip(firsts[:count].tolist(), worths[:count].tolist(), strict=True)
    return [Turn(first, worth) for first, worth in found]
