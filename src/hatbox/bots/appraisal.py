"""Luck and skill, compiled: what one move of a finished game changed, split into its causes.

The value of a position is everyone's chance to win as a perfect observer sees it: exact where a table of a
game of two is solved, otherwise the evaluation at the end of the mover's best turn, from what the mover
knows. A value depends on the record without its generator and on the review's seed, on nothing else. So the
difference between the value that came and the mean over redrawn random events is luck: it is zero on average,
however good the evaluation is.

In games without secrets, what nobody knows is redrawn with the dice: face-down stones are dice that have
already been rolled. In games with secrets the hidden things stay as they are; what the mover could know is
judged in worlds that it cannot tell apart. The move to compare with is chosen in one half of the worlds and
measured in the other: otherwise the best of many equal moves would seem better than the one that was played.
"""

from typing import Any

import numpy as np

from hatbox.bots.judgement import chance_of
from hatbox.bots.search import best_looking
from hatbox.bots.turns import BEST_END, LONGEST, SEATS, Pad, play_turns
from hatbox.engine.curves import exp
from hatbox.engine.dice import mixed
from hatbox.engine.dispatch import alike, apply, evaluate, exact_worth, legal, resample, returns, sides
from hatbox.engine.jit import entry, rule
from hatbox.engine.record import Buffer, Record, States, Tensor, Values

VALUE, DECISION, HIDDEN, FURTHER, ROWS = range(5)  # rows that `appraise` writes, each with a number per seat
CHOOSING, MEASURING, TRUE, SUMS = range(
    4
)  # sums over worlds: to choose a move by, to measure it by, as it really is
ONLY_VALUE = -1  # `appraise`: no move is played
FIRST_DRAW = 1 << 20  # the numbers of redrawn events, after those of worlds
TURNS = 128  # that are compared after one action
STEEPEST = 40.0  # of a value that becomes a chance: beyond it nothing changes

WEIGHING: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("sharpness", "f8"),  # how surely a lead wins, see `write_chances`
                (
                    "worlds",
                    "i4",
                ),  # in which a decision is judged if not everything is known: an even number
                ("draws", "i4"),  # random events that are compared with the one that came
                ("secret", "i4"),  # 1: seats know different things
                ("horizon", "i4"),  # turns that are played by first impression before a position is evaluated
            ]
        ),
    )
)
Weighing = Any  # one record: how to value positions
Sums = Any  # numbers by kind of sum, move and seat
Parts = Any  # numbers by row and seat


@rule
def write_chances(s: Record, sharpness: float, values: Values) -> None:
    """Write everyone's chance to win, adding up to 1 over all sides; at the end the winners share it."""
    among, total = sides(s), 0.0
    if s.over:
        returns(s, values)
    else:
        evaluate(s, values)
    for side in range(among):
        if s.over:
            values[side] = chance_of(values[side], among)
        else:
            values[side] = exp(min(max(sharpness * values[side], -STEEPEST), STEEPEST))
        total += values[side]
    for seat in range(s.players - 1, -1, -1):
        values[seat] = values[seat % among] / total


@rule
def play_on(s: Record, turns: int, acts: Buffer) -> None:
    """Let every seat play what looks best at first sight, for so many turns."""
    for _ in range(LONGEST * turns):
        if turns == 0 or s.over:
            return
        mover = s.turn
        apply(s, best_looking(s, acts))
        turns -= s.turn != mover


@rule
def add_world(
    mover: int, weighing: Weighing, moves: Buffer, boards: States, acts: Any, pad: Pad, sums: Sums, kind: int
) -> int:
    """Add what each move leads to in the world on the first board; return how often its generator was used."""
    values, drawn, end = pad.values[:], 0, boards[BEST_END]
    for k in range(pad.count):
        play_turns(mover, moves[k], True, TURNS, boards, acts, pad)
        before = end.rng
        play_on(end, weighing.horizon, acts[0])
        drawn += pad.drawn + (end.rng != before)
        write_chances(end, weighing.sharpness, values)
        for seat in range(SEATS):
            sums[kind, k, seat] += values[seat]
    return drawn


@rule
def average(sums: Sums, kind: int, count: int, worlds: int) -> None:
    """Turn sums over worlds into means."""
    for k in range(count):
        for seat in range(SEATS):
            sums[kind, k, seat] /= worlds


@rule
def pool(s: Record, moves: Buffer, count: int, sums: Sums, kind: int) -> None:
    """Give moves that are equal for all the mover knows the same mean, which more worlds make surer."""
    for k in range(count):
        first, number = k, 0
        for j in range(count):
            if alike(s, moves[k], moves[j]):
                first = min(first, j)
                number += 1
        if first == k and number > 1:
            for seat in range(SEATS):
                total = 0.0
                for j in range(count):
                    if alike(s, moves[k], moves[j]):
                        total += sums[kind, j, seat]
                sums[kind, k, seat] = total / number
        elif first < k:
            for seat in range(SEATS):
                sums[kind, k, seat] = sums[kind, first, seat]


