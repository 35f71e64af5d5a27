"""One search for all games: information-set Monte-Carlo tree search over the compiled rules.

Every iteration looks at another world that the seat cannot tell from the true one, so hidden things and dice are
averaged by themselves. Nodes are records in an array: the tree holds no Python objects, and its memory is bounded
by the number of nodes.
"""

from typing import Annotated, Any

import numpy as np

from hatbox.dice import below, seeded
from hatbox.doors import apply, evaluate, legal, prefer, resample, returns
from hatbox.jit import entry, rule
from hatbox.record import Buffer, Int32, Int32s, Record, States, Values

DEEPEST = 200  # plies from the root to the last node
SEATS = 6
NONE = -1
LONGEST_TURN = 20  # actions of one seat in a row that the greedy player follows
FIRST_SIGHT = 1.0  # how much `prefer` weighs until an action has been tried more often

Tree = Any  # an array of nodes

NODE: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", "f4"),  # sum of the values for `seat`
                ("prior", "f4"),  # how good the action looked at first sight
                ("visits", "i4"),
                ("seen", "i4"),  # how often the action was there to be chosen
                ("child", "i4"),
                ("sibling", "i4"),
                ("action", "i2"),
                ("seat", "i2"),  # who chose the action
            ],
            align=True,
        ),
    )
)


class Desk(Record, slug="desk"):
    """What the thinker keeps between two calls; `rng` is its own generator."""

    used: Int32  # nodes of the tree in use
    ply: Int32  # plies looked at, to mark the actions that are legal now
    depth: Int32
    path: Annotated[Int32s, DEEPEST]


@rule
def new_node(tree: Tree, at: int, action: int, seat: int) -> None:
    """A node that nobody has visited."""
    t = tree[at]
    t.total = t.prior = 0.0
    t.visits = t.seen = 0
    t.child = t.sibling = NONE
    t.action = action
    t.seat = seat


@rule
def best_child(tree: Tree, node: int, now: int, exploration: float, marks: Int32s) -> int:
    """The most promising known action among those that are legal now; they are marked as known."""
    best, best_value = NONE, -1e30
    child = tree[node].child
    while child >= 0:
        c = tree[child]
        if marks[c.action] == now:
            marks[c.action] = -now
            c.seen += 1
            value = c.total / c.visits + exploration * np.sqrt(np.log(c.seen) / c.visits)
            value += FIRST_SIGHT * c.prior / (1 + c.visits)
            if value > best_value:
                best, best_value = child, value
        child = c.sibling
    return best


@rule
def add_child(s: Record, tree: Tree, desk: Desk, node: int, acts: Buffer, n: int, marks: Int32s) -> int:
    """A node for the untried legal action that looks best at first sight, or NONE."""
    now, fresh, best = desk.ply, NONE, -1.0
    for k in range(n):
        if marks[acts[k]] == now:
            look = prefer(s, acts[k]) + 1e-4 * below(desk, 100)
            if look > best:
                fresh, best = acts[k], look
    if fresh == NONE or desk.used == len(tree):
        return NONE
    at = desk.used
    desk.used += 1
    new_node(tree, at, fresh, s.turn)
    tree[at].prior = best
    tree[at].seen = 1
    tree[at].sibling = tree[node].child
    tree[node].child = at
    return at


@rule
def descend(s: Record, tree: Tree, desk: Desk, exploration: float, acts: Buffer, marks: Int32s) -> None:
    """Walk down the tree in this world until a new node is added."""
    node = 0
    desk.depth = 0
    desk.path[0] = 0
    while not s.over and desk.depth < DEEPEST - 1:
        n = legal(s, acts)
        desk.ply += 1
        for k in range(n):
            marks[acts[k]] = desk.ply
        known = best_child(tree, node, desk.ply, exploration, marks)
        new = add_child(s, tree, desk, node, acts, n, marks)
        node = new if new != NONE else known
        if node == NONE:
            return
        desk.depth += 1
        desk.path[desk.depth] = node
        apply(s, tree[node].action)
        if new != NONE:
            return


@rule
def play_on(s: Record, desk: Desk, horizon: int, sighted: bool, acts: Buffer, values: Values) -> None:
    """Play at random to the horizon and evaluate; `sighted`: the better-looking of two actions each time."""
    steps = 0
    while not s.over and (horizon == 0 or steps < horizon):
        n = legal(s, acts)
        choice = acts[below(desk, n)]
        if sighted and n > 1:
            other = acts[below(desk, n)]
            if prefer(s, other) > prefer(s, choice):
                choice = other
        apply(s, choice)
        steps += 1
    if s.over:
        returns(s, values)
    else:
        evaluate(s, values)


@rule
def learn(tree: Tree, desk: Desk, values: Values) -> None:
    """Tell every node on the path how it ended."""
    for d in range(desk.depth + 1):
        t = tree[desk.path[d]]
        t.visits += 1
        if t.seat >= 0:
            t.total += values[t.seat]


@entry
def clear(tree: Tree, desks: States, seed: np.uint64) -> None:
    """An empty tree: only the root."""
    new_node(tree, 0, NONE, NONE)
    desk = desks[0]
    desk.rng = seed
    desk.used = 1
    desk.ply = 0


@entry
def think(
    root: States,
    seat: int,
    tree: Tree,
    desks: States,
    iterations: int,
    exploration: float,
    horizon: int,
    sighted: bool,
    acts: Buffer,
    marks: Int32s,
) -> None:
    """Run some iterations for `seat`; call again to go on. `marks` has a number per action of the game."""
    work = np.empty_like(root)
    values = np.zeros(SEATS, np.float64)
    s, desk = work[0], desks[0]
    for _ in range(iterations):
        work[0] = root[0]
        below(desk, 2)
        s.rng = desk.rng
        resample(s, seat)
        descend(s, tree, desk, exploration, acts, marks)
        play_on(s, desk, horizon, sighted, acts, values)
        learn(tree, desk, values)


@rule
def best_looking(s: Record, acts: Buffer) -> int:
    """The legal action that looks best at first sight."""
    best, look = 0, -1.0
    for k in range(legal(s, acts)):
        value = prefer(s, acts[k])
        if value > look:
            best, look = acts[k], value
    return best


@entry
def first_look(
    root: States, seat: int, moves: Buffer, worlds: int, seed: np.uint64, acts: Buffer, looks: Values
) -> None:
    """How each move evaluates at the end of the seat's turn, on average over some worlds."""
    work = np.empty_like(root)
    values = np.zeros(SEATS, np.float64)
    s = work[0]
    for k in range(len(moves)):
        for world in range(worlds):
            work[0] = root[0]
            s.rng = seeded(seed + np.uint64(world))
            resample(s, seat)
            apply(s, moves[k])
            steps = 0
            while not s.over and s.turn == seat and steps < LONGEST_TURN:
                apply(s, best_looking(s, acts))
                steps += 1
            if s.over:
                returns(s, values)
            else:
                evaluate(s, values)
            looks[k] += values[seat] / worlds
