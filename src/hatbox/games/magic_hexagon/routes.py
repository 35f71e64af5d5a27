"""How hats go and what they take, in plain Python: for stories and refusals."""

from hatbox.games.magic_hexagon.board import CELLS, NEIGHBOURS, line
from hatbox.games.magic_hexagon.collection import count
from hatbox.games.magic_hexagon.state import (
    ANY_DISC,
    BLACK_DISC,
    HATS,
    HOLE,
    INGREDIENT,
    KINDS,
    PATH,
    State,
    colour_of,
    kind_of,
)


def hat_on(s: State, cell: int, but: int = -1) -> bool:
    """Whether a hat stands there, leaving one hat out of account."""
    return any(s.hats[hat] == cell for hat in range(HATS) if hat != but)


def free(s: State, hat: int, cell: int) -> bool:
    """Whether a hat can run over this cell: a disc without another hat."""
    return s.board[cell] != HOLE and not hat_on(s, cell, hat)


def way(s: State, hat: int, cell: int) -> list[int]:
    """MH-12, MH-O02: the cells a hat runs over to a cell, which comes last; empty if it cannot run there."""
    if s.movement == PATH:
        return _winding_way(s, hat, cell)
    steps = straight_way(int(s.hats[hat]), cell)
    return steps if all(free(s, hat, step) for step in steps) else []


def straight_way(start: int, cell: int) -> list[int]:
    """The cells of the straight line to a cell, which comes last; empty if there is none."""
    for direction in range(6):
        steps = line(start, direction)
        if cell in steps:
            return list(steps[: steps.index(cell) + 1])
    return []


def _winding_way(s: State, hat: int, cell: int) -> list[int]:
    """A shortest way round corners."""
    start = int(s.hats[hat])
    came_from, waiting = {start: start}, [start]
    for here in waiting:
        for there in NEIGHBOURS[here]:
            if there not in came_from and free(s, hat, there):
                came_from[there] = here
                waiting.append(there)
    steps = []
    while cell in came_from and cell != start:
        steps.append(cell)
        cell = came_from[cell]
    return steps[::-1]


def fitting(s: State, hat: int, cell: int, kind: int) -> list[int]:
    """The neighbours of a cell with a disc of the hat's colour and this kind, also those under hats."""
    return [
        near
        for near in NEIGHBOURS[cell]
        if 0 <= s.board[near] < BLACK_DISC
        and colour_of(s.board[near]) == hat
        and kind_of(s.board[near]) == kind
    ]


def taken(s: State, hat: int, cell: int, kind: int) -> list[int]:
    """MH-13…15: the cells whose discs the hat takes there."""
    return [near for near in fitting(s, hat, cell, kind) if not hat_on(s, near, hat)]


def needed(s: State, kind: int) -> int:
    """MH-30…32: how many discs of its colour unlock a disc of this kind."""
    return 0 if kind == INGREDIENT else kind + (s.players > 2)


def unlocked(s: State, seat: int, colour: int, kind: int) -> bool:
    """MH-33, MH-O03: whether the seat owns enough."""
    kinds = range(KINDS if s.restriction_counts == ANY_DISC else kind)
    return sum(count(s.owned[seat], colour, lower) for lower in kinds) >= needed(s, kind)


def collects(s: State, seat: int, hat: int, cell: int) -> bool:
    """MH-16: whether the seat may take anything with this hat there."""
    return any(unlocked(s, seat, hat, kind) and taken(s, hat, cell, kind) for kind in range(KINDS))


def can_run(s: State, seat: int, hat: int) -> bool:
    """MH-19: whether the seat collects anything by running with this hat."""
    return any(collects(s, seat, hat, cell) and way(s, hat, cell) for cell in range(CELLS))
