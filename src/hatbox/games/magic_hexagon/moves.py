"""Where each hat may go, and what it may collect there."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer
from hatbox.games.magic_hexagon.board import ALONE, AROUND, BLACK, CELLS, FALLING, RISING
from hatbox.games.magic_hexagon.cells import (
    EMPTY,
    Cells,
    U,
    above_all,
    around,
    below_all,
    cell_of,
    linked,
    lowest_of,
)
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

RUNS, JUMPS, RUNS_OR_JUMPS = range(3)


@rule
def other_hats(s: State, hat: int) -> Cells:
    """The cells of the three other hats, or of all four for NO_HAT."""
    low, high = EMPTY, EMPTY
    for other in range(HATS):
        if other != hat:
            low, high = U(low | ALONE[s.hats[other], 0]), U(high | ALONE[s.hats[other], 1])
    return low, high


# ---- collecting ------------------------------------------------------------------------------------------


@rule
def needed(s: State, kind: int) -> int:
    """MH-30…32: how many discs of a colour are needed to unlock this kind."""
    if kind == INGREDIENT:
        return 0
    return kind if s.players == 2 else kind + 1


@rule
def counting(s: State, seat: int, colour: int, kind: int) -> int:
    """MH-33: all discs of the colour count; with `lower_only`, those below the wanted kind (MH-O03)."""
    ingredients, kitchen = s.counts[seat, colour, INGREDIENT], s.counts[seat, colour, KITCHEN]
    if s.restriction_counts == ANY_DISC:
        return ingredients + kitchen + s.counts[seat, colour, MAGIC]
    return ingredients + (kitchen if kind == MAGIC else 0)


@rule
def unlocked(s: State, seat: int, colour: int, kind: int) -> bool:
    """MH-30: whether the seat already owns enough discs of the colour."""
    return kind == INGREDIENT or counting(s, seat, colour, kind) >= needed(s, kind)


@rule
def takeable(s: State, seat: int, hat: int, kind: int, hats_low: np.uint64, hats_high: np.uint64) -> Cells:
    """MH-13, MH-15: the discs of a kind that this hat may take, except those under the other hats."""
    low, high = U(s.lying[hat, kind, 0] & ~hats_low), U(s.lying[hat, kind, 1] & ~hats_high)
    if U(low | high) == EMPTY or not unlocked(s, seat, hat, kind):
        return EMPTY, EMPTY
    return low, high


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
def straight_runs(cell: int, free_low: np.uint64, free_high: np.uint64) -> Cells:
    """MH-12: runs in six directions, up to the first hole, hat or edge; see board.py."""
    low, high = EMPTY, EMPTY
    for k in range(3):
        ray_low, ray_high = RISING[cell, k, 0], RISING[cell, k, 1]
        stop = U(ray_low & ~free_low)
        low = U(low | U(ray_low & below_all(stop)))
        if stop == EMPTY:
            high = U(high | U(ray_high & below_all(U(ray_high & ~free_high))))
        ray_low, ray_high = FALLING[cell, k, 0], FALLING[cell, k, 1]
        stop = U(ray_high & ~free_high)
        high = U(high | U(ray_high & above_all(stop)))
        if stop == EMPTY:
            low = U(low | U(ray_low & above_all(U(ray_low & ~free_low))))
    return low, high


@rule
def runs(s: State, hat: int, hats_low: np.uint64, hats_high: np.uint64) -> Cells:
    """MH-12, MH-O02: where the hat can run, given the other hats in the way."""
    free_low, free_high = U(s.discs[0] & ~hats_low), U(s.discs[1] & ~hats_high)
    here = s.hats[hat]
    if s.movement == PATH:
        low, high = linked(ALONE[here, 0], ALONE[here, 1], free_low, free_high)
        return U(low & ~ALONE[here, 0]), U(high & ~ALONE[here, 1])
    return straight_runs(here, free_low, free_high)


@rule
def jumps(s: State, hat: int, hats_low: np.uint64, hats_high: np.uint64) -> Cells:
    """MH-18: the black discs without a hat."""
    here = s.hats[hat]
    return (
        U(BLACK[s.layout, 0] & ~U(hats_low | ALONE[here, 0])),
        U(BLACK[s.layout, 1] & ~U(hats_high | ALONE[here, 1])),
    )


@rule
def can_move_with(s: State, seat: int, hat: int) -> bool:
    """MH-62: whether the seat has a run or a jump with this hat."""
    hats_low, hats_high = other_hats(s, hat)
    low, high = EMPTY, EMPTY
    for kind in range(KINDS):
        disc_low, disc_high = takeable(s, seat, hat, kind, hats_low, hats_high)
        low, high = U(low | disc_low), U(high | disc_high)
    if U(low | high) == EMPTY:
        return False
    low, high = around(low, high)
    to_low, to_high = jumps(s, hat, hats_low, hats_high)
    if U(U(low & to_low) | U(high & to_high)) != EMPTY:
        return True
    to_low, to_high = runs(s, hat, hats_low, hats_high)
    return U(U(low & to_low) | U(high & to_high)) != EMPTY


@rule
def can_move(s: State, seat: int) -> bool:
    """MH-70, MH-71: whether the seat could take a disc."""
    for hat in range(HATS):
        if can_move_with(s, seat, hat):
            return True
    return False


@rule
def add_kinds(
    hat: int, word: int, cells: np.uint64, near_1: np.uint64, near_2: np.uint64, near_3: np.uint64,
    out: Buffer, n: int,
) -> int:  # fmt: skip
    """List the moves to the cells of one word, lowest kind first, and return the new length."""
    while cells != EMPTY:
        one = lowest_of(cells)
        cells = U(cells ^ one)
        action = (hat * CELLS + cell_of(one, word)) * KINDS
        if U(near_1 & one) != EMPTY:
            out[n] = action
            n += 1
        if U(near_2 & one) != EMPTY:
            out[n] = action + KITCHEN
            n += 1
        if U(near_3 & one) != EMPTY:
            out[n] = action + MAGIC
            n += 1
    return n


@rule
def add_hat_moves(s: State, seat: int, hat: int, how: int, out: Buffer, n: int) -> int:
    """MH-16, MH-19, MH-20: list the runs or jumps of one hat that collect something, and return the new length."""
    hats_low, hats_high = other_hats(s, hat)
    low_1, high_1 = takeable(s, seat, hat, INGREDIENT, hats_low, hats_high)
    low_2, high_2 = takeable(s, seat, hat, KITCHEN, hats_low, hats_high)
    low_3, high_3 = takeable(s, seat, hat, MAGIC, hats_low, hats_high)
    if U(low_1 | low_2 | low_3 | high_1 | high_2 | high_3) == EMPTY:
        return n
    low_1, high_1 = around(low_1, high_1)
    low_2, high_2 = around(low_2, high_2)
    low_3, high_3 = around(low_3, high_3)
    low, high = U(low_1 | low_2 | low_3), U(high_1 | high_2 | high_3)
    to_low, to_high = EMPTY, EMPTY
    if how != JUMPS:
        to_low, to_high = runs(s, hat, hats_low, hats_high)
        to_low, to_high = U(to_low & low), U(to_high & high)
    if how != RUNS and U(to_low | to_high) == EMPTY:
        to_low, to_high = jumps(s, hat, hats_low, hats_high)
        to_low, to_high = U(to_low & low), U(to_high & high)
    n = add_kinds(hat, 0, to_low, low_1, low_2, low_3, out, n)
    return add_kinds(hat, 1, to_high, high_1, high_2, high_3, out, n)


@rule
def legal_moves(s: State, seat: int, out: Buffer) -> int:
    """MH-11: any hat, or only the named one (MH-61); with `any_hat`, jumps only if no hat can run (MH-O01)."""
    any_hat = s.jump_condition == ANY_HAT and s.named == NO_HAT
    how, n = RUNS if any_hat else RUNS_OR_JUMPS, 0
    while True:
        for hat in range(HATS):
            if s.named == NO_HAT or s.named == hat:
                n = add_hat_moves(s, seat, hat, how, out, n)
        if n > 0 or how != RUNS:
            return n
        how = JUMPS
