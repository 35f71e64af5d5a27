"""Moving a hat in the reference: runs, jumps, what is collected, and the collecting restriction."""

from __future__ import annotations

from .reference_board import (
    HATS,
    INGREDIENT,
    KITCHEN,
    MAGIC,
    NEIGHBOURS,
    NEXT_CELL,
    STEPS,
    VALUES,
    Cell,
    Colour,
    Value,
    colour_of,
    value_of,
)
from .reference_state import Position, Seat, connected_area

Move = tuple[Colour, Cell, Value]
"""A hat, the cell where it ends, and the value that it collects there."""

NEEDED_BY_TWO = {KITCHEN: 1, MAGIC: 2}
NEEDED_BY_MORE = {KITCHEN: 2, MAGIC: 3}
"""Owned discs of the colour that unlock a utensil, with 2 and with 3-4 players (MH-31, MH-32)."""


def cells_of_other_hats(position: Position, hat: Colour) -> set[Cell]:
    """Return the cells on which the three other hats stand."""
    return {position.hats[other] for other in range(HATS) if other != hat}


def run_targets(position: Position, hat: Colour) -> set[Cell]:
    """Return the cells that the hat can reach by running (MH-12, O-2)."""
    free = position.present - cells_of_other_hats(position, hat)
    origin = position.hats[hat]
    if position.options["movement"] == "path":
        return connected_area(free, origin) - {origin}
    return {cell for direction in range(len(STEPS)) for cell in straight_line(free, origin, direction)}


def straight_line(free: set[Cell], origin: Cell, direction: int) -> list[Cell]:
    """List the free cells in one direction up to the first hole, hat or edge."""
    line = []
    cell = NEXT_CELL[origin][direction]
    while cell is not None and cell in free:
        line.append(cell)
        cell = NEXT_CELL[cell][direction]
    return line


def jump_targets(position: Position) -> set[Cell]:
    """Return the black discs without a hat, which excludes the jumper's own cell (MH-18)."""
    return position.black - set(position.hats)


def may_collect(position: Position, seat: Seat, colour: Colour, value: Value) -> bool:
    """Tell whether the seat already owns enough discs of the colour (MH-30..33, O-3)."""
    if value == INGREDIENT:
        return True
    needed = NEEDED_BY_TWO if position.players == 2 else NEEDED_BY_MORE
    return counting_discs(position, seat, colour, value) >= needed[value]


def counting_discs(position: Position, seat: Seat, colour: Colour, wanted: Value) -> int:
    """Count the owned discs of the colour that help to unlock a disc of the wanted value (MH-33, O-3)."""
    only_lower = position.options["restriction_counts"] == "lower_only"
    count = 0
    for face, number in position.collections[seat].items():
        if colour_of(face) == colour and (not only_lower or value_of(face) < wanted):
            count += number
    return count


def matching_discs(position: Position, hat: Colour, target: Cell, value: Value) -> set[Cell]:
    """Return the cells around the target from which the hat takes discs of the value (MH-13..15, MH-17)."""
    protected_by_hats = cells_of_other_hats(position, hat)
    matching = set()
    for cell in NEIGHBOURS[target] - protected_by_hats:
        face = position.discs.get(cell)
        if face is not None and colour_of(face) == hat and value_of(face) == value:
            matching.add(cell)
    return matching


def collecting_moves(position: Position, seat: Seat, hat: Colour, targets: set[Cell]) -> set[Move]:
    """Return the moves to these targets that collect at least one disc (MH-14, MH-16)."""
    moves = set()
    for value in VALUES:
        if may_collect(position, seat, hat, value):
            for target in targets:
                if matching_discs(position, hat, target, value):
                    moves.add((hat, target, value))
    return moves


def runs_with(position: Position, seat: Seat, hat: Colour) -> set[Move]:
    """Return the collecting runs of one hat for a seat."""
    return collecting_moves(position, seat, hat, run_targets(position, hat))


def jumps_with(position: Position, seat: Seat, hat: Colour) -> set[Move]:
    """Return the collecting jumps of one hat for a seat, whether or not it may jump (MH-20)."""
    return collecting_moves(position, seat, hat, jump_targets(position))


def moves_with_only(position: Position, seat: Seat, hat: Colour) -> set[Move]:
    """Return the moves of a seat that must move this hat: runs, or jumps if there is no run (MH-19, O-1)."""
    return runs_with(position, seat, hat) or jumps_with(position, seat, hat)


def free_moves(position: Position, seat: Seat) -> set[Move]:
    """Return the moves of a seat that may move any hat (MH-19, O-1)."""
    if position.options["jump_condition"] == "this_hat":
        return {move for hat in range(HATS) for move in moves_with_only(position, seat, hat)}
    runs = {move for hat in range(HATS) for move in runs_with(position, seat, hat)}
    return runs or {move for hat in range(HATS) for move in jumps_with(position, seat, hat)}


def has_move(position: Position, seat: Seat) -> bool:
    """Tell whether the seat could take a disc if it were its turn and it were not hypnotised (MH-70, MH-71)."""
    return any(moves_with_only(position, seat, hat) for hat in range(HATS))
