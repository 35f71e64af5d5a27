"""Hints and win chances, compiled: what the search found, as chances with margins, and what moves do."""

from typing import Any

import numpy as np

from hatbox.bots.choice import FAR, gather
from hatbox.bots.search import Tree
from hatbox.bots.turns import BEST_END, MOST, SEATS, SHOWN, WON, Pad, flag_wins
from hatbox.bots.turns import SURE as WINNING
from hatbox.engine.dice import seeded
from hatbox.engine.dispatch import apply, evaluate, exact_worth, facts, legal, resample, returns, sides
from hatbox.engine.facts import BEST_CHANCE, ONLY_MOVE, ROW, Notes, say
from hatbox.engine.jit import brief_entry, entry, rule
from hatbox.engine.record import Buffer, Int32s, Record, States, Tensor, Values
from hatbox.engine.replies import first_turn, is_complete, next_turn

SURE = 1.96  # standard deviations of a 95 % interval
BEST = 3  # moves of a hint
HARDLY = 10  # a move visited this many times less than the first is no hint
MANY = 1 << 40
ENOUGH = 8  # visits of a node whose actions have been tried
DIGITS = 1000.0  # chances are rounded to so many parts
SENTENCES = 2  # that are given for a move
NOTHING = -1  # marks the end of the facts

HINT: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype([("chance", "f8"), ("margin", "f8"), ("action", "i4"), ("unused", "i4")]),
    )
)
Hints = Any  # an array of BEST hints


@rule
def rounded(x: float) -> float:
    """Round to three digits."""
    return float(np.floor(x * DIGITS + 0.5) / DIGITS)


@brief_entry
def chance_of(value: float, among: int) -> float:
    """Return a value (a lone winner gets 1, all together 0) as the chance to win among so many sides."""
    return min(1.0, max(0.0, (value * (among - 1) + 1.0) / among))


@brief_entry
def margin_of(value: float, visits: float, among: int) -> float:
    """Return the margin of a value due to sampling; values lie between -1 and 1.

    A few equal results are no certainty: two more visits without a result are added.
    """
    if visits < 1.0:
        return 1.0
    mean = value * visits / (visits + 2.0)
    return float(min(1.0, SURE * np.sqrt((1.0 - mean * mean) / visits) * (among - 1) / among))


@brief_entry
def sides_of(root: States) -> int:
    """Return how many sides play against each other."""
    return sides(root[0])


# ---- hints -------------------------------------------------------------------------------------------------


@rule
def take_hint(hints: Hints, k: int, action: int, chance: float, margin: float) -> None:
    """Write a hint."""
    hint = hints[k]
    hint.action = action
    hint.chance = rounded(chance)
    hint.margin = rounded(margin)


@rule
def known_hints(s: Record, seat: int, table: Tensor, moves: Buffer, pad: Pad, hints: Hints) -> int:
    """Write the moves with the best exact values of a game of two."""
    for k in range(pad.count):
        pad.numbers[k] = exact_worth(s, seat, moves[k], table)
    count = int(min(BEST, pad.count))
    for place in range(count):
        best = 0
        for k in range(pad.count):
            if pad.numbers[k] > pad.numbers[best]:
                best = k
        take_hint(hints, place, moves[best], chance_of(pad.numbers[best], 2), 0.0)
        pad.numbers[best] = -FAR
    return count


@rule
def searched_hints(
    s: Record, tree: Tree, moves: Buffer, pad: Pad, hints: Hints, room: int, hardly: int
) -> int:
    """Write the most visited moves, without those visited `hardly` times less than the first."""
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
        take_hint(hints, place, moves[best], chance_of(value, among), margin)
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
    """Write the best moves, the best first, and return their number; 0: call again with the tree of a search."""
    s, pad, count = root[0], pads[0], 0
    pad.count = legal(s, moves)
    if searched:
        count = searched_hints(s, tree, moves, pad, hints, BEST, HARDLY)
    elif flag_wins(root, seat, seed, boards, acts, marks, moves, pad) > 0:
        for k in range(pad.count):
            if pad.tags[k] == 1 and count < BEST:
                take_hint(hints, count, moves[k], 1.0, 0.0)
                count += 1
        return count
    elif s.players == 2 and len(table) > 0:
        count = known_hints(s, seat, table, moves, pad, hints)
    return count


