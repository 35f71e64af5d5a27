"""The discs and the magic hexagon of the reference: cells, directions, faces, colours, values, layouts."""

from __future__ import annotations

from collections import Counter

Cell = int
Face = int
Colour = int
Value = int
Symbol = int
Direction = int

SIDE_REACH = 5
"""The hexagon has six discs per side, so its centre is five steps from every edge."""

HATS = 4
VALUES: tuple[Value, ...] = (1, 2, 3)
INGREDIENT, KITCHEN, MAGIC = VALUES

HOLE: Face = -1
BLACK: Face = 44
FACES = range(44)

STEPS: tuple[tuple[int, int], ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Directions 0..5 as axial steps: E, NE, NW, W, SW, SE."""


def all_coordinates() -> list[tuple[int, int]]:
    """List the axial coordinates (q, r) of the 91 cells, row by row from the top and left to right."""
    reach = range(-SIDE_REACH, SIDE_REACH + 1)
    return [(q, r) for r in reach for q in reach if abs(q + r) <= SIDE_REACH]


COORDINATES: list[tuple[int, int]] = all_coordinates()
CELL_AT: dict[tuple[int, int], Cell] = {place: cell for cell, place in enumerate(COORDINATES)}
CELLS = range(len(COORDINATES))


def step(cell: Cell, direction: Direction) -> Cell | None:
    """Return the cell one step away, or None outside the hexagon."""
    q, r = COORDINATES[cell]
    dq, dr = STEPS[direction]
    return CELL_AT.get((q + dq, r + dr))


NEXT_CELL: list[list[Cell | None]] = [[step(cell, d) for d in range(len(STEPS))] for cell in CELLS]
"""For each cell its neighbour in the directions 0..5, None outside the hexagon."""

NEIGHBOURS: list[set[Cell]] = [{other for other in row if other is not None} for row in NEXT_CELL]
"""For each cell the set of its two to six neighbours."""


def value_of(face: Face) -> Value:
    """Return 1 for ingredients, 2 for kitchen utensils, 3 for magic utensils (MH-02)."""
    if face < 12:
        return INGREDIENT
    return KITCHEN if face < 28 else MAGIC


def colour_of(face: Face) -> Colour:
    """Return the colour of a disc, which is also the number of the hat that collects it."""
    return face // 3 if face < 12 else (face - 12) % 4


def symbol_of(face: Face) -> Symbol:
    """Return the symbol of a disc: twelve ingredients, four kitchen and four magic utensils."""
    return face if face < 12 else 12 + (face - 12) // 4


def copies_of(face: Face) -> int:
    """Return how many discs in the box show this face."""
    return 4 if value_of(face) == INGREDIENT else 1


def all_discs() -> list[Face]:
    """List the 80 coloured discs of the box, sorted by face."""
    return [face for face in FACES for _ in range(copies_of(face))]


LAYOUTS: dict[str, list[Cell]] = {
    "lozenge": [15, 18, 21, 29, 44, 45, 46, 61, 69, 72, 75],
    "corners": [0, 5, 25, 40, 44, 45, 46, 50, 65, 85, 90],
    "ring": [9, 14, 19, 41, 44, 45, 46, 49, 71, 76, 81],
}
"""The cells of the eleven black discs (MH-03)."""

HAT_STARTS: dict[str, list[Cell]] = {
    "lozenge": [15, 18, 72, 75],
    "corners": [0, 5, 85, 90],
    "ring": [14, 19, 71, 76],
}
"""The start cells of the red, blue, green and white hat (MH-04)."""


def coloured_cells(layout: str) -> list[Cell]:
    """List the 80 cells without a black disc in increasing order."""
    return [cell for cell in CELLS if cell not in LAYOUTS[layout]]


def colour_sets(collection: Counter[Face], value: Value) -> int:
    """Count the sets of four discs of this value in four different colours (MH-51)."""
    of_colour = Counter(dict.fromkeys(range(HATS), 0))
    for face, number in collection.items():
        if value_of(face) == value:
            of_colour[colour_of(face)] += number
    return min(of_colour.values())


def symbol_sets(collection: Counter[Face], value: Value) -> int:
    """Count the sets of four discs of this value that show the same symbol (MH-52)."""
    of_symbol: Counter[Symbol] = Counter()
    for face, number in collection.items():
        if value_of(face) == value:
            of_symbol[symbol_of(face)] += number
    return sum(number // 4 for number in of_symbol.values())


def sets_in(collection: Counter[Face]) -> list[int]:
    """Count the sets of each value; a disc may serve in one set of each sort (MH-53)."""
    return [colour_sets(collection, value) + symbol_sets(collection, value) for value in VALUES]
