"""The worked examples of the options as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .examples_format import (
    HYPNO,
    ISLAND,
    LINE,
    MOVE,
    NO_HYPNOSIS,
    OVER,
    SKIP,
    Example,
    Expect,
    Setup,
    Step,
    board,
    discs,
    move,
    moves,
    name,
    owned,
    spread_discs,
    with_cards,
)

Collections = dict[int, dict[int, int]]

ANY_HAT = (
    Example(
        "X21a",
        "any_hat, not hypnotised",
        ("MH-19", "O-1"),
        options={"jump_condition": "any_hat"},
        fields=LINE,
        before=Expect(legal=moves((0, 45, 1), (0, 46, 1))),
    ),
    Example(
        "X21b",
        "any_hat, hypnotised",
        ("MH-61", "MH-62", "O-1"),
        options={"jump_condition": "any_hat"},
        fields=with_cards(LINE, 2),
        before=Expect(actor=1, legal=frozenset({NO_HYPNOSIS, name(0), name(3)})),
        steps=(Step(name(3), Expect(actor=0, legal=moves((3, 44, 1)))),),
    ),
)

WINDING: dict[str, Any] = {"board": board({43: 9, 34: 10, 25: 0, 24: 1}), "hats": [43, 18, 72, 75]}

PATH = (
    Example(
        "X22a",
        "straight",
        ("MH-12", "MH-18"),
        fields=WINDING,
        before=Expect(legal=moves((0, 15, 1), (3, 44, 1), (3, 45, 1))),
    ),
    Example(
        "X22b",
        "path",
        ("MH-19", "O-2"),
        options={"movement": "path"},
        fields=WINDING,
        before=Expect(
            legal=moves((0, 15, 1), (0, 24, 1), (0, 25, 1), (0, 34, 1), (3, 44, 1), (3, 45, 1)),
        ),
    ),
)


def unlocking(number: str, counts: str, discs: Mapping[int, int], legal: frozenset[int]) -> Example:
    """Return X23 for one collection and one way of counting."""
    return Example(
        number,
        f"restriction counts {counts}",
        ("MH-31", "MH-32", "O-3"),
        options={"restriction_counts": counts},
        fields={
            "board": board({34: 16, 36: 28, 43: 9}),
            "hats": [43, 18, 72, 75],
            "owned": owned({0: discs}),
        },
        before=Expect(legal=legal),
    )


KITCHEN_MOVES = moves((0, 44, 2), (0, 45, 2))
MAGIC_MOVE = moves((0, 46, 3))

LOWER_ONLY = (
    unlocking("X23a", "any", {12: 1}, KITCHEN_MOVES),
    unlocking("X23b", "lower_only", {12: 1}, frozenset()),
    unlocking("X23c", "any", {12: 1, 20: 1}, KITCHEN_MOVES | MAGIC_MOVE),
    unlocking("X23d", "lower_only", {12: 1, 20: 1}, MAGIC_MOVE),
    unlocking("X23e", "any", {0: 1, 12: 1}, KITCHEN_MOVES | MAGIC_MOVE),
    unlocking("X23f", "lower_only", {0: 1, 12: 1}, KITCHEN_MOVES | MAGIC_MOVE),
)

DEAD_HAT = (
    Example(
        "X24",
        "skip: a dead hat is named",
        ("MH-63", "O-4"),
        options={"hypnosis_dead_hat": "skip"},
        fields=with_cards(ISLAND, 2),
        before=Expect(actor=1, legal=frozenset(range(1098, 1103))),
        steps=(
            Step(
                name(2),
                Expect(
                    actor=1,
                    fields={
                        "turn_index": 3,
                        "moves_made": 0,
                        "board": ISLAND["board"],
                        "hats": ISLAND["hats"],
                        "cards": 0b01,
                        "protected": 1,
                        "named": -1,
                        "phase": MOVE,
                    },
                    legal=moves((0, 15, 1), (1, 45, 1)),
                ),
            ),
            Step(
                move(1, 45, 1),
                Expect(
                    actor=0,
                    fields={"protected": -1, "phase": MOVE},
                    legal=moves((0, 15, 1), (3, 44, 1)),
                ),
            ),
        ),
    ),
)

RICH_SEAT = {1: 4, 2: 4, 3: 1, 4: 4, 5: 3, 7: 4, 8: 4, 10: 4, 11: 4}
"""Eight colour sets and seven symbol sets of ingredients."""


def box_supply(number: str, supply: str, first: int, later: int, scores: tuple[int, int]) -> Example:
    """Return X25: seat 0 completes two sets at once and a third one later."""
    return Example(
        number,
        f"stone supply {supply}",
        ("MH-50", "O-5"),
        options={"stone_supply": supply},
        fields={
            "board": board({43: 9, 34: 0, 35: 0, 55: 0, 56: 0, 16: 3}),
            "hats": [43, 18, 72, 75],
            "owned": owned({0: {3: 1, 6: 2, 9: 2}, 1: RICH_SEAT}),
            "stones": [[0, 0, 0], [15, 0, 0], [0, 0, 0], [0, 0, 0]],
        },
        before=Expect(stones={0: (0, 0, 0), 1: (15, 0, 0)}),
        steps=(
            Step(move(0, 45, 1), Expect(stones={0: (first, 0, 0), 1: (15, 0, 0)})),
            Step(move(3, 44, 1)),
            Step(move(1, 15, 1), Expect(over=True, stones={0: (later, 0, 0), 1: (15, 0, 0)}, scores=scores)),
        ),
    )


BOX = (box_supply("X25a", "box", 1, 1, (12, 63)), box_supply("X25b", "unlimited", 2, 3, (16, 63)))

FIRST_STUCK = (
    Example(
        "X26",
        "first_stuck",
        ("MH-70", "O-6"),
        players=3,
        options={"end_rule": "first_stuck"},
        fields=SKIP,
        steps=(
            Step(
                move(3, 44, 1),
                Expect(
                    over=True,
                    fields={"turn_index": 4, "board": board({34: 12})},
                    scores=(1, 0, 2),
                    facts={"discs_left": 1},
                ),
            ),
        ),
    ),
)


def collections_with_stones() -> Collections:
    """Return collections worth 41, 41 and 30 points with 3, 4 and 5 stones."""
    return {
        0: discs(6, 7, 8, each=4) | discs(28, 32, 36, 40, 29, 33, 37, 13),
        1: discs(9, 10, 11, each=4) | discs(12, 17, 22, 27, 16, 30, 34, 38),
        2: discs(0, 1, 2, 3, 4, each=4),
    }


def collections_with_equal_stones(magic_of_seat_1: int) -> Collections:
    """Return collections worth 41, 41 and 30 points with 4, 4 and 5 stones when only light blue counts 4."""
    ingredients = {1: discs(6, 7, each=3), 2: discs(6, each=3)}[magic_of_seat_1]
    magic = {1: discs(33), 2: discs(33, 34)}[magic_of_seat_1]
    return {
        0: discs(12, 13, 14, 15, 16, 17, 18, 19) | discs(9, each=3) | discs(41, 42),
        1: discs(20, 21, 22, 23, 24, 25, 26, 27) | ingredients | magic,
        2: discs(0, 1, 2, each=4) | discs(28, 29, 30, 31, 36, 37),
    }


def tie_break(
    number: str,
    collections: Collections,
    total_stones: dict[int, tuple[int, int, int]],
    places: tuple[int, ...],
    **options: Any,
) -> Example:
    """Return one ranking of X27."""
    return Example(
        number,
        "tie break by stones, then magic discs",
        ("MH-73", "O-7"),
        players=3,
        options={"tie_break": "stones"} | options,
        fields={"phase": OVER, "owned": owned(collections)},
        before=Expect(over=True, scores=(41, 41, 30), stones=total_stones, places=places),
    )


LIGHT_BLUE_ONLY = (0, 4, 0)
"""With 2/4/6 no collection has 30 points, five stones and six magic discs."""

EQUAL_STONES = {0: (0, 4, 0), 1: (0, 4, 0), 2: (3, 0, 2)}

TIE_BREAK = (
    tie_break("X27a", collections_with_stones(), {0: (3, 0, 0), 1: (3, 1, 0), 2: (5, 0, 0)}, (2, 1, 3)),
    tie_break(
        "X27b", collections_with_equal_stones(1), EQUAL_STONES, (1, 2, 3), stone_values=LIGHT_BLUE_ONLY
    ),
    tie_break(
        "X27c", collections_with_equal_stones(2), EQUAL_STONES, (1, 1, 3), stone_values=LIGHT_BLUE_ONLY
    ),
)


def first_turns(number: str, start: int | str) -> Example:
    """Return X28: three players, seat 2 starts, the first turns with the lowest codes."""
    return Example(
        number,
        f"start {start}",
        ("MH-07", "MH-21", "O-8"),
        players=3,
        options={"start": start},
        setup=Setup(spread_discs(37), first=2),
        before=Expect(actor=0, fields={"first": 2, "turn_index": 0, "phase": HYPNO}),
        steps=(
            Step(NO_HYPNOSIS, Expect(actor=2)),
            Step(move(0, 7, 1), Expect(actor=1, fields={"turn_index": 1})),
            Step(NO_HYPNOSIS, Expect(actor=0)),
            Step(move(0, 6, 1), Expect(actor=2, fields={"turn_index": 2})),
            Step(NO_HYPNOSIS, Expect(actor=1)),
            Step(move(0, 10, 1), Expect(actor=0, fields={"turn_index": 3})),
            Step(NO_HYPNOSIS, Expect(actor=2)),
        ),
    )


START = (first_turns("X28a", 2), first_turns("X28b", "random"))

OPTION_EXAMPLES: tuple[Example, ...] = (
    ANY_HAT + PATH + LOWER_ONLY + DEAD_HAT + BOX + FIRST_STUCK + TIE_BREAK + START
)
