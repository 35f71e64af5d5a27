"""The position of the reference, its options, its plain fields and its invariants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from .reference_board import (
    BLACK,
    CELLS,
    FACES,
    HATS,
    HOLE,
    LAYOUTS,
    NEIGHBOURS,
    VALUES,
    Cell,
    Colour,
    Face,
    Value,
    copies_of,
    sets_in,
)

Seat = int

MOST_SEATS = 4
BOX_STONES = [16, 8, 8]
"""Green, light blue and dark blue stones in the box (O-5)."""

CHOICES: dict[str, tuple[Any, ...]] = {
    "layout": ("lozenge", "corners", "ring"),
    "hypnosis": (True, False),
    "jump_condition": ("this_hat", "any_hat"),
    "movement": ("straight", "path"),
    "first_round_limit": (True, False),
    "restriction_counts": ("any", "lower_only"),
    "hypnosis_dead_hat": ("forbidden", "skip"),
    "stone_supply": ("unlimited", "box"),
    "end_rule": ("nobody_can", "first_stuck"),
    "tie_break": ("shared", "stones"),
}
"""The options with a fixed list of values, the default first."""


class Phase(IntEnum):
    """What is to be decided now."""

    HYPNO = 0
    MOVE = 1
    PICK = 2
    OVER = 3


@dataclass
class Pending:
    """A hat that has moved in round 1 and still has to choose its one disc (MH-21)."""

    hat: Colour
    target: Cell
    value: Value


@dataclass
class Position:
    """Everything on the table, and whose turn it is."""

    players: int
    options: dict[str, Any]
    discs: dict[Cell, Face]
    black: set[Cell]
    hats: list[Cell]
    collections: list[Counter[Face]]
    paid_stones: list[list[int]]
    turn_index: int
    moves_made: int
    first: Seat
    phase: Phase
    named: Colour | None
    card_holders: set[Seat]
    protected: Seat | None
    pending: Pending | None
    discs_in_play: Counter[Face]

    @property
    def mover(self) -> Seat:
        """Return the current seat (MH-07, O-8)."""
        return (self.first + self.turn_index) % self.players

    @property
    def present(self) -> set[Cell]:
        """Return the cells that are not holes."""
        return self.black | set(self.discs)


def default_options() -> dict[str, Any]:
    """Return the default of every option; the player count is separate from the options."""
    defaults = {name: values[0] for name, values in CHOICES.items()}
    return defaults | {"stone_values": (2, 4, 6), "start": 0}


def complete_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Fill in the defaults and reject unknown names and values."""
    if players not in (2, 3, 4):  # MH-01
        raise ValueError(f"{players} players")
    complete = default_options() | options
    complete["stone_values"] = tuple(complete["stone_values"])
    if set(complete) != set(default_options()):
        raise ValueError(f"unknown option in {sorted(options)}")
    for name, values in CHOICES.items():
        if complete[name] not in values:
            raise ValueError(f"{name}={complete[name]!r}")
    if complete["start"] not in [*range(players), "random"]:
        raise ValueError(f"start={complete['start']!r}")
    if len(complete["stone_values"]) != 3 or not all(0 <= worth <= 20 for worth in complete["stone_values"]):
        raise ValueError(f"stone_values={complete['stone_values']!r}")
    return complete


def count_discs(discs: Iterable[Face], collections: Iterable[Counter[Face]]) -> Counter[Face]:
    """Count the coloured discs on the hexagon and in front of the players."""
    total = Counter(discs)
    for collection in collections:
        total.update(collection)
    return +total


def from_fields(players: int, options: dict[str, Any], fields: dict[str, Any]) -> Position:
    """Build a position from the fields of the state record; `stones` is read only with the box supply."""
    board = [int(face) for face in fields["board"]]
    discs = {cell: face for cell, face in enumerate(board) if face not in (HOLE, BLACK)}
    collections = [
        Counter({face: int(row[face]) for face in FACES if row[face]}) for row in fields["owned"][:players]
    ]
    complete = complete_options(players, options)
    no_stones = [[0, 0, 0] for _ in range(MOST_SEATS)]
    stones = fields.get("stones", no_stones) if complete["stone_supply"] == "box" else no_stones
    hat, target, value = (int(part) for part in fields["pend"])
    if int(fields.get("n", players)) != players:
        raise ValueError("the field n is not the number of players")
    return Position(
        players=players,
        options=complete,
        discs=discs,
        black={cell for cell in CELLS if board[cell] == BLACK},
        hats=[int(cell) for cell in fields["hats"]],
        collections=collections,
        paid_stones=[[int(number) for number in row] for row in stones[:players]],
        turn_index=int(fields["turn_index"]),
        moves_made=int(fields["moves_made"]),
        first=int(fields["first"]),
        phase=Phase(int(fields["phase"])),
        named=None if fields["named"] < 0 else int(fields["named"]),
        card_holders={seat for seat in range(players) if int(fields["cards"]) >> seat & 1},
        protected=None if fields["protected"] < 0 else int(fields["protected"]),
        pending=None if hat < 0 else Pending(hat, target, value),
        discs_in_play=count_discs(discs.values(), collections),
    )