@rule
def look_in_worlds(
    s: Record,
    seed: np.uint64,
    weighing: Weighing,
    redrawn: bool,
    kind: int,
    moves: Buffer,
    boards: States,
    acts: Any,
    pad: Pad,
    sums: Sums,
) -> None:
    """Compute the mean of what each move leads to; `redrawn`: in worlds the mover cannot tell apart, by halves.

    One world is enough where nothing in it is random.
    """
    worlds, drawn, looked = int(weighing.worlds), 0, 0
    for world in range(worlds):
        boards[0] = s
        boards[0].rng = mixed(seed, world)
        if redrawn:
            resample(boards[0], s.turn)
            drawn += boards[0].rng != mixed(seed, world)
        half = kind + (world & 1 if redrawn else 0)
        drawn += add_world(s.turn, weighing, moves, boards, acts, pad, sums, half)
        looked += 1
        if drawn == 0:
            break
    if not redrawn:
        average(sums, kind, pad.count, looked)
        return
    if drawn == 0:
        for k in range(pad.count):
            for seat in range(SEATS):
                sums[kind + 1, k, seat] = sums[kind, k, seat]
        return
    for half in range(2):
        average(sums, kind + half, pad.count, worlds // 2)
        pool(s, moves, pad.count, sums, kind + half)


@rule
def weigh_exactly(s: Record, table: Tensor, moves: Buffer, pad: Pad, sums: Sums) -> None:
    """Compute the exact chances of both after each move."""
    for k in range(pad.count):
        chance = chance_of(exact_worth(s, s.turn, moves[k], table), 2)
        for kind in range(SUMS):
            sums[kind, k, s.turn] = chance
            sums[kind, k, 1 - s.turn] = 1.0 - chance


@rule
def value(
    s: Record,
    seed: np.uint64,
    weighing: Weighing,
    table: Tensor,
    boards: States,
    acts: Any,
    moves: Buffer,
    pad: Pad,
    sums: Sums,
    out: Values,
) -> int:
    """Write everyone's chances in a position, and return the index of the move that seems best to the mover.

    What every move leads to stays in `sums`. The best move is chosen by what its seat knows, and its value is
    then the true one: an observer who sees everything knows what the mover will do, and why.
    """
    if s.over:
        write_chances(s, weighing.sharpness, out)
        return 0
    pad.count, best, secret = legal(s, moves), 0, weighing.secret == 1
    for kind in range(SUMS):
        for k in range(pad.count):
            for seat in range(SEATS):
                sums[kind, k, seat] = 0.0
    if len(table) > 0:
        weigh_exactly(s, table, moves, pad, sums)
    else:
        if secret:
            look_in_worlds(s, seed, weighing, False, TRUE, moves, boards, acts, pad, sums)
        if pad.count > 1 or not secret:
            look_in_worlds(s, seed, weighing, True, CHOOSING, moves, boards, acts, pad, sums)
    for k in range(pad.count):
        if sums[CHOOSING, k, s.turn] > sums[CHOOSING, best, s.turn]:
            best = k
    for seat in range(s.players):
        out[seat] = sums[TRUE if secret else MEASURING, best, seat]
    return best


@rule
def follow(
    root: States,
    action: int,
    seed: np.uint64,
    ply: int,
    weighing: Weighing,
    table: Tensor,
    boards: States,
    acts: Any,
    moves: Buffer,
    pad: Pad,
    sums: Sums,
    parts: Parts,
) -> None:
    """Write FURTHER: the mean value of what can follow, less what is accounted for; one sample if it is certain."""
    s, after, values, looked = root[0], root[1], pad.sums[:SEATS], 0
    stream = mixed(mixed(seed, FIRST_DRAW), ply)
    redrawn = weighing.secret == 0 or len(table) > 0
    for draw in range(weighing.draws):
        root[1] = s
        after.rng = mixed(stream, draw)
        if redrawn:
            resample(after, s.turn)
        apply(after, action)
        certain = after.rng == mixed(stream, draw)
        value(after, seed, weighing, table, boards, acts, moves, pad, sums, values)
        for seat in range(s.players):
            parts[FURTHER, seat] += values[seat]
        looked += 1
        if certain:
            break
    for seat in range(s.players):
        known = parts[VALUE, seat] + parts[DECISION, seat] + parts[HIDDEN, seat]
        parts[FURTHER, seat] = parts[FURTHER, seat] / looked - known


@entry
def appraise(
    root: States,
    action: int,
    seed: np.uint64,
    ply: int,
    weighings: States,
    table: Tensor,
    boards: States,
    acts: Any,
    moves: Buffer,
    pads: States,
    sums: Sums,
    parts: Parts,
) -> int:
    """Write the value of root[0] and what playing an action there changed; return the mover's best action.

    Rows of `parts`: VALUE; DECISION, what the choice gained (mostly lost) as far as the mover could know;
    HIDDEN, what it gained beyond that because of things that the mover could not see; FURTHER, by how much
    the positions that can follow are valued differently, on average over random events. VALUE of the next
    position minus all four is luck. With ONLY_VALUE, and at the end of the game, the others are zero. root[1]
    is a scratch board; `table` is empty where there is nothing exact.
    """
    s, pad, weighing, out = root[0], pads[0], weighings[0], parts[VALUE]
    best, secret = value(s, seed, weighing, table, boards, acts, moves, pad, sums, out), weighing.secret == 1
    for row in range(DECISION, ROWS):
        for seat in range(SEATS):
            parts[row, seat] = 0.0
    if s.over or action == ONLY_VALUE:
        return ONLY_VALUE
    better, played = int(moves[best]), 0
    while moves[played] != action:
        played += 1
    for seat in range(s.players):
        decision = sums[MEASURING, played, seat] - sums[MEASURING, best, seat]
        parts[DECISION, seat] = decision
        if secret:
            parts[HIDDEN, seat] = sums[TRUE, played, seat] - sums[TRUE, best, seat] - decision
    follow(root, action, seed, ply, weighing, table, boards, acts, moves, pad, sums, parts)
    return better
