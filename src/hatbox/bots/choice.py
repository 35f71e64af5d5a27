"""How a level chooses, compiled: `decide` returns a move or asks for the search, `pick` chooses from its results.

In between, the caller runs the search, because only the caller has a clock.
"""

from typing import Any

import numpy as np

from hatbox.bots.belief import Mind, Sightings, recall, take_in
from hatbox.bots.search import Tree
from hatbox.bots.turns import ANY, Pad, flag_wins, list_turns
from hatbox.engine.curves import exp, ln
from hatbox.engine.dice import below, fraction, mixed, seeded
from hatbox.engine.dispatch import alike, exact_slack, exact_worth, legal, reluctance, turn_number
from hatbox.engine.jit import entry, rule
from hatbox.engine.record import Buffer, Int32s, Record, States, Tensor

SEARCH = -1  # `decide`: the search is needed
UNTOLD = -1  # `decide`: the sightings are not given
PLAN = np.uint64(
    1
)  # the world in which weaker levels compare turns: always the same, so that they keep to a plan
FAIR_MARGIN = 0.35  # a move that is worse than the best by more than this is never chosen
CHOOSING, LIKING = 2, 3  # uses of a generator, in addition to those of belief.py
FINE = 1e9  # values are distinguished to so many parts of a win
LEAST = 1e-9  # chances nearer to 0 or 1 are not drawn
FAR = 1e30
MANY = 1 << 31  # parts of a chance


@rule
def drawn(pad: Pad, n: int) -> int:
    """Return a whole number 0 … n-1 that is signed: the generator's own is not."""
    return int(np.int64(below(pad, n)))


@rule
def any_of(pad: Pad, moves: Buffer) -> int:
    """Return one of the moves that `tags` marks, all equally likely."""
    marked = 0
    for k in range(pad.count):
        marked += pad.tags[k]
    left = drawn(pad, marked)
    for k in range(pad.count):
        left -= pad.tags[k]
        if left < 0:
            return int(moves[k])
    return int(moves[0])


@rule
def first_flagged(moves: Buffer, pad: Pad) -> int:
    """Return the first of the moves that `tags` marks."""
    k = 0
    while pad.tags[k] == 0:
        k += 1
    return int(moves[k])


@rule
def keep_sensible(s: Record, seat: int, moves: Buffer, pad: Pad) -> None:
    """Keep only the sensible moves."""
    least, kept = FAR, 0
    for k in range(pad.count):
        least = min(least, reluctance(s, seat, moves[k]))
    for k in range(pad.count):
        if reluctance(s, seat, moves[k]) == least:
            moves[kept] = moves[k]
            kept += 1
    pad.count = kept


@rule
def exact_move(s: Record, seat: int, table: Tensor, moves: Buffer, pad: Pad) -> int:
    """Return one of the moves with the best exact value."""
    best = -FAR
    for k in range(pad.count):
        pad.numbers[k] = exact_worth(s, seat, moves[k], table)
        best = max(best, pad.numbers[k])
    least = best - exact_slack(s)
    for k in range(pad.count):
        pad.tags[k] = 1 if pad.numbers[k] >= least else 0
    return any_of(pad, moves)


@rule
def finely(worth: float) -> int:
    """Return a value as a whole number from 0 on."""
    return int(np.floor((worth + 4.0) * FINE + 0.5))


@rule
def appeal(salt: np.uint64, seat: int, number: int, worth: int) -> float:
    """Return a seat's random preference for a turn of this value: the noise that makes a choice soft (Gumbel's)."""
    chance = fraction(mixed(mixed(mixed(mixed(salt, LIKING), seat), number), worth))
    return -ln(-ln(min(max(chance, LEAST), 1.0 - LEAST)))


