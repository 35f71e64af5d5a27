"""One search for all games: information-set Monte-Carlo tree search over the compiled rules.

Every iteration samples another world that the seat cannot tell from the true one, so hidden things and dice
are averaged; what chance shows to everyone (`glimpse`) separates the branches of a node. Nodes are records in
an array: the tree holds no Python objects, and its memory is bounded by the number of nodes.

The loop of one iteration is in one function, with one call of `legal` and of `apply`: every compiled function
contains all that it calls, and the rules of a large game take seconds each time.
"""

from typing import Annotated, Any

import numpy as np

from hatbox.engine.curves import ln, power
from hatbox.engine.dice import below, seeded
from hatbox.engine.dispatch import apply, evaluate, glimpse, legal, prefer, resample, returns, trained
from hatbox.engine.jit import entry, rule
from hatbox.engine.learned import MOST_FEATURES, estimate
from hatbox.engine.record import Buffer, Int32, Int32s, Record, States, Uint64, Values

DEEPEST = 200  # plies from the root to the last node
SEATS = 6
NONE = -1
LONGEST = 40  # actions of an unfinished turn that the play-out follows
TIE = 1e-4  # breaks ties between moves that look alike
KNOWN_LOGS = 4096

Tree = Any  # an array of nodes
Manner = Any  # one record: how to search

NODE: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", "f4"),  # sum of the values for `seat`
                ("prior", "f4"),  # how good the action looked at first sight
                ("visits", "i4"),
                ("seen", "i4"),  # how often the action was available
                ("child", "i4"),
                ("sibling", "i4"),
                ("action", "i2"),
                ("seat", "i1"),  # who chose the action
                ("glimpse", "u1"),  # what chance had shown before it
            ],
            align=True,
        ),
    )
)

MANNER: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("exploration", "f8"),  # exploration against exploitation
                ("bias", "f8"),  # weight of the first impression until an action has been tried more often
                ("widening", "f8"),  # a node of n visits has at most 2 + n ** widening actions
                ("horizon", "i4"),  # turns of the play-out before it is evaluated; 0: to the end of the game
                ("glances", "i4"),  # actions that the play-out compares at first sight; 0: all
                ("deepest", "i4"),  # plies of the tree
                ("haste", "f8"),  # discount per turn; 1: none
                ("even", "i4"),  # above 0: so many actions in turn, each in the same worlds
                ("margin", "f8"),  # weight of the lead at the end beside the result, for games with points
                (
                    "learned",
                    "i4",
                ),  # above 0: evaluate by what was learned from games, if anything was
            ],
            align=True,
        ),
    )
)


class Desk(Record, slug="desk"):
    """What the search keeps between two calls; `rng` is its own generator."""

    world: Uint64  # the generator of the current world
    used: Int32  # nodes of the tree in use
    ply: Int32  # plies visited, to mark the actions that are legal now
    depth: Int32
    path: Annotated[Int32s, DEEPEST]
    leads: Annotated[Values, SEATS]  # how far ahead each seat is at the end
    values: Annotated[Values, SEATS]  # of the world that has just ended
    found: Annotated[Int32s, MOST_FEATURES]  # features of one side there
    logged: Int32  # how many logarithms are known
    logs: Annotated[Values, KNOWN_LOGS]  # looked up: computing them took a tenth of the search


@rule
def new_node(tree: Tree, at: int, action: int, seat: int) -> None:
    """Make a node without visits."""
    t = tree[at]
    t.total = t.prior = 0.0
    t.visits = t.seen = t.glimpse = 0
    t.child = t.sibling = NONE
    t.action = action
    t.seat = seat


@rule
def best_child(tree: Tree, desk: Desk, node: int, shown: int, manner: Manner, marks: Int32s) -> int:
    """Return the most promising known action among those that are legal now; they are marked as known."""
    best, best_value, now = NONE, -1e30, desk.ply
    child = tree[node].child
    while child >= 0:
        c = tree[child]
        if marks[c.action] == now and c.glimpse == shown:
            marks[c.action] = -now
            c.seen += 1
            log = desk.logs[c.seen] if c.seen < KNOWN_LOGS else ln(c.seen)
            share = 1.0 / c.visits
            value = c.total * share + manner.exploration * np.sqrt(log * share)
            value += manner.bias * c.prior / (1 + c.visits)
            if value > best_value:
                best, best_value = child, value
        child = c.sibling
    return best


@rule
def add_child(s: Record, tree: Tree, desk: Desk, node: int, acts: Buffer, n: int, marks: Int32s) -> int:
    """Return a node for the untried legal action that looks best at first sight, or NONE."""
    now, fresh, best = desk.ply, NONE, -1.0
    for k in range(n):
        if marks[acts[k]] == now:
            look = prefer(s, acts[k]) + TIE * below(desk, 100) / 100
            if look > best:
                fresh, best = acts[k], look
    if fresh == NONE or desk.used == len(tree):
        return NONE
    at = desk.used
    desk.used += 1
    new_node(tree, at, fresh, s.turn)
    tree[at].prior = best
    tree[at].seen = 1
    tree[at].glimpse = glimpse(s)
    tree[at].sibling = tree[node].child
    tree[node].child = at
    return at


