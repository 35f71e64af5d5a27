"""The worked examples of running, jumping, collecting, areas and stones as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .examples_format import CUT_OFF, ISLAND, LINE, OVER, Example, Expect, Step, board, move, moves, owned


def restriction(number: str, players: int, toadstools: int, unlocked: int) -> Example:
    """Return X07 with this many toadstools; unlocked is the highest value that may be taken."""
    legal = moves((0, 44, 1), (0, 45, 1), (0, 46, 1))
    if unlocked >= 2:
        legal |= moves((0, 33, 2), (0, 44, 2), (0, 45, 2))
    if unlocked >= 3:
        legal |= moves((0, 46, 3))
    return Example(
        number,
        f"restrictions, {players} players, {toadstools} toadstools",
        ("MH-30", "MH-31", "MH-32", "MH-33"),
        players=players,
        fields={
            "board": board({43: 9, 35: 0, 34: 12, 36: 28, 33: 1}),
            "hats": [43, 18, 72, 75],
            "owned": owned({0: {1: toadstools}}),
        },
        before=Expect(legal=legal),
    )


X07C = restriction("X07c", 2, 2, 3)

RUNNING = (
    Example(
        "X05",
        "run and holes",
        ("MH-12", "MH-16", "MH-18", "MH-19"),
        fields=LINE,
        before=Expect(legal=moves((0, 45, 1), (0, 46, 1), (3, 44, 1)), actor=0),
        steps=(
            Step(
                move(0, 45, 1),
                Expect(
                    actor=1,
                    fields={
                        "hats": [45, 18, 72, 75],
                        "board": board({41: 9, 42: 10, 43: 11}),
                        "owned": owned({0: {0: 1}}),
                    },
                ),
            ),
        ),
    ),
    Example(
        "X06",
        "blocked by a hat",
        ("MH-12", "MH-18", "MH-19"),
        fields=LINE | {"hats": [41, 45, 72, 75]},
        before=Expect(legal=moves((0, 46, 1), (3, 44, 1))),
    ),
    restriction("X07a", 2, 0, 1),
    restriction("X07b", 2, 1, 2),
    X07C,
    restriction("X07d", 3, 0, 1),
    restriction("X07e", 3, 1, 1),
    restriction("X07f", 3, 2, 2),
    restriction("X07g", 3, 3, 3),
    replace(
        X07C,
        number="X08",
        title="one value only",
        rules=("MH-13", "MH-14", "MH-72"),
        steps=(
            Step(
                move(0, 45, 2),
                Expect(
                    fields={
                        "owned": owned({0: {1: 2, 12: 1}}),
                        "board": board({43: 9, 35: 0, 36: 28, 33: 1}),
                    },
                    scores=(4, 0),
                ),
            ),
        ),
    ),
    Example(
        "X09",
        "all of one value",
        ("MH-13", "MH-14"),
        fields={
            "board": board({43: 9, 35: 0, 34: 1, 55: 2, 56: 12}),
            "hats": [43, 18, 72, 75],
            "owned": owned({0: {0: 1, 3: 1}}),
        },
        before=Expect(legal=moves((0, 44, 1), (0, 45, 1), (0, 45, 2), (0, 46, 1), (0, 46, 2))),
        steps=(
            Step(
                move(0, 45, 1),
                Expect(
                    fields={
                        "board": board({43: 9, 56: 12}),
                        "owned": owned({0: {0: 2, 1: 1, 2: 1, 3: 1}}),
                    }
                ),
            ),
        ),
    ),
)

AREAS = (
    Example(
        "X10",
        "no staying, jump, area by leaving",
        ("MH-11", "MH-19", "MH-40", "MH-41", "MH-42"),
        fields=ISLAND,
        before=Expect(legal=moves((0, 15, 1), (1, 45, 1))),
        steps=(
            Step(
                move(0, 15, 1),
                Expect(
                    fields={"board": board({34: 3, 43: 11}), "owned": owned({0: {0: 1, 1: 1, 9: 1}})},
                    scores=(3, 0),
                ),
            ),
        ),
    ),
    Example(
        "X11",
        "area by taking, restriction ignored",
        ("MH-41", "MH-42", "MH-43", "MH-70"),
        players=3,
        fields=CUT_OFF,
        before=Expect(legal=moves((0, 5, 1), (0, 10, 1))),
        steps=(
            Step(
                move(0, 10, 1),
                Expect(
                    over=True,
                    fields={
                        "board": board({10: 6}),
                        "owned": owned({0: {0: 1, 29: 1, 39: 1}}),
                        "turn_index": 4,
                    },
                    scores=(7, 0, 0),
                    places=(1, 2, 2),
                ),
            ),
        ),
    ),
    Example(
        "X12",
        "a hat protects an area",
        ("MH-40", "MH-70", "MH-72"),
        players=3,
        fields=CUT_OFF | {"hats": [18, 44, 72, 12]},
        before=Expect(includes=moves((0, 10, 1))),
        steps=(
            Step(
                move(0, 10, 1),
                Expect(
                    over=True,
                    fields={"board": board({5: 29, 12: 39, 10: 6}), "owned": owned({0: {0: 1}})},
                    scores=(1, 0, 0),
                ),
            ),
        ),
    ),
)


def collection(number: str, discs: Mapping[int, int], stones: tuple[int, int, int], score: int) -> Example:
    """Return one collection of X13 with the stones and the points it is worth."""
    return Example(
        number,
        "stones of a collection",
        ("MH-50", "MH-51", "MH-52", "MH-53", "MH-72"),
        fields={"phase": OVER, "owned": owned({0: discs})},
        before=Expect(stones={0: stones}, scores=(score, 0)),
    )


STONES = (
    collection("X13a", {0: 1, 3: 1, 6: 1, 9: 1}, (1, 0, 0), 6),
    collection("X13b", {0: 4}, (1, 0, 0), 6),
    collection("X13c", {0: 4, 3: 1, 6: 1, 9: 1}, (2, 0, 0), 11),
    collection("X13d", {12: 1, 13: 1, 14: 1, 15: 1}, (0, 2, 0), 16),
    collection("X13e", {12: 1, 17: 1, 22: 1, 27: 1}, (0, 1, 0), 12),
    collection("X13f", {16: 1, 13: 1, 14: 1, 15: 1}, (0, 1, 0), 12),
    collection("X13g", {16: 1, 13: 1, 14: 1, 15: 1, 12: 1}, (0, 2, 0), 18),
    collection("X13h", {28: 1, 29: 1, 30: 1, 31: 1}, (0, 0, 2), 24),
)


def covered_disc(number: str, target: int) -> Example:
    """Return X14 with a run to one of the two legal targets."""
    after: dict[str, Any] = {"board": board({43: 9, 35: 0}), "owned": owned({0: {1: 1}})}
    return Example(
        number,
        "disc under another hat",
        ("MH-15",),
        fields={"board": board({43: 9, 35: 0, 34: 1}), "hats": [43, 35, 72, 75]},
        before=Expect(legal=moves((0, 44, 1), (0, 45, 1)), excludes=moves((0, 46, 1))),
        steps=(Step(move(0, target, 1), Expect(fields=after)),),
    )


HAT_DISCS = (
    covered_disc("X14a", 44),
    covered_disc("X14b", 45),
    Example(
        "X15",
        "own origin disc",
        ("MH-15", "MH-70"),
        fields={"board": board({43: 0}), "hats": [43, 18, 72, 75]},
        before=Expect(includes=moves((0, 44, 1))),
        steps=(Step(move(0, 44, 1), Expect(over=True, scores=(1, 0), fields={"board": board({})})),),
    ),
)

MOVE_EXAMPLES: tuple[Example, ...] = RUNNING + AREAS + STONES + HAT_DISCS
