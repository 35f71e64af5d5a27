"""Whole turns: all that a seat can do until another seat must act or chance comes in.

A turn may take many choices – a card, its use, a figure, its steps – and only its end shows its value. They
are searched depth-first on a stack of boards, so nothing is allocated while it runs.
"""

from typing import Any

import numpy as np

from hatbox.engine.dice import U, seeded
from hatbox.engine.dispatch import apply, evaluate, legal, prefer, resample, returns
from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer, Int32s, States

LONGEST = 32  # choices of one turn
BOARDS = LONGEST + 2  # one for every choice, one for the end, and one for the best end
BEST_END = LONGEST + 1
MOST = 4096  # turns that are searched
SEATS = 6
SHOWN = 256  # what chance can show
WON = 2.0  # the value of a turn that wins the game alone, above any evaluation
SURE = 0.999  # of the value of a win
NEVER = -1.0  # what looks worse at first sight is never chosen, here as in the search
LOOKS = 8  # worlds in which an immediate win is looked for: two could agree by chance
ANY = -1

PAD: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", "u8"),  # the generator of choices
                ("values", "f8", SEATS),
                ("sums", "f8", 3 * SEATS),  # what was found for each seat, see judgement.py
                ("numbers", "f8", MOST),  # what turns, moves or nodes are worth
                ("items", "i4", MOST),  # which turns, how often moves were visited, which nodes
                ("tags", "i4", MOST),
                ("best", "i4", SHOWN),
                ("visits", "i4", SHOWN),
                ("left", "i4", LONGEST + 2),  # actions of each board that are still to be tried
                ("count", "i4"),  # moves to choose from
                ("drawn", "i4"),  # searched actions that used the generator
                ("depth", "i4"),  # of the turn being tried, see engine/replies.py
            ]
        ),
    )
)
Pad = Any  # one record: scratch memory of compiled code


@rule
def play_turns(seat: int, only: int, through: bool, most: int, boards: States, acts: Any, pad: Pad) -> int:
    """List the turns of a seat from the first board (`items`: first action, `numbers`: value); return their number.

    `only` is the one action that may start them, or ANY; `through`: only the second random event ends a turn,
    which is for worlds whose generator nobody knows. `acts` has a row of actions for every board. The end of
    the best turn stays on the last board, and `drawn` counts the actions that used the generator.
    """
    found, depth, first, best, values = 0, 0, 0, NEVER - 1.0, pad.values[:]
    boards[BEST_END] = boards[0]
    pad.drawn, pad.left[0] = 0, 1
    acts[0, 0] = only
    if only == ANY:
        pad.left[0] = legal(boards[0], acts[0])
    while depth >= 0 and found < most:
        pad.left[depth] -= 1
        if pad.left[depth] < 0:
            depth -= 1
            continue
        action = acts[depth, pad.left[depth]]
        if (depth > 0 or only == ANY) and prefer(boards[depth], action) < NEVER:
            continue
        first = action if depth == 0 else first
        boards[depth + 1] = boards[depth]
        s = boards[depth + 1]
        apply(s, action)
        random = s.rng != boards[depth].rng
        pad.drawn += random
        ends = random and not (through and boards[depth].rng == boards[0].rng)
        if not s.over and s.turn == seat and not ends and depth + 1 < LONGEST:
            depth += 1
            pad.left[depth] = legal(s, acts[depth])
            continue
        if s.over:
            returns(s, values)
        else:
            evaluate(s, values)
        worth = WON if s.over and values[seat] > SURE else values[seat]
        pad.items[found] = first
        pad.numbers[found] = worth
        found += 1
        if worth > best:
            best = worth
            boards[BEST_END] = s
    return found


@rule
def list_turns(
    root: States, seat: int, seed: np.uint64, only: int, boards: States, acts: Any, pad: Pad
) -> int:
    """List the turns of a seat in one of its worlds, up to the first random event; see `play_turns`."""
    boards[0] = root[0]
    boards[0].rng = seeded(seed)
    resample(boards[0], seat)
    return play_turns(seat, only, False, MOST, boards, acts, pad)


@rule
def flag_wins(
    root: States,
    seat: int,
    seed: np.uint64,
    boards: States,
    acts: Any,
    marks: Int32s,
    moves: Buffer,
    pad: Pad,
) -> int:
    """Flag the moves that win in this very turn, whatever is hidden and however many choices it takes; return how many.

    `marks` counts the worlds in which a move wins; it is left empty, as the search requires.
    """
    wins = 0
    for world in range(LOOKS):
        count = list_turns(root, seat, U(seed + U(world)), ANY, boards, acts, pad)
        for k in range(count):
            if pad.numbers[k] == WON and marks[pad.items[k]] == world:
                marks[pad.items[k]] = world + 1
        wins = 0
        for k in range(pad.count):
            wins += marks[moves[k]] == world + 1
        if wins == 0:
            break
    for k in range(pad.count):
        pad.tags[k] = 1 if marks[moves[k]] == LOOKS else 0
    for action in range(len(marks)):
        marks[action] = 0
    return wins
