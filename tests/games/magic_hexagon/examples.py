"""The worked examples of the rules as data: the setup here, then all others in order."""

from __future__ import annotations

from .examples_format import HYPNO, NO_HYPNOSIS, Example, Expect, Setup, Step, move, spread_discs
from .examples_moves import MOVE_EXAMPLES
from .examples_options import OPTION_EXAMPLES
from .examples_turns import TURN_EXAMPLES

T37 = Setup(spread_discs(37))

NEIGHBOUR_CHECKS = {
    45: [46, 35, 34, 44, 55, 56],
    0: [1, -1, -1, -1, 6, 7],
    15: [16, 8, 7, 14, 23, 24],
    50: [-1, -1, 39, 49, 60, -1],
    21: [22, 13, -1, -1, 30, 31],
    90: [-1, 84, 83, 89, -1, -1],
}

SET_UP = (
    Example(
        "X01",
        "topology",
        ("MH-03",),
        before=Expect(facts={"cells": 91, "neighbours": NEIGHBOUR_CHECKS, "degree_sum": 480}),
    ),
    Example(
        "X02",
        "set-up",
        ("MH-02", "MH-03", "MH-04", "MH-05", "MH-07"),
        setup=Setup(spread_discs(1)),
        before=Expect(
            actor=1,
            fields={"phase": HYPNO, "turn_index": 0, "cards": 0b11, "hats": [15, 18, 72, 75]},
            scores=(0, 0),
            facts={
                "face_counts": dict.fromkeys(range(12), 4) | dict.fromkeys(range(12, 44), 1) | {44: 11},
                "value_on_board": 128,
            },
        ),
    ),
    Example(
        "X03",
        "test position T(37)",
        ("MH-12", "MH-13", "MH-19", "MH-21"),
        setup=T37,
        before=Expect(
            legal=frozenset(range(1098, 1103)),
            facts={"first_faces": [0, 9, 38, 7, 32, 6, 26, 4, 20]},
        ),
        steps=(
            Step(
                NO_HYPNOSIS,
                Expect(
                    facts={
                        "legal_count": 34,
                        "per_hat": [7, 10, 10, 7],
                        "lowest": move(0, 7, 1),
                        "highest": move(3, 83, 1),
                        "disc_choices": 42,
                    }
                ),
            ),
        ),
    ),
    Example(
        "X04a",
        "T(37) with the lowest legal codes, 2 players",
        ("MH-40", "MH-50", "MH-70", "MH-72"),
        setup=T37,
        finish=Expect(
            fields={"moves_made": 63, "hats": [82, 83, 75, 72]},
            scores=(90, 75),
            stones={0: (4, 2, 2), 1: (6, 1, 0)},
            facts={"discs_left": 4},
        ),
    ),
    Example(
        "X04b",
        "T(37) with the lowest legal codes, 3 players",
        ("MH-40", "MH-50", "MH-70", "MH-72"),
        players=3,
        setup=T37,
        finish=Expect(fields={"moves_made": 60}, scores=(47, 44, 52), facts={"discs_left": 8}),
    ),
    Example(
        "X04c",
        "T(37) with the lowest legal codes, 4 players",
        ("MH-40", "MH-50", "MH-70", "MH-72"),
        players=4,
        setup=T37,
        finish=Expect(fields={"moves_made": 59}, scores=(31, 33, 38, 27), facts={"discs_left": 10}),
    ),
)

EXAMPLES: tuple[Example, ...] = SET_UP + MOVE_EXAMPLES + TURN_EXAMPLES + OPTION_EXAMPLES
