"""Hints and win chances, compiled: what the search found, as chances with margins, and what a move is good for."""

from typing import Any

import numpy as np

from hatbox.bots.choice import FAR, gather
from hatbox.bots.search import Tree
from hatbox.bots.turns import BEST_END, MOST, SEATS, SHOWN, Pad, flag_wins, list_turns
from hatbox.engine.dispatch import exact_worth, legal, reason, sides
from hatbox.engine.jit import brief_entry, entry, rule
from hatbox.engine.purposes import BEST_CHANCE, WINS_NOW
from hatbox.engine.record import Buffer, Int32s, Record, States, Tensor, Values

SURE = 1.96  # standard deviations of a 95 % interval
BEST = 3  # moves of a hint
HARDLY = 10  # a move that was looked at so many times less than the first is no hint
MANY = 1 << 40
ENOUGH = 8  # visits of a node whose actions have been tried
DIGITS = 1000.0  # chances are told to so many parts

HINT: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype([("chance", "f8"), ("margin", "f8"), ("action", "i4"), ("purpose", "i4")]),
    )
)
Hints = Any  # an array of BEST hints


@rule
def rounded(x: float) -> float:
    """To three digits."""
    return float(np.floor(x * DIGITS + 0.5) / DIGITS)


@brief_entry
def chance_of(value: float, among: int) -> float:
    """A value (a lone winner gets 1, all together 0) as the chance to win among so many sides."""
    return min(1.0, max(0.0, (value * (among - 1) + 1.0) / among))


@brief_entry
def margin_of(value: float, visits: float, among: int) -> float:
    """At most so far from the truth, as far as chance goes; values lie between -1 and 1.

    A few equal results do not make sure: two more visits without a result are reckoned with.
    """
    if visits < 1.0:
        return 1.0
    mean = value * visits / (visits + 2.0)
    return float(min(1.0, SURE * np.sqrt((1.0 - mean * mean) / visits) * (among - 1) / among))


@brief_entry
def sides_of(root: States) -> int:
    """How many sides play against each other."""
    return sides(root[0])


# ---- hints -------------------------------------------------------------------------------------------------


@rule
def purpose_of(
    root: States, seat: int, seed: np.uint64, action: int, boards: States, acts: Any, pad: Pad
) -> int:
    """What a move is good for once its turn is played on as well as it looks, in one of the seat's worlds."""
    list_turns(root, seat, seed, action, boards, acts, pad)
    return int(reason(root[0], action, boards[BEST_END], seat))


@rule
def take_hint(hints: Hints, k: int, action: int, chance: float, margin: float, purpose: int) -> None:
    """Write a hint."""
    hint = hints[k]
    hint.action = action
    hint.chance = rounded(chance)
    hint.margin = rounded(margin)
    hint.purpose = purpose


@rule
def known_hints(s: Record, seat: int, table: Tensor, moves: Buffer, pad: Pad, hints: Hints) -> int:
    """The moves with the best exact values of a game of two."""
    for k in range(pad.count):
        pad.numbers[k] = exact_worth(s, seat, moves[k], table)
    count = int(min(BEST, pad.count))
    for place in range(count):
        best = 0
        for k in range(pad.count):
            if pad.numbers[k] > pad.numbers[best]:
                best = k
        take_hint(hints, place, moves[best], chance_of(pad.numbers[best], 2), 0.0, BEST_CHANCE)
        pad.numbers[best] = -FAR
    return count


@rule
def searched_hints(
    s: Record, tree: Tree, moves: Buffer, pad: Pad, hints: Hints, room: int, hardly: int
) -> int:
    """The moves that the search has looked at most, without those looked at `hardly` times less than the first."""
    gather(tree, moves, pad)
    among, most, count = sides(s), 0, int(min(room, pad.count))
    for place in range(count):
        best = 0
        for k in range(pad.count):
            if pad.items[k] > pad.items[best]:
                best = k
        visits = pad.items[best]
        most = max(most, visits)
        if visits * hardly < most:
            return place
        value = pad.numbers[best]
        margin = margin_of(value, float(visits), among)
        take_hint(hints, place, moves[best], chance_of(value, among), margin, BEST_CHANCE)
        pad.items[best] = -1
    return count


@entry
def advise(
    root: States,
    seat: int,
    seed: np.uint64,
    table: Tensor,
    tree: Tree,
    searched: bool,
    boards: States,
    acts: Any,
    marks: Int32s,
    moves: Buffer,
    pads: States,
    hints: Hints,
) -> int:
    """Write the best moves, the best first, and give their number; 0: the search must tell, ask again with its tree."""
    s, pad, count = root[0], pads[0], 0
    pad.count = legal(s, moves)
    if searched:
        count = searched_hints(s, tree, moves, pad, hints, BEST, HARDLY)
    elif flag_wins(root, seat, seed, boards, acts, marks, moves, pad) > 0:
        for k in range(pad.count):
            if pad.flags[k] == 1 and count < BEST:
                take_hint(hints, count, moves[k], 1.0, 0.0, WINS_NOW)
                count += 1
        return count
    elif s.players == 2 and len(table) > 0:
        count = known_hints(s, seat, table, moves, pad, hints)
    for k in range(count):
        hints[k].purpose = purpose_of(root, seat, seed, hints[k].action, boards, acts, pad)
    return count