def to_fields(position: Position) -> dict[str, Any]:
    """Return the plain fields of the state record.

    Left out because they follow from the collections: colour counts, scores, and – unless the box supply makes them
    independent state (O-5) – the stones. Rows of seats that do not play are zero.
    """
    pending = position.pending
    fields: dict[str, Any] = {
        "board": [field_of_cell(position, cell) for cell in CELLS],
        "hats": list(position.hats),
        "owned": [owned_row(position, seat) for seat in range(MOST_SEATS)],
        "turn_index": position.turn_index,
        "moves_made": position.moves_made,
        "n": position.players,
        "first": position.first,
        "phase": int(position.phase),
        "named": -1 if position.named is None else position.named,
        "cards": sum(1 << seat for seat in position.card_holders),
        "protected": -1 if position.protected is None else position.protected,
        "pend": [-1, -1, -1] if pending is None else [pending.hat, pending.target, pending.value],
    }
    if position.options["stone_supply"] == "box":
        absent = [[0, 0, 0] for _ in range(MOST_SEATS - position.players)]
        fields["stones"] = [list(row) for row in position.paid_stones] + absent
    return fields


def field_of_cell(position: Position, cell: Cell) -> int:
    """Return what the field `board` says about one cell."""
    return BLACK if cell in position.black else position.discs.get(cell, HOLE)


def owned_row(position: Position, seat: Seat) -> list[int]:
    """Return the row of the field `owned` for one of the four possible seats."""
    if seat >= position.players:
        return [0 for _ in FACES]
    return [position.collections[seat][face] for face in FACES]


def separated_areas(position: Position) -> list[set[Cell]]:
    """List the areas without a black disc on which no hat stands (MH-40)."""
    areas = []
    unseen = position.present
    while unseen:
        area = connected_area(unseen, min(unseen))
        unseen -= area
        if not area & position.black and not area & set(position.hats):
            areas.append(area)
    return areas


def connected_area(walkable: set[Cell], origin: Cell) -> set[Cell]:
    """Walk from the origin over adjacent walkable cells; return all cells reached, including the origin."""
    reached = {origin}
    to_visit = [origin]
    while to_visit:
        cell = to_visit.pop()
        for neighbour in (NEIGHBOURS[cell] & walkable) - reached:
            reached.add(neighbour)
            to_visit.append(neighbour)
    return reached


def check(position: Position) -> None:
    """Assert the invariants of a position."""
    check_discs(position)
    check_stones(position)
    check_turn(position)
    check_hypnosis(position)


def check_discs(position: Position) -> None:
    """Assert that no disc is lost or duplicated and that hats stand on separate discs."""
    assert count_discs(position.discs.values(), position.collections) == position.discs_in_play
    assert all(number <= copies_of(face) for face, number in position.discs_in_play.items())
    assert position.black == set(LAYOUTS[position.options["layout"]])  # MH-17
    assert not position.black & set(position.discs)
    assert len(set(position.hats)) == HATS
    assert set(position.hats) <= position.present
    if position.phase != Phase.PICK:
        assert not separated_areas(position)  # MH-44


def check_stones(position: Position) -> None:
    """Assert the bounds of sets and stones (MH-51..53, O-5)."""
    sets = [sets_in(collection) for collection in position.collections]
    assert sum(row[1] for row in sets) <= 8
    assert sum(row[2] for row in sets) <= 8
    for seat in range(position.players):
        assert all(0 <= position.paid_stones[seat][kind] <= sets[seat][kind] for kind in range(len(VALUES)))
    for kind, supply in enumerate(BOX_STONES):
        assert sum(row[kind] for row in position.paid_stones) <= supply


def check_turn(position: Position) -> None:
    """Assert that the turn counters are in bounds and that only PICK has a move pending."""
    in_pick = position.phase == Phase.PICK
    assert 0 <= position.moves_made <= min(80, position.turn_index + in_pick)
    assert position.turn_index <= 320
    assert (position.pending is not None) == in_pick
    if in_pick:
        assert position.turn_index < position.players
        assert position.options["first_round_limit"]
    if position.pending is not None:
        assert position.hats[position.pending.hat] == position.pending.target


def check_hypnosis(position: Position) -> None:
    """Assert that cards, the named hat and the protection fit together (MH-60..63)."""
    successor = (position.mover + 1) % position.players
    if not position.options["hypnosis"]:
        assert not position.card_holders
    assert position.protected not in position.card_holders
    if position.phase == Phase.HYPNO:
        assert successor in position.card_holders
        assert position.named is None
        assert position.protected is None
    if position.phase in (Phase.MOVE, Phase.PICK):
        assert position.protected in (None, position.mover, successor)
        assert (position.named is not None) == (position.protected == successor)
    if position.phase == Phase.OVER:
        assert position.named is None