@entry
def rank(root: States, tree: Tree, moves: Buffer, pads: States, hints: Hints) -> int:
    """Write all moves with their values from the search, the most visited first, and return their number."""
    s, pad = root[0], pads[0]
    pad.count = legal(s, moves)
    return searched_hints(s, tree, moves, pad, hints, pad.count, MANY)


# ---- what moves do ------------------------------------------------------------------------------------------


@rule
def child_by(tree: Tree, node: int, action: int) -> int:
    """Return the node of an action that the search has tried, or NOTHING; an unknown node has none."""
    at = tree[node].child if node >= 0 else NOTHING
    while at >= 0 and tree[at].action != action:
        at = tree[at].sibling
    return int(at)


@rule
def next_choice(s: Record, seat: int, table: Tensor, tree: Tree, node: int, moves: Any) -> int:
    """Return how a turn continues: as in exact play, otherwise as visited most; NOTHING: neither is known."""
    count, best, most = legal(s, moves), NOTHING, -FAR
    for k in range(count):
        worth = 0.0
        if len(table) > 0:
            worth = exact_worth(s, seat, moves[k], table)
        else:
            child = child_by(tree, node, moves[k])
            if child < 0 or tree[child].visits < ENOUGH:
                continue
            worth = float(tree[child].visits)
        if worth > most:
            most = worth
            best = int(moves[k])
    return best


@rule
def play_out(
    root: States,
    seat: int,
    seed: np.uint64,
    action: int,
    table: Tensor,
    tree: Tree,
    boards: States,
    acts: Any,
    pad: Pad,
) -> None:
    """Play a move in one of the seat's worlds, and finish its turn as well as is known; the end is on the last board.

    Where neither exact play nor the search knows how to continue, all ends of the turn are compared at first
    sight.
    """
    boards[0] = root[0]
    boards[0].rng = seeded(seed)
    resample(boards[0], seat)
    boards[BEST_END] = boards[0]
    node, choice = 0, action
    while choice != NOTHING:
        node = child_by(tree, node, choice)
        apply(boards[0], choice)
        if is_complete(boards[0], boards[BEST_END]):
            boards[BEST_END] = boards[0]
            return
        choice = next_choice(boards[0], seat, table, tree, node, acts[0])
    best, tried = -FAR, 0
    first_turn(boards, acts, pad)
    end = next_turn(boards, acts, pad)
    while end >= 0 and tried < MOST:
        worth = worth_of(boards[end], seat, pad)
        if worth > best:
            best = worth
            boards[BEST_END] = boards[end]
        tried += 1
        end = next_turn(boards, acts, pad)


@rule
def worth_of(s: Record, seat: int, pad: Pad) -> float:
    """Return what the end of a turn looks worth; a win is worth more than any evaluation."""
    if not s.over:
        evaluate(s, pad.values[:])
        return float(pad.values[seat])
    returns(s, pad.values[:])
    return WON if pad.values[seat] > WINNING else float(pad.values[seat])


@rule
def notes_fact(out: Notes, other: Notes, row: int) -> bool:
    """Whether a fact of another move was noted for this one too."""
    for k in range(out.count):
        if (
            out.kind[k] == other.kind[row]
            and out.given[k, 0] == other.given[row, 0]
            and out.given[k, 1] == other.given[row, 1]
            and out.given[k, 2] == other.given[row, 2]
        ):
            return True
    return False


@rule
def is_shared(notes: States, count: int, move: int, row: int) -> bool:
    """Whether all other moves do the same, so that it distinguishes nothing."""
    for other in range(count):
        if other != move and not notes_fact(notes[other], notes[move], row):
            return False
    return count > 1