@rule
def among_turns(
    turns: int, seat: int, number: int, mind: Mind, salt: np.uint64, moves: Buffer, pad: Pad
) -> int:
    """Return the first move of a listed turn that seems good; `number` is how many turns were played before.

    A preference belongs to the turn, not to the moment, so that the next choice follows the same plan.
    """
    best, liked, chosen, count = -FAR, -FAR, -1, 0
    for t in range(turns):  # those that start with one of the moves
        for k in range(pad.count):
            if moves[k] == pad.items[t]:
                pad.items[count] = pad.items[t]
                pad.numbers[count] = pad.numbers[t]
                best = max(best, pad.numbers[t])
                count += 1
                break
    for t in range(count):
        if pad.numbers[t] >= best - mind.fairness:
            like = pad.numbers[t] + mind.whim * appeal(salt, seat, number, finely(pad.numbers[t]))
            if like > liked:
                liked, chosen = like, finely(pad.numbers[t])
    equal = 0
    for t in range(count):
        if finely(pad.numbers[t]) == chosen:
            pad.items[equal] = pad.items[t]
            equal += 1
    if equal == 0:  # there are more turns than can be searched
        return int(moves[drawn(pad, pad.count)])
    return int(pad.items[drawn(pad, equal)])


@entry
def decide(
    root: States,
    seat: int,
    minds: States,
    shown: Sightings,
    told: int,
    seed: np.uint64,
    salt: np.uint64,
    table: Tensor,
    boards: States,
    acts: Any,
    marks: Int32s,
    moves: Buffer,
    pads: States,
) -> int:
    """Return a move for the seat, or SEARCH; then `root` is what it believes, and `moves` its candidates.

    `told` sightings are given, or UNTOLD. `table` holds exact values, or nothing if there are none (yet).
    """
    s, mind, pad = root[0], minds[0], pads[0]
    pad.rng = mixed(seeded(seed), CHOOSING)
    pad.count = legal(s, moves)
    if pad.count == 1:
        return int(moves[0])
    if mind.perfect and len(table) > 0:
        return exact_move(s, seat, table, moves, pad)
    if not mind.perfect:
        count = told if told != UNTOLD else recall(root, seat, boards[:0], marks[:0], 0, shown)
        take_in(root, seat, minds, shown, count, seed, salt)
    keep_sensible(s, seat, moves, pad)
    if pad.count == 1:
        return int(moves[0])
    if mind.takes_wins and flag_wins(root, seat, seed, boards, acts, marks, moves, pad) > 0:
        return first_flagged(moves, pad)
    if mind.whim > 0.0 and turn_number(s) >= 0:
        turns = list_turns(root, seat, PLAN, ANY, boards, acts, pad)
        return among_turns(turns, seat, turn_number(s), mind, salt, moves, pad)
    return SEARCH


@rule
def gather(tree: Tree, moves: Buffer, pad: Pad) -> None:
    """Note for every move how often the search has visited it (`items`) and its value (`numbers`)."""
    for k in range(pad.count):
        visits, total, at = 0, 0.0, tree[0].child
        while at >= 0:
            if tree[at].action == moves[k]:
                visits += tree[at].visits
                total += tree[at].total
            at = tree[at].sibling
        pad.items[k] = visits
        pad.numbers[k] = total / max(1, visits)


@entry
def pick(root: States, minds: States, tree: Tree, moves: Buffer, pads: States) -> int:
    """Return the most visited move, or softly one nearly as good; or another that is equal for all one knows."""
    s, mind, pad, most = root[0], minds[0], pads[0], 0
    gather(tree, moves, pad)
    for k in range(pad.count):
        if pad.items[k] > pad.items[most]:
            most = k
    if pad.items[most] == 0:  # a short search visited only moves that are not sensible
        most = drawn(pad, pad.count)
    elif mind.softness > 0.0:
        best, total = pad.numbers[most], 0.0
        for k in range(pad.count):
            good = pad.items[k] > 0 and pad.numbers[k] >= best - mind.fairness
            weight = exp(min(0.0, pad.numbers[k] - best) / mind.softness) if good else 0.0
            pad.numbers[k] = weight
            total += weight
        left = total * drawn(pad, MANY) / MANY
        for k in range(pad.count):
            if pad.numbers[k] > 0.0:
                most = k
                left -= pad.numbers[k]
                if left < 0.0:
                    break
    for k in range(pad.count):
        pad.tags[k] = 1 if k == most or alike(s, moves[most], moves[k]) else 0
    return any_of(pad, moves)