@entry
def rank(root: States, tree: Tree, moves: Buffer, pads: States, hints: Hints) -> int:
    """Write all moves with what the search thinks of them, the most looked-at first, and give their number."""
    s, pad = root[0], pads[0]
    pad.count = legal(s, moves)
    return searched_hints(s, tree, moves, pad, hints, pad.count, MANY)


# ---- win chances -------------------------------------------------------------------------------------------


@rule
def push_lines(tree: Tree, node: int, weight: float, moved: int, pad: Pad, top: int) -> int:
    """For everything that chance may show at a node the most looked-at action, with its part of the weight.

    They are put on the stack (`items`: nodes, `flags`: who has moved, `numbers`: weights); gives its new height.
    """
    for shown in range(SHOWN):
        pad.best[shown] = -1
        pad.visits[shown] = 0
    total, at = 0, tree[node].child
    while at >= 0:
        shown = tree[at].glimpse
        pad.visits[shown] += tree[at].visits
        total += tree[at].visits
        if pad.best[shown] < 0 or tree[at].visits > tree[pad.best[shown]].visits:
            pad.best[shown] = at
        at = tree[at].sibling
    for shown in range(SHOWN):
        if pad.best[shown] >= 0 and top < MOST:
            pad.items[top] = pad.best[shown]
            pad.flags[top] = moved
            pad.numbers[top] = weight * pad.visits[shown] / max(1, total)
            top += 1
    return top


@rule
def goes_on(tree: Tree, node: int, pad: Pad, first: int, top: int) -> bool:
    """Whether the turn at a node is played on for sure: only its last choice counts, trying others is not playing."""
    if first == top or tree[node].visits < ENOUGH:
        return False
    for k in range(first, top):
        if tree[pad.items[k]].seat != tree[node].seat:
            return False
    return True


@rule
def first_values(tree: Tree, players: int, among: int, pad: Pad) -> None:
    """For every side what its first turns lead to if everybody does what was looked at most; chance is averaged.

    Noted in `sums`, each with a number per side: values times weights, weights, and weights² by visits, which is how
    much such a sum varies. Every so many seats are a side.
    """
    for k in range(3 * SEATS):
        pad.sums[k] = 0.0
    top = push_lines(tree, 0, float(tree[0].visits), 0, pad, 0)
    while top > 0:
        top -= 1
        at, moved, weight = pad.items[top], pad.flags[top], pad.numbers[top]
        seat, higher = tree[at].seat, push_lines(tree, at, weight, moved, pad, top)
        if not moved >> seat & 1 and not goes_on(tree, at, pad, top, higher):
            visits, side = max(1, tree[at].visits), seat % among
            pad.sums[side] += weight * tree[at].total / visits
            pad.sums[SEATS + side] += weight
            pad.sums[2 * SEATS + side] += weight * weight / visits
            moved |= 1 << seat
            for k in range(top, higher):
                pad.flags[k] = moved
        if moved != (1 << players) - 1:
            top = higher


@brief_entry
def share_out(among: int, pads: States, chances: Values, margins: Values) -> None:
    """Chances and margins of the sides from what was noted for each, a side that never moved being unknown.

    The chances make 1, so what is missing or too much is put down to those that are least sure, and nobody is less
    sure than all others together.
    """
    sums, total, unsure, left = pads[0].sums, 0.0, 0.0, 0.0
    for k in range(among):
        weight, spread = sums[SEATS + k], sums[2 * SEATS + k]
        value = sums[k] / weight if weight > 0.0 else 0.0
        chances[k] = chance_of(value, among)
        margins[k] = margin_of(value, weight * weight / spread if weight > 0.0 else 0.0, among)
        total += chances[k]
        unsure += margins[k] * margins[k]
    for k in range(among):
        part = margins[k] * margins[k] / unsure
        chances[k] = max(0.0, chances[k] + (1.0 - total) * part)
        margins[k] = np.sqrt(margins[k] * margins[k] * (1.0 - part))
        left += chances[k]
    for k in range(among):
        chances[k] /= left


@entry
def judge(root: States, tree: Tree, pads: States, chances: Values, margins: Values) -> None:
    """Write the chances of all seats to win and their margins, from what the search found."""
    s, among = root[0], sides(root[0])
    first_values(tree, s.players, among, pads[0])
    share_out(among, pads, chances, margins)
    for seat in range(s.players - 1, -1, -1):
        chances[seat] = rounded(chances[seat % among])
        margins[seat] = rounded(margins[seat % among])
