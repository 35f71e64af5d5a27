"""The worked examples of hypnosis, round 1, skipped turns and the ranking as data."""

from __future__ import annotations

from .examples_format import (
    HYPNO,
    ISLAND,
    MOVE,
    NO_HYPNOSIS,
    OVER,
    PICK,
    SKIP,
    Example,
    Expect,
    Step,
    all_cards,
    board,
    discs,
    move,
    moves,
    name,
    owned,
    pick,
    with_cards,
)


def collections_for_a_tie() -> dict[int, dict[int, int]]:
    """Return collections without any set that are worth 41, 41 and 30 points."""
    return {
        0: discs(28, 32, 36, 40, 29, 33, 37, 41, 12, 16, 20, 24) | discs(0, 1, 2, each=3),
        1: discs(30, 34, 38, 42, 31, 35, 39, 43, 14, 18, 22, 26) | discs(6, 7, 8, each=3),
        2: discs(13, 17, 21, 25, 15, 19, 23, 27) | discs(3, 4, 5, 9, each=3) | discs(10, each=2),
    }


ROUND_ONE = {
    "board": board({43: 9, 35: 0, 34: 1, 55: 2, 56: 12}),
    "hats": [43, 18, 72, 75],
    "turn_index": 0,
}

TURN_EXAMPLES: tuple[Example, ...] = (
    Example(
        "X16",
        "hypnosis",
        ("MH-60", "MH-61", "MH-63", "MH-74"),
        players=3,
        fields={
            "board": board({43: 11, 35: 0, 36: 1, 34: 3, 57: 4, 64: 6, 65: 7, 47: 9, 48: 10}),
            "hats": [44, 18, 72, 75],
            "turn_index": 3,
            "phase": HYPNO,
            "cards": all_cards(3),
        },
        before=Expect(actor=1, legal=frozenset(range(1098, 1103))),
        steps=(
            Step(
                name(1),
                Expect(
                    actor=0,
                    fields={"cards": 0b101, "protected": 1, "named": 1, "phase": MOVE},
                    legal=moves((1, 45, 1), (1, 46, 1)),
                ),
            ),
            Step(
                move(1, 45, 1),
                Expect(actor=1, fields={"phase": MOVE, "protected": 1, "named": -1, "cards": 0b101}),
            ),
            Step(move(3, 46, 1), Expect(actor=0, fields={"phase": HYPNO, "protected": -1, "turn_index": 5})),
        ),
    ),
    Example(
        "X17",
        "nameable hats",
        ("MH-62", "MH-64"),
        fields=with_cards(ISLAND, 2),
        before=Expect(actor=1, legal=frozenset({NO_HYPNOSIS, name(0), name(1)})),
    ),
    Example(
        "X18",
        "round 1",
        ("MH-21", "MH-30"),
        fields=ROUND_ONE,
        before=Expect(legal=moves((0, 44, 1), (0, 45, 1), (0, 46, 1))),
        steps=(
            Step(
                move(0, 45, 1),
                Expect(
                    actor=0,
                    fields={"phase": PICK, "pend": [0, 45, 1], "hats": [45, 18, 72, 75], "turn_index": 0},
                    legal=frozenset({pick(1), pick(2), pick(4)}),
                ),
            ),
            Step(
                pick(1),
                Expect(
                    fields={
                        "owned": owned({0: {0: 1}}),
                        "turn_index": 1,
                        "board": board({43: 9, 34: 1, 55: 2, 56: 12}),
                        "pend": [-1, -1, -1],
                    }
                ),
            ),
        ),
    ),
    Example(
        "X19",
        "skip and end",
        ("MH-31", "MH-70", "MH-71"),
        players=3,
        fields=SKIP,
        before=Expect(legal=moves((3, 44, 1)), actor=0),
        steps=(
            Step(move(3, 44, 1), Expect(actor=2, fields={"turn_index": 5}, includes=moves((0, 45, 2)))),
            Step(move(0, 45, 2), Expect(over=True, scores=(1, 0, 4), places=(2, 3, 1))),
        ),
    ),
    Example(
        "X20",
        "tie",
        ("MH-73",),
        players=3,
        fields={"phase": OVER, "owned": owned(collections_for_a_tie())},
        before=Expect(over=True, scores=(41, 41, 30), places=(1, 1, 3)),
    ),
)
