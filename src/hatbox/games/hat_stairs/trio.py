"""Three-player Hat Stairs with perfect memory, one against the rest: what a player can guarantee.

A free-for-all has no single value (a losing player can decide who wins, and plain sweeps do not converge). So each
player asks what is reachable if the other two team up: a zero-sum game, whose sweeps contract by `DISCOUNT` per turn
and converge. The value is the hero's discounted chance of winning; endless play is worth nothing to the hero.
"""

from functools import cache
from typing import Any

import numpy as np

from hatbox.engine.jit import entry, rule
from hatbox.games.hat_stairs.exact import ALL, completed

DISCOUNT = 0.97  # per turn
PRECISION = 1e-3
ON_FIELD, MINE, NEXT, LAST = range(4)  # where the hat is, from the mover's point of view
NO_WAY = -9.0

Table = (
    Any  # a flat array by known, hero relative to the mover, hat, steps of the mover, the next and the last
)


@rule
def size(steps: int) -> int:
    """How many numbers a table holds."""
    return (ALL + 1) * 12 * (steps + 2) ** 3


@rule
def at(known: int, hero: int, hat: int, me: int, b: int, c: int, steps: int) -> int:
    """The index of a position in a table."""
    return ((((known * 3 + hero) * 4 + hat) * (steps + 2) + me) * (steps + 2) + b) * (steps + 2) + c


@rule
def reply(table: Table, hero: int, hat: int, me: int, b: int, c: int, known: int, steps: int) -> float:
    """The hero's value when the next player is to move, with everything seen from that player."""
    turned = hat - 1 if hat >= NEXT else LAST if hat == MINE else ON_FIELD
    return DISCOUNT * table[at(known, (hero + 2) % 3, turned, b, c, me, steps)]


@rule
def arrive(
    table: Table, hero: int, hat: int, me: int, b: int, c: int, known: int, steps: int, hat_step: int
) -> float:
    """The hero's value after the mover has landed on `me` (HS-17…23)."""
    if me == steps + 1:
        return 1.0 if hero == 0 else 0.0
    if hat == MINE and (b == me) != (c == me):  # HS-20, HS-21: exactly one other is there
        return reply(table, hero, NEXT if b == me else LAST, me, b, c, 0, steps)
    there = hat_step if hat == ON_FIELD else b if hat == NEXT else c
    if hat != MINE and me == there:
        return reply(table, hero, MINE, me, b, c, 0, steps)
    return reply(table, hero, hat, me, b, c, known, steps)


@rule
def use_stone(
    table: Table,
    hero: int,
    hat: int,
    me: int,
    b: int,
    c: int,
    known: int,
    value: int,
    steps: int,
    hat_step: int,
) -> float:
    """The mover's better direction with a stone of this value, or staying if neither is open (R-05)."""
    seen, top = completed(known | 1 << (value - 1)), steps + 1 if hat == MINE else steps
    up = down = NO_WAY
    if me + value <= top:
        up = arrive(table, hero, hat, me + value, b, c, seen, steps, hat_step)
    if me - value >= 1:
        down = arrive(table, hero, hat, me - value, b, c, seen, steps, hat_step)
    if up == NO_WAY and down == NO_WAY:
        return reply(table, hero, hat, me, b, c, seen, steps)
    if up == NO_WAY or down == NO_WAY:
        return max(up, down)
    return max(up, down) if hero == 0 else min(up, down)


@rule
def best(
    table: Table, hero: int, hat: int, me: int, b: int, c: int, known: int, steps: int, hat_step: int
) -> float:
    """The best for the hero if the hero moves, else the worst: known stones, or an unknown one (R-20)."""
    sign = 1.0 if hero == 0 else -1.0
    found, total, unknown = -1e9, 0.0, 0
    for value in range(1, 7):
        worth = sign * use_stone(table, hero, hat, me, b, c, known, value, steps, hat_step)
        if known >> (value - 1) & 1:
            found = max(found, worth)
        else:
            total += worth
            unknown += 1
    return sign * max(found, total / unknown if unknown > 0 else found)


@entry
def sweep(table: Table, steps: int, hat_step: int) -> float:
    """Improve every value once and return the largest change."""
    change = 0.0
    for known in range(ALL, -1, -1):
        if completed(known) != known:
            continue
        for hat in range(4):
            for me in range(1, steps + 1):
                for b in range(1, steps + 1):
                    for c in range(1, steps + 1):
                        for hero in range(3):
                            after = best(table, hero, hat, me, b, c, known, steps, hat_step)
                            here = at(known, hero, hat, me, b, c, steps)
                            change = max(change, abs(after - table[here]))
                            table[here] = after
    return change


@rule
def worth_of(
    table: Table,
    hat: int,
    me: int,
    b: int,
    c: int,
    known: int,
    value: int,
    to: int,
    steps: int,
    hat_step: int,
) -> float:
    """The mover's value of a stone, or of moving to a field (0: the better one); staying is not an arrival."""
    if to == 0:
        return use_stone(table, 0, hat, me, b, c, known, value, steps, hat_step)
    seen = completed(known | 1 << (value - 1))
    if to == me:
        return reply(table, 0, hat, me, b, c, seen, steps)
    return arrive(table, 0, hat, to, b, c, seen, steps, hat_step)


@cache
def solve(steps: int = 12, hat_step: int = 6) -> Table:
    """What the mover, the next and the last player can guarantee in every position, in six dimensions."""
    shape = (ALL + 1, 3, 4, steps + 2, steps + 2, steps + 2)
    table = np.zeros(shape, np.float32)
    while sweep(table.ravel(), steps, hat_step) > PRECISION:
        pass
    return table
