"""The hexagon: cells and their neighbours, black discs and starting places, and where everything is drawn.

Cells are numbered 0 … 90 row by row. A set of cells is two 64-bit words: cell (q, r) is bit 12·(r + 5) + q, so a step
in a given direction is the same shift everywhere, and a step over the edge lands on a bit that is not a cell.
"""

from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from hatbox.art import Point

REACH = 5  # steps from the middle to the edge
CELLS = 91
WORD = 64  # bits
BITS = 121  # the last cell is bit 120

EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)
DIRECTIONS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
AXIAL_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

LOZENGE, CORNERS, RING = range(3)
LAYOUT_NAMES = ("lozenge", "corners", "ring")
BLACK_CELLS = (  # MH-03: per layout
    (15, 18, 21, 29, 44, 45, 46, 61, 69, 72, 75),
    (0, 5, 25, 40, 44, 45, 46, 50, 65, 85, 90),
    (9, 14, 19, 41, 44, 45, 46, 49, 71, 76, 81),
)
HAT_STARTS = ((15, 18, 72, 75), (0, 5, 85, 90), (14, 19, 71, 76))  # MH-04: red, blue, green, white


def frozen(rows: Any, kind: Any = np.int64) -> npt.NDArray[Any]:
    """A read-only table for the rules."""
    table = np.array(rows, kind)
    table.setflags(write=False)
    return table


def words(cells: Iterable[int]) -> tuple[int, int]:
    """A set of cells as two words."""
    whole = sum(1 << BIT_OF[cell] for cell in cells)
    return whole % (1 << WORD), whole >> WORD


COORDINATES = [
    (q, r)
    for r in range(-REACH, REACH + 1)
    for q in range(-REACH, REACH + 1)
    if abs(q + r) <= REACH
]  # fmt: skip
CELL_AT = {place: cell for cell, place in enumerate(COORDINATES)}
NEXT = [[CELL_AT.get((q + dq, r + dr), -1) for dq, dr in AXIAL_STEPS] for q, r in COORDINATES]
NEIGHBOURS = [[other for other in row if other >= 0] for row in NEXT]
ROWS = [[cell for cell, (_, r) in enumerate(COORDINATES) if r == row] for row in range(-REACH, REACH + 1)]
BIT_OF = [12 * (r + REACH) + q for q, r in COORDINATES]

# the same for compiled rules
BIT = frozen(BIT_OF)  # per cell
CELL = frozen([BIT_OF.index(bit) if bit in BIT_OF else -1 for bit in range(BITS)])  # per bit
NEXT_CELL = frozen(NEXT)  # per cell and direction; -1: over the edge
SHIFTS = frozen([12 * dr + dq for dq, dr in AXIAL_STEPS])  # per direction
ALONE = frozen([words([cell]) for cell in range(CELLS)], np.uint64)  # per cell: the set of this cell
AROUND = frozen([words(row) for row in NEIGHBOURS], np.uint64)  # per cell: its neighbours
BLACK = frozen([words(cells) for cells in BLACK_CELLS], np.uint64)  # per layout
STARTS = frozen(HAT_STARTS)


@cache
def line(start: int, direction: int) -> tuple[int, ...]:
    """The cells from a cell to the edge, nearest first."""
    cell = NEXT[start][direction]
    return (cell, *line(cell, direction)) if cell >= 0 else ()


def rays(directions: Iterable[int]) -> npt.NDArray[Any]:
    """Per cell and direction: the set of all cells from there to the edge."""
    return frozen([[words(line(cell, way)) for way in directions] for cell in range(CELLS)], np.uint64)


RISING = rays((EAST, SOUTH_WEST, SOUTH_EAST))  # bits rise in these directions: the nearest is the lowest
FALLING = rays((NORTH_EAST, NORTH_WEST, WEST))


# ---- drawing ---------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 1040, 872  # board units
SPACING = 88.0  # from disc to disc
DISC = 83.0  # diameter
EDGE = 5.7  # from the middle to a corner of the board, in spacings


class Layout(msgspec.Struct, frozen=True):
    """Coordinates of one drawing: the centre of every cell, the hexagon's corners, and which cells are adjacent."""

    width: int
    height: int
    disc: float
    cells: list[Point]
    corners: list[Point]
    next: list[list[int]]  # per cell and direction, -1 outside; the arrow keys follow it
    black: list[int]


def layout(number: int) -> Layout:
    """The drawing of a layout of black discs; it is the same for every viewer."""
    points = [place(q, r) for q, r in COORDINATES]
    corners = [place(EDGE * dq, EDGE * dr) for dq, dr in AXIAL_STEPS]
    return Layout(WIDTH, HEIGHT, DISC, points, corners, NEXT, list(BLACK_CELLS[number]))


def place(q: float, r: float) -> Point:
    """The point on the drawing for axial coordinates."""
    x = WIDTH / 2 + SPACING * (q + r / 2)
    y = HEIGHT / 2 + SPACING * sqrt(3) / 2 * r
    return Point(round(x, 1), round(y, 1))


def layouts(game: Any) -> dict[str, Layout]:
    """The same drawing for every window, because a hexagon is nearly as high as it is wide."""
    drawing = layout(LAYOUT_NAMES.index(game.options["layout"]))
    return {"wide": drawing, "tall": drawing}
