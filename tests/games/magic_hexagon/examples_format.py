"""How worked examples are written down: plain data that any implementation of the rules can run.

An example starts either with a setup (`setup`) or with the base position of `base_fields`, changed by the example's
own `fields`. Then its steps are played; an `Expect` says what must hold before the first step, after each step, and at
the end of a game that is continued with the lowest legal action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

HYPNO, MOVE, PICK, OVER = range(4)
CELL_COUNT = 91
FACE_COUNT = 44
SEAT_ROWS = 4
BLACK_CELLS = (15, 18, 21, 29, 44, 45, 46, 61, 69, 72, 75)
START_CELLS = (15, 18, 72, 75)

NO_HYPNOSIS = 1098


def move(hat: int, target: int, value: int) -> int:
    """Return the action number of a hat move."""
    return (hat * CELL_COUNT + target) * 3 + value - 1


def moves(*triples: tuple[int, int, int]) -> frozenset[int]:
    """Return the action numbers of several hat moves."""
    return frozenset(move(*triple) for triple in triples)


def pick(direction: int) -> int:
    """Return the action number for taking the disc in this direction from the target."""
    return 1092 + direction


def name(hat: int) -> int:
    """Return the action number for hypnotising and naming this hat."""
    return 1099 + hat


def board(discs: Mapping[int, int]) -> list[int]:
    """Return the field `board`: these coloured discs, the eleven black ones of `lozenge`, else holes."""
    cells = [-1] * CELL_COUNT
    for cell in BLACK_CELLS:
        cells[cell] = 44
    for cell, face in discs.items():
        cells[cell] = face
    return cells


def owned(collections: Mapping[int, Mapping[int, int]]) -> list[list[int]]:
    """Return the field `owned` from the number of discs per seat and face."""
    rows = [[0] * FACE_COUNT for _ in range(SEAT_ROWS)]
    for seat, collection in collections.items():
        for face, number in collection.items():
            rows[seat][face] = number
    return rows


def discs(*faces: int, each: int = 1) -> dict[int, int]:
    """Return a collection with the same number of each of these faces."""
    return dict.fromkeys(faces, each)


def all_cards(players: int) -> int:
    """Return the field `cards` when every seat still has its hypnosis card."""
    return (1 << players) - 1


def base_fields(players: int) -> dict[str, Any]:
    """Return the base position: black discs only, hats at their start, round 2, seat 0 to move, no cards."""
    return {
        "board": board({}),
        "hats": list(START_CELLS),
        "owned": owned({}),
        "turn_index": players,
        "moves_made": 0,
        "n": players,
        "first": 0,
        "phase": MOVE,
        "named": -1,
        "cards": 0,
        "protected": -1,
        "pend": [-1, -1, -1],
        "stones": [[0, 0, 0] for _ in range(SEAT_ROWS)],
    }


def spread_discs(k: int) -> tuple[int, ...]:
    """Return the discs of the test position T(k) in the order of the non-black cells."""
    sorted_discs = [face for face in range(12) for _ in range(4)] + list(range(12, FACE_COUNT))
    return tuple(sorted_discs[(k * i) % 80] for i in range(80))


@dataclass(frozen=True)
class Setup:
    """The chance outcomes of a setup: discs on the non-black cells in cell order, and the drawn seat."""

    discs: tuple[int, ...]
    first: int = 0


@dataclass(frozen=True)
class Expect:
    """What must hold at one moment; None and empty mean that nothing is claimed.

    `facts` holds counted numbers: `cells`, `neighbours` (cell to its six neighbours, -1 outside) and
    `degree_sum` of the hexagon; `legal_count`, `lowest`, `highest` and `per_hat` (moves per hat) of the legal
    actions; `disc_choices`, the legal moves with each pickable disc counted separately; `discs_left`,
    `value_on_board`, `first_faces` (from cell 0 on) and `face_counts` (face to number) of the coloured discs
    and the black ones on the hexagon.
    """

    legal: frozenset[int] | None = None
    includes: frozenset[int] = frozenset()
    excludes: frozenset[int] = frozenset()
    actor: int | None = None
    over: bool | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    scores: tuple[int, ...] | None = None
    stones: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    places: tuple[int, ...] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One action and what must hold after it; no action of this game needs a chance outcome."""

    action: int
    then: Expect = field(default_factory=Expect)


@dataclass(frozen=True)
class Example:
    """One worked example or one branch of it."""

    number: str
    title: str
    rules: tuple[str, ...]
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Setup | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    before: Expect = field(default_factory=Expect)
    steps: tuple[Step, ...] = ()
    finish: Expect | None = None
    """If given, play on with the lowest legal action to the end of the game; then this must hold."""

    def start_fields(self) -> dict[str, Any]:
        """Return all fields of the position before; only for examples without a setup."""
        return base_fields(self.players) | dict(self.fields)


LINE: dict[str, Any] = {
    "board": board({41: 9, 42: 10, 43: 11, 35: 0}),
    "hats": [41, 18, 72, 75],
}
"""X05: three white discs in the middle row and a red one beyond them."""

ISLAND: dict[str, Any] = {
    "board": board({0: 9, 1: 0, 16: 1, 34: 3, 43: 11}),
    "hats": [0, 44, 72, 75],
}
"""X10: the red hat stands on an island of two discs."""

CUT_OFF: dict[str, Any] = {
    "board": board({5: 29, 12: 39, 11: 0, 10: 6}),
    "hats": [18, 44, 72, 75],
}
"""X11: two magic utensils hang on one red ingredient."""

SKIP: dict[str, Any] = {
    "board": board({34: 12, 43: 9}),
    "hats": [46, 18, 72, 75],
    "owned": owned({2: {0: 2}}),
}
"""X19: after seat 0 only seat 2 may take the last disc."""


def with_cards(fields: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return the position with all hypnosis cards, so that the successor of seat 0 is asked first."""
    return dict(fields) | {"phase": HYPNO, "cards": all_cards(players)}
