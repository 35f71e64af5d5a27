"""What the exact two-player bot can guarantee: its policy evaluated on all positions, not sampled.

`sure` lets the other side answer as well as possible, in the game that was solved (with its discount). `self_play` is
the game against itself without a discount, between two bounds: games still running at the end count as lost or as
won. Where moves are equally good, the worst of them for the mover is used, so that the result holds for any choice.
"""

import numpy as np

from hatbox.engine.jit import entry, rule
from hatbox.games.hat_stairs.exact import (
    DISCOUNT,
    MINE,
    ON_FIELD,
    PRECISION,
    YOURS,
    Table,
    arrive,
    at,
    completed,
    shaped,
    solve,
    sweep,
)

ALIKE = 1e-9  # values closer than this are equally good


@rule
def gone(
    table: Table, hat: int, me: int, you: int, known: int, to: int, steps: int, hat_step: int, keep: float
) -> float:
    """The mover's value after moving to a field; staying is not an arrival (R-05)."""
    if to != me:
        return arrive(table, hat, to, you, known, steps, hat_step, keep)
    turned = YOURS if hat == MINE else MINE if hat == YOURS else ON_FIELD
    return -keep * table[at(turned, you, me, known, steps)]


@rule
def followed(
    guide: Table,
    reply: Table,
    hat: int,
    me: int,
    you: int,
    known: int,
    value: int,
    steps: int,
    hat_step: int,
    keep: float,
) -> tuple[float, float]:
    """The guide's value of a stone, and the actual value of moving in the direction it recommends."""
    seen, top = completed(known | 1 << (value - 1)), steps + 1 if hat == MINE else steps
    up, down = me + value, me - value
    if up > top and down < 1:
        up = down = me
    elif up > top:
        up = down
    elif down < 1:
        down = up
    told_up = gone(guide, hat, me, you, seen, up, steps, hat_step, keep)
    told_down = gone(guide, hat, me, you, seen, down, steps, hat_step, keep)
    got_up = gone(reply, hat, me, you, seen, up, steps, hat_step, keep)
    got_down = gone(reply, hat, me, you, seen, down, steps, hat_step, keep)
    if abs(told_up - told_down) < ALIKE:
        return max(told_up, told_down), min(got_up, got_down)
    return (told_up, got_up) if told_up > told_down else (told_down, got_down)


@rule
def chosen(
    guide: Table,
    reply: Table,
    hat: int,
    me: int,
    you: int,
    known: int,
    steps: int,
    hat_step: int,
    keep: float,
) -> float:
    """The actual value of taking the stone that the guide likes best: a known one, or any unknown one."""
    best, got, told_sum, got_sum, unknown = -9.0, 0.0, 0.0, 0.0, 0
    for number in range(1, 8):
        if number == 7 and unknown > 0:
            told, gets = told_sum / unknown, got_sum / unknown
        elif number < 7:
            told, gets = followed(guide, reply, hat, me, you, known, number, steps, hat_step, keep)
            if not known >> (number - 1) & 1:
                told_sum += told
                got_sum += gets
                unknown += 1
                continue
        else:
            continue
        if abs(told - best) < ALIKE:
            best, got = max(best, told), min(got, gets)
        elif told > best:
            best, got = told, gets
    return got


@entry
def follow(guide: Table, reply: Table, table: Table, steps: int, hat_step: int, keep: float) -> float:
    """Set every position's value for a mover who follows the guide, given the replies; return the largest change."""
    change = 0.0
    for known in range(64):
        if completed(known) == known:
            for hat in range(3):
                for me in range(1, steps + 1):
                    for you in range(1, steps + 1):
                        after = chosen(guide, reply, hat, me, you, known, steps, hat_step, keep)
                        here = at(hat, me, you, known, steps)
                        change = max(change, abs(after - table[here]))
                        table[here] = after
    return change


def sure(steps: int = 12, hat_step: int = 6, discount: float = DISCOUNT) -> tuple[float, float]:
    """What the exact player gets against the best replies, as first and as second player."""
    guide = solve(steps, hat_step, discount).ravel()
    own, other = guide.copy(), guide.copy()
    while (
        max(
            follow(guide, other, own, steps, hat_step, discount), sweep(other, own, steps, hat_step, discount)
        )
        > PRECISION
    ):
        pass
    first, second = (float(shaped(table, steps)[ON_FIELD, 1, 1, 0]) for table in (own, other))
    return first, -second


def self_play(turns: int, steps: int = 12, hat_step: int = 6) -> tuple[float, float]:
    """Bounds on the first player's wins minus losses in self-play, looking this many turns ahead."""
    guide = solve(steps, hat_step).ravel()
    found = []
    for running in (-1.0, 1.0):
        now = np.full_like(guide, running if turns % 2 == 0 else -running)
        for _ in range(turns):
            after = np.zeros_like(guide)
            follow(guide, now, after, steps, hat_step, 1.0)
            now = after
        found.append(float(shaped(now, steps)[ON_FIELD, 1, 1, 0]))
    return found[0], found[1]