@rule
def tell_facts(notes: States, count: int, move: int, told: Int32s) -> None:
    """Write the first facts of a move, those that distinguish it before those that all moves share."""
    out, at = notes[move], move * SENTENCES * ROW
    last = at + SENTENCES * ROW
    for k in range(at, last):
        told[k] = NOTHING
    for shared in range(2):
        for row in range(out.count):
            if at < last and is_shared(notes, count, move, row) == (shared == 1):
                told[at] = out.kind[row]
                for k in range(ROW - 1):
                    told[at + 1 + k] = out.given[row, k]
                at += ROW


@entry
def explain(
    root: States,
    seat: int,
    seed: np.uint64,
    wanted: Int32s,
    table: Tensor,
    tree: Tree,
    boards: States,
    acts: Any,
    moves: Buffer,
    pads: States,
    notes: States,
    told: Int32s,
) -> None:
    """Write what each of the given moves does, the best one first: at most SENTENCES facts of ROW numbers each."""
    only = legal(root[0], moves) == 1
    for k in range(len(wanted)):
        notes[k].count = 0
        play_out(root, seat, seed, wanted[k], table, tree, boards, acts, pads[0])
        after = boards[BEST_END]
        won = after.over and worth_of(after, seat, pads[0]) == WON
        facts(root[0], wanted[k], after, seat, won, boards, acts, pads[0], notes[k])
        if only:
            say(notes[k], ONLY_MOVE, 0, 0, 0)
        elif k == 0 and notes[k].count == 0:
            say(notes[k], BEST_CHANCE, 0, 0, 0)
    for k in range(len(wanted)):
        tell_facts(notes, len(wanted), k, told)


# ---- win chances -------------------------------------------------------------------------------------------


@rule
def push_lines(tree: Tree, node: int, weight: float, moved: int, pad: Pad, top: int) -> int:
    """Find the most visited action for everything that chance may show at a node, with its part of the weight.

    They are put on the stack (`items`: nodes, `tags`: who has moved, `numbers`: weights); returns its new
    height.
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
            pad.tags[top] = moved
            pad.numbers[top] = weight * pad.visits[shown] / max(1, total)
            top += 1
    return top


@rule
def goes_on(tree: Tree, node: int, pad: Pad, first: int, top: int) -> bool:
    """Whether the same seat certainly chooses again after this node: only the last choice of a turn counts."""
    if first == top or tree[node].visits < ENOUGH:
        return False
    for k in range(first, top):
        if tree[pad.items[k]].seat != tree[node].seat:
            return False
    return True


@rule
def first_values(tree: Tree, players: int, among: int, pad: Pad) -> None:
    """For every side, sum what its first turns lead to if all play what was visited most; chance is averaged.

    Written to `sums`, each with a number per side: values times weights, weights, and weights² by visits,
    which is the variance of such a sum. Every so many seats are a side.
    """
    for k in range(3 * SEATS):
        pad.sums[k] = 0.0
    top = push_lines(tree, 0, float(tree[0].visits), 0, pad, 0)
    while top > 0:
        top -= 1
        at, moved, weight = pad.items[top], pad.tags[top], pad.numbers[top]
        seat, higher = tree[at].seat, push_lines(tree, at, weight, moved, pad, top)
        if not moved >> seat & 1 and not goes_on(tree, at, pad, top, higher):
            visits, side = max(1, tree[at].visits), seat % among
            pad.sums[side] += weight * tree[at].total / visits
            pad.sums[SEATS + side] += weight
            pad.sums[2 * SEATS + side] += weight * weight / visits
            moved |= 1 << seat
            for k in range(top, higher):
                pad.tags[k] = moved
        if moved != (1 << players) - 1:
            top = higher


@brief_entry
def share_out(among: int, pads: States, chances: Values, margins: Values) -> None:
    """Compute chances and margins of the sides from these sums; a side that never moved is unknown.

    The chances add up to 1, so a surplus or a lack is assigned to the least certain sides, and no side is
    less certain than all others together.
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