@rule
def step_down(
    s: Record, tree: Tree, desk: Desk, node: int, manner: Manner, acts: Buffer, n: int, marks: Int32s
) -> int:
    """Return the next node in this world, new or known; NONE when the tree is full here."""
    desk.ply += 1
    for k in range(n):
        marks[acts[k]] = desk.ply
    known = best_child(tree, desk, node, glimpse(s), manner, marks)
    tried = 0
    for k in range(n):
        tried += marks[acts[k]] != desk.ply
    room = 2.0 + power(tree[node].visits, manner.widening)
    new = add_child(s, tree, desk, node, acts, n, marks) if tried < n and tried < room else NONE
    node = new if new != NONE else known
    if node != NONE:
        desk.depth += 1
        desk.path[desk.depth] = node
    return node


@rule
def glance(s: Record, desk: Desk, glances: int, acts: Buffer, n: int) -> int:
    """Return the action that looks best at first sight, of all or of a random sample."""
    if n == 1:
        return int(acts[0])
    best, best_look = NONE, -1.0
    for k in range(glances if glances > 0 else n):
        action = acts[k] if glances == 0 else acts[below(desk, n)]
        look = prefer(s, action) + TIE * below(desk, 100) / 100
        if look > best_look:
            best, best_look = action, look
    return best


@rule
def learn(tree: Tree, desk: Desk, values: Values, worth: float) -> None:
    """Update every node on the path with the result, discounted by the number of turns."""
    for d in range(desk.depth + 1):
        t = tree[desk.path[d]]
        t.visits += 1
        if t.seat >= 0:
            t.total += worth * values[t.seat]


@rule
def settle(s: Record, desk: Desk, margin: float, values: Values) -> None:
    """Write what the end is worth: the result first, and then how clear it was."""
    for seat in range(s.players):
        desk.leads[seat] = 0.0
    if margin > 0.0:
        evaluate(s, values)
        for seat in range(s.players):
            desk.leads[seat] = margin * values[seat]
    returns(s, values)
    for seat in range(s.players):
        values[seat] += desk.leads[seat]


@rule
def learn_logs(desk: Desk, more: int) -> None:
    """Compute the logarithms that so many more iterations can need."""
    for k in range(max(1, desk.logged), min(KNOWN_LOGS, desk.logged + more + 2)):
        desk.logs[k] = ln(k)
        desk.logged = k


@entry
def clear(tree: Tree, desks: States, seed: np.uint64) -> None:
    """Make an empty tree: only the root."""
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
    manners: States,
    iterations: int,
    acts: Buffer,
    marks: Int32s,
) -> None:
    """Run some iterations for `seat`; call again to continue. `marks` has a number per action of the game.

    root[0] is the position, root[1] a scratch board: nothing is allocated here.
    """
    s, desk, manner = root[1], desks[0], manners[0]
    values, found = desk.values[:], desk.found[:]
    learned = manner.learned > 0 and trained(root[0])
    learn_logs(desk, iterations)
    for k in range(iterations):
        root[1] = root[0]
        if manner.even == 0 or k % manner.even == 0:
            below(desk, 2)
            desk.world = desk.rng
        s.rng = desk.world
        resample(s, seat)
        node = desk.depth = desk.path[0] = 0
        new, turns, steps, worth = False, 0, 0, 1.0
        while not s.over:
            mover = s.turn
            n = legal(s, acts)
            if not new and node != NONE and desk.depth < manner.deepest:
                used = desk.used
                node = step_down(s, tree, desk, node, manner, acts, n, marks)
                new = desk.used > used
                action = tree[node].action if node != NONE else glance(s, desk, manner.glances, acts, n)
            else:
                new = True
                steps += 1
                action = glance(s, desk, manner.glances, acts, n)
            apply(s, action)
            if s.turn != mover:
                turns += new
                worth *= manner.haste
            if new and manner.horizon > 0 and (turns >= manner.horizon or steps > LONGEST * manner.horizon):
                break
        if s.over:
            settle(s, desk, manner.margin, values)
        elif learned:
            estimate(s, found, values)
        else:
            evaluate(s, values)
        learn(tree, desk, values, worth)


@rule
def best_looking(s: Record, acts: Buffer) -> int:
    """Return the legal action that looks best at first sight."""
    best, look = 0, -1.0
    for k in range(legal(s, acts)):
        value = prefer(s, acts[k])
        if value > look:
            best, look = acts[k], value
    return best


@rule
def first_look(
    root: States,
    seat: int,
    moves: Buffer,
    worlds: int,
    seed: np.uint64,
    boards: States,
    acts: Buffer,
    values: Values,
    looks: Values,
) -> None:
    """Write the evaluation of each move at the end of the seat's turn, on average over some worlds."""
    s = boards[0]
    for k in range(len(moves)):
        for world in range(worlds):
            boards[0] = root[0]
            s.rng = seeded(seed + np.uint64(world))
            resample(s, seat)
            apply(s, moves[k])
            steps = 0
            while not s.over and s.turn == seat and steps < LONGEST:
                apply(s, best_looking(s, acts))
                steps += 1
            if s.over:
                returns(s, values)
            else:
                evaluate(s, values)
            looks[k] += values[seat] / worlds
