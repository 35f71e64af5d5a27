"""Details that only events need: paths cell by cell, discs one by one. Compiles to nothing without a tape."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.tape import append, note, telling
from hatbox.games.magic_hexagon.board import ALONE, BIT, NEXT_CELL
from hatbox.games.magic_hexagon.cells import EMPTY, U, around, cell_of, has, linked, lowest_of
from hatbox.games.magic_hexagon.events import (
    AreaClaimed,
    CollectedIngredients,
    CollectedKitchen,
    CollectedMagic,
    HatJumps,
    HatRuns,
)
from hatbox.games.magic_hexagon.moves import other_hats, runs
from hatbox.games.magic_hexagon.state import INGREDIENT, KITCHEN, PATH, State

# ---- ways ------------------------------------------------------------------------------------------------


@rule
def tell_way(s: State, hat: int, cell: int) -> None:
    """MH-19: report how a hat gets to a cell; it runs if it can."""
    if telling(s):
        hats_low, hats_high = other_hats(s, hat)
        low, high = runs(s, hat, hats_low, hats_high)
        if not has(low, high, BIT[cell]):
            note(s, HatJumps, s.turn, hat, cell, s.hats[hat])
            return
        note(s, HatRuns, s.turn, hat, cell, s.hats[hat])
        if s.movement == PATH:
            append_winding(s, s.hats[hat], cell, U(s.discs[0] & ~hats_low), U(s.discs[1] & ~hats_high))
        else:
            append_straight(s, s.hats[hat], cell)


@rule
def append_straight(s: State, start: int, end: int) -> None:
    """MH-12: append the cells of a line."""
    for direction in range(6):
        steps = line_length(start, end, direction)
        for _ in range(steps):
            start = NEXT_CELL[start, direction]
            append(s, start)
        if steps > 0:
            return


@rule
def line_length(start: int, end: int, direction: int) -> int:
    """How many steps in a direction lead to a cell, or 0 if none do."""
    steps, here = 1, NEXT_CELL[start, direction]
    while here >= 0:
        if here == end:
            return steps
        here = NEXT_CELL[here, direction]
        steps += 1
    return 0


@rule
def append_winding(s: State, start: int, end: int, free_low: np.uint64, free_high: np.uint64) -> None:
    """MH-O02: append a shortest path over free cells, taking the first direction that works."""
    left = 1
    while not within(start, end, left, free_low, free_high):
        left += 1
    while start != end:
        left -= 1
        for direction in range(6):
            there = NEXT_CELL[start, direction]
            free = there >= 0 and has(free_low, free_high, BIT[there])
            if free and within(there, end, left, free_low, free_high):
                append(s, there)
                start = there
                break


@rule
def within(start: int, end: int, steps: int, free_low: np.uint64, free_high: np.uint64) -> bool:
    """Whether at most this many steps over free cells lead from one cell to another."""
    low, high = ALONE[end, 0], ALONE[end, 1]
    for _ in range(steps):
        near_low, near_high = around(low, high)
        if has(near_low, near_high, BIT[start]):
            return True
        low, high = U(low | U(near_low & free_low)), U(high | U(near_high & free_high))
    return has(low, high, BIT[start])


# ---- discs -----------------------------------------------------------------------------------------------


@rule
def tell_collected(s: State, cell: int, kind: int, low: np.uint64, high: np.uint64) -> None:
    """MH-13: report the discs from around the hat, all of one kind, in direction order."""
    if telling(s):
        if kind == INGREDIENT:
            note(s, CollectedIngredients, s.turn)
        elif kind == KITCHEN:
            note(s, CollectedKitchen, s.turn)
        else:
            note(s, CollectedMagic, s.turn)
        for direction in range(6):
            near = NEXT_CELL[cell, direction]
            if near >= 0 and has(low, high, BIT[near]):
                append_disc(s, near)


@rule
def append_disc(s: State, cell: int) -> None:
    """Append where a disc is, and what it shows."""
    append(s, cell)
    append(s, s.board[cell])


@rule
def tell_areas(s: State, low: np.uint64, high: np.uint64) -> None:
    """MH-40: report what is cut off, one event per connected area."""
    if telling(s):
        while U(low | high) != EMPTY:
            first_low = lowest_of(low) if low != EMPTY else EMPTY
            first_high = EMPTY if low != EMPTY else lowest_of(high)
            area_low, area_high = linked(first_low, first_high, low, high)
            low, high = U(low & ~area_low), U(high & ~area_high)
            note(s, AreaClaimed, s.turn)
            append_discs(s, area_low, 0)
            append_discs(s, area_high, 1)


@rule
def append_discs(s: State, cells: np.uint64, word: int) -> None:
    """Append all discs of one word, in ascending order."""
    while cells != EMPTY:
        one = lowest_of(cells)
        cells = U(cells ^ one)
        append_disc(s, cell_of(one, word))
