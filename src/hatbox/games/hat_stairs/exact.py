"""Hat Stairs solved: two players with perfect memory, by value iteration.

Knowledge is common and stones are interchangeable, so a position is: where the mover and the other player stand, who
has the hat, and which values are known. The value is wins minus losses for the mover. Endless play is possible – both
reuse known stones – so the value is discounted a little per turn (`DISCOUNT`); otherwise it lies between two bounds.
"""

from functools import cache
from typing import Any

import numpy as np

from hatbox.engine.jit import entry, rule

ON_FIELD, MINE, YOURS = range(3)  # where the hat is, from the mover's point of view
ALL = 63  # the set of all six values, bit v-1 for value v
NO_WAY = -2.0  # worse than any loss
PRECISION = 1e-6
DISCOUNT = 0.99  # per turn

Table = Any  # a flat array by hat, mover's step, other's step and known values, see `at`


@rule
def size(steps: int) -> int:
    """How many numbers a table holds."""
    return 3 * (steps + 2) * (steps + 2) * (ALL + 1)


@rule
def at(hat: int, me: int, you: int, known: int, steps: int) -> int:
    """The index of a position in a table."""
    return ((hat * (steps + 2) + me) * (steps + 2) + you) * (ALL + 1) + known


@rule
def completed(known: int) -> int:
    """Complete the known values: five of them determine the sixth."""
    missing = ALL & ~known
    return ALL if missing & (missing - 1) == 0 else known


@rule
def arrive(
    table: Table, hat: int, me: int, you: int, known: int, steps: int, hat_step: int, keep: float
) -> float:
    """The mover's value after landing on `me` (HS-17…23); then it is the other player's turn."""
    if me == steps + 1:
        return keep
    if hat == ON_FIELD and me == hat_step:
        return -keep * table[at(YOURS, you, me, 0, steps)]
    if hat == YOURS and me == you:
        return -keep * table[at(YOURS, you, me, 0, steps)]
    if hat == MINE and me == you:
        return -keep * table[at(MINE, you, me, 0, steps)]
    turned = YOURS if hat == MINE else MINE if hat == YOURS else ON_FIELD
    return -keep * table[at(turned, you, me, known, steps)]


@rule
def way(
    table: Table, hat: int, me: int, you: int, known: int, to: int, steps: int, hat_step: int, keep: float
) -> float:
    """The value of going to a field, or NO_WAY if it is off the stairs (HS-14, HS-16)."""
    top = steps + 1 if hat == MINE else steps
    if to < 1 or to > top:
        return NO_WAY
    return arrive(table, hat, to, you, known, steps, hat_step, keep)


@rule
def use_stone(
    table: Table, hat: int, me: int, you: int, known: int, value: int, steps: int, hat_step: int, keep: float
) -> float:
    """The better direction with a stone of this value, or staying if neither is open (R-05)."""
    seen = completed(known | 1 << (value - 1))
    up = way(table, hat, me, you, seen, me + value, steps, hat_step, keep)
    down = way(table, hat, me, you, seen, me - value, steps, hat_step, keep)
    if up == NO_WAY and down == NO_WAY:
        turned = YOURS if hat == MINE else MINE if hat == YOURS else ON_FIELD
        return -keep * table[at(turned, you, me, seen, steps)]
    return max(up, down)


@rule
def best(
    table: Table, hat: int, me: int, you: int, known: int, steps: int, hat_step: int, keep: float
) -> float:
    """The best known stone, or an unknown one: all missing values are equally likely (R-20)."""
    found, total, unknown = -1e9, 0.0, 0
    for value in range(1, 7):
        worth = use_stone(table, hat, me, you, known, value, steps, hat_step, keep)
        if known >> (value - 1) & 1:
            found = max(found, worth)
        else:
            total += worth
            unknown += 1
    return max(found, total / unknown) if unknown else found


@entry
def sweep(table: Table, reply: Table, steps: int, hat_step: int, keep: float) -> float:
    """Improve every value of the mover once, given the values of the reply, and return the largest change."""
    change = 0.0
    for known in range(63, -1, -1):
        if completed(known) == known:
            for hat in range(3):
                for me in range(1, steps + 1):
                    for you in range(1, steps + 1):
                        after = best(reply, hat, me, you, known, steps, hat_step, keep)
                        here = at(hat, me, you, known, steps)
                        change = max(change, abs(after - table[here]))
                        table[here] = after
    return change


@rule
def worth_of(
    table: Table, hat: int, me: int, you: int, known: int, value: int, to: int, steps: int, hat_step: int
) -> float:
    """The mover's value of a stone, or of moving to a field (0: the better one); staying is not an arrival (R-05)."""
    if to == 0:
        return use_stone(table, hat, me, you, known, value, steps, hat_step, 1.0)
    seen = completed(known | 1 << (value - 1))
    if to == me:
        turned = YOURS if hat == MINE else MINE if hat == YOURS else ON_FIELD
        return -table[at(turned, you, me, seen, steps)]
    return arrive(table, hat, to, you, seen, steps, hat_step, 1.0)


@cache
def solve(steps: int = 12, hat_step: int = 6, discount: float = DISCOUNT) -> Table:
    """The value of every position for the mover, as the exact player uses it, in four dimensions for analysis."""
    table = np.zeros(3 * (steps + 2) ** 2 * (ALL + 1), np.float32)
    while sweep(table, table, steps, hat_step, discount) > PRECISION:
        pass
    return shaped(table, steps)


def shaped(table: Table, steps: int) -> Table:
    """The same numbers indexed by hat, mover's step, other's step and known values."""
    return table.reshape(3, steps + 2, steps + 2, ALL + 1)


def bound(steps: int, endless: float, hat_step: int = 6) -> float:
    """The first player's undiscounted value if endless play is worth `endless` (-1 or 1) to them."""
    first = np.full(3 * (steps + 2) ** 2 * (ALL + 1), endless)
    second = -first
    while (
        max(sweep(first, second, steps, hat_step, 1.0), sweep(second, first, steps, hat_step, 1.0))
        > PRECISION
    ):
        pass
    return float(shaped(first, steps)[ON_FIELD, 1, 1, 0])
