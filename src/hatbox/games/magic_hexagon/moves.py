"""Which hat may go where, and what it may collect there."""

import numpy as np

from hatbox.games.magic_hexagon.board import ALONE, AROUND, BIT, BLACK, CELL, CELLS, SHIFTS
from hatbox.games.magic_hexagon.cells import EMPTY, Cells, U, around, has, linked, lowest, without_lowest
from hatbox.games.magic_hexagon.state import (
    ANY_DISC,
    ANY_HAT,
    HATS,
    INGREDIENT,
    KINDS,
    KITCHEN,
    MAGIC,
    NO_HAT,
    PATH,
    State,
)
from hatbox.jit import rule
from hatbox.record import Buffer

RUNS, JUMPS, RUNS_OR_JUMPS = range(3)


@rule
def other_hats(s: State, hat: int) -> Cells:
    """Where the three other hats stand."""
    low, high = EMPTY, EMPTY
    for other in range(HATS):
        if other != hat:
            low, high = U(low | ALONE[s.hats[other], 0]), U(high | ALONE[s.hats[other], 1])
    return low, high


# ---- collecting ------------------------------------------------------------------------------------------


@rule
def needed(s: State, kind: int) -> int:
    """MH-30…32: how many discs of its colour unlock a disc of this kind."""
    if kind == INGREDIENT:
        return 0
    return kind if s.players == 2 else kind + 1


@rule
def counting(s: State, seat: int, colour: int, kind: int) -> int:
    """MH-33: all discs of the colour count; `lower_only`: those below the wanted kind (MH-O03)."""
    below = KINDS if s.restriction_counts == ANY_DISC else kind
    count = 0
    for lower in range(below):
        count += s.counts[seat, colour, lower]
    return count


@rule
def unlocked(s: State, seat: int, colour: int, kind: int) -> bool:
    """MH-30: whether the seat already owns enough discs of the colour."""
    return kind == INGREDIENT or counting(s, seat, colour, kind) >= needed(s, kind)


@rule
def places_to_collect(s: State, seat: int, hat: int, kind: int) -> Cells:
    """MH-13, MH-15, MH-16: the cells next to a disc that this hat may take there."""
    low, high = U(s.lying[hat, kind, 0]), U(s.lying[hat, kind, 1])
    if U(low | high) == EMPTY or not unlocked(s, seat, hat, kind):
        return EMPTY, EMPTY
    hats_low, hats_high = other_hats(s, hat)
    return around(U(low & ~hats_low), U(high & ~hats_high))


@rule
def matching(s: State, hat: int, cell: int, kind: int) -> Cells:
    """MH-13…15: the discs that the hat takes from around this cell."""
    hats_low, hats_high = other_hats(s, hat)
    return (
        U(s.lying[hat, kind, 0] & AROUND[cell, 0] & ~hats_low),
        U(s.lying[hat, kind, 1] & AROUND[cell, 1] & ~hats_high),
    )


# ---- going -----------------------------------------------------------------------------------------------


@rule
def straight_runs(bit: int, free_low: np.uint64, free_high: np.uint64) -> Cells:
    """MH-12: in six directions, up to the first hole, hat or edge."""
    low, high = EMPTY, EMPTY
    for direction in range(6):
        to = bit + SHIFTS[direction]
        while has(free_low, free_high, to):
            low, high = U(low | ALONE[CELL[to], 0]), U(high | ALONE[CELL[to], 1])
            to += SHIFTS[direction]
    return low, high


@rule
def runs(s: State, hat: int) -> Cells:
    """MH-12, MH-O02: where the hat can run."""
    hats_low, hats_high = other_hats(s, hat)
    free_low, free_high = U(s.discs[0] & ~hats_low), U(s.discs[1] & ~hats_high)
    here = s.hats[hat]
    if s.movement == PATH:
        low, high = linked(ALONE[here, 0], ALONE[here, 1], free_low, free_high)
        return U(low & ~ALONE[here, 0]), U(high & ~ALONE[here, 1])
    return straight_runs(BIT[here], free_low, free_high)


@rule
def jumps(s: State) -> Cells:
    """MH-18: the black discs without a hat."""
    hats_low, hats_high = other_hats(s, NO_HAT)
    return U(BLACK[s.layout, 0] & ~hats_low), U(BLACK[s.layout, 1] & ~hats_high)


@rule
def can_move_with(s: State, seat: int, hat: int) -> bool:
    """MH-62: whether the seat has a run or a jump with this hat."""
    to_low, to_high = jumps(s)
    low, high = EMPTY, EMPTY
    for kind in range(KINDS):
        near_low, near_high = places_to_collect(s, seat, hat, kind)
        low, high = U(low | near_low), U(high | near_high)
    if U(U(low & to_low) | U(high & to_high)) != EMPTY:
        return True
    if U(low | high) == EMPTY:
        return False
    run_low, run_high = runs(s, hat)
    return U(U(low & run_low) | U(high & run_high)) != EMPTY


@rule
def can_move(s: State, seat: int) -> bool:
    """MH-70, MH-71: whether the seat could take a disc."""
    for hat in range(HATS):
        if can_move_with(s, seat, hat):
            return True
    return False


@rule
def add_hat_moves(s: State, seat: int, hat: int, how: int, out: Buffer, n: int) -> int:
    """MH-16, MH-19, MH-20: the runs or jumps of one hat that collect something; the new length of the list."""
    low_1, high_1 = places_to_collect(s, seat, hat, INGREDIENT)
    low_2, high_2 = places_to_collect(s, seat, hat, KITCHEN)
    low_3, high_3 = places_to_collect(s, seat, hat, MAGIC)
    low, high = U(low_1 | low_2 | low_3), U(high_1 | high_2 | high_3)
    if U(low | high) == EMPTY:
        return n
    to_low, to_high = runs(s, hat) if how != JUMPS else jumps(s)
    if how == RUNS_OR_JUMPS and U(U(to_low & low) | U(to_high & high)) == EMPTY:
        to_low, to_high = jumps(s)
    low, high = U(low & to_low), U(high & to_high)
    while U(low | high) != EMPTY:
        bit = lowest(low, high)
        low, high = without_lowest(low, high)
        action = (hat * CELLS + CELL[bit]) * KINDS
        if has(low_1, high_1, bit):
            out[n] = action
            n += 1
        if has(low_2, high_2, bit):
            out[n] = action + KITCHEN
            n += 1
        if has(low_3, high_3, bit):
            out[n] = action + MAGIC
            n += 1
    return n


@rule
def legal_moves(s: State, seat: int, out: Buffer) -> int:
    """MH-11: any hat, or the named one only (MH-61); `any_hat`: jumps only when no hat can run (MH-O01)."""
    any_hat = s.jump_condition == ANY_HAT and s.named == NO_HAT
    how, n = RUNS if any_hat else RUNS_OR_JUMPS, 0
    while True:
        for hat in range(HATS):
            if s.named == NO_HAT or s.named == hat:
                n = add_hat_moves(s, seat, hat, how, out, n)
        if n > 0 or how != RUNS:
            return n
        how = JUMPS
