"""Worked examples 15 to 20: the caretaker and the 7."""

from .examples_form import (
    CARETAKER,
    FOLD,
    FOUR_CARD,
    HALL,
    MODE_BACK_4,
    PIECE,
    PLAY,
    RED,
    SEVEN_CARD,
    STEPS,
    THREE,
    TWO,
    Example,
    Step,
    acts,
    board,
    cards,
    steps,
    table,
)

EX16 = table(RED, (FOUR_CARD, TWO, THREE), 15, blue=(12,), yellow=(HALL,))
EX19 = table(RED, (SEVEN_CARD,), red=(9, 30), blue=(12,))
EX20 = table(RED, (SEVEN_CARD,), 40, red=(HALL, HALL, 46), green=(30,))
EX20_ALONE = table(RED, (SEVEN_CARD,), 40, red=(HALL, HALL, 46))
EX20_TWO = table(RED, (SEVEN_CARD,), 40, red=(HALL, HALL, 46), green=(30, 10))

CARETAKER_AND_SEVEN = (
    Example(
        "15",
        "a figure that ends on the caretaker goes home",
        ("R-10",),
        table(RED, (THREE,), 8, red=(5,), yellow=(HALL,)),
        steps(PLAY + THREE, PIECE + 5),
        after=board(yellow=(HALL,)) | {"caretaker": 8, "first_in": 1},
    ),
    Example(
        "16a",
        "the caretaker alone keeps a player in the round",
        ("GH-71", "GH-72", "R-27"),
        EX16,
        (Step(PLAY + TWO), Step(CARETAKER, legal=acts(CARETAKER))),
        legal=acts(PLAY + TWO, PLAY + FOUR_CARD),
        after={"caretaker": 13, "folded": 0},
    ),
    Example(
        "16b",
        "four against the protected figure goes clockwise only",
        ("GH-72", "GH-74", "R-12"),
        EX16,
        (Step(PLAY + FOUR_CARD), Step(MODE_BACK_4, legal=acts(MODE_BACK_4)), Step(CARETAKER)),
        lacks=acts(PLAY + THREE),
        after={"caretaker": 19},
    ),
    Example(
        "17",
        "a seven with the caretaker sweeps",
        ("GH-73", "R-13"),
        table(RED, (SEVEN_CARD,), 20, yellow=(18, HALL), green=(14,)),
        (Step(PLAY + SEVEN_CARD), Step(CARETAKER, legal=acts(CARETAKER))),
        after=board(yellow=(HALL,)) | {"caretaker": 13},
    ),
    Example(
        "18",
        "seven points that do not fit cannot be played",
        ("GH-14", "GH-17", "GH-55"),
        table(RED, (SEVEN_CARD,), red=(9,), blue=(12,)),
        steps(FOLD),
        legal=acts(FOLD),
        after={"folded": 1, "discard": cards(SEVEN_CARD)},
    ),
    Example(
        "19a",
        "the figure behind the barrier takes one or two points",
        ("GH-17", "GH-55"),
        EX19,
        (Step(PLAY + SEVEN_CARD), Step(PIECE + 9, legal=acts(PIECE + 9, PIECE + 30))),
        legal_after=acts(STEPS + 1, STEPS + 2),
    ),
    Example(
        "19b",
        "the other one takes at least five",
        ("GH-17", "GH-55"),
        EX19,
        steps(PLAY + SEVEN_CARD, PIECE + 30),
        legal_after=acts(STEPS + 5, STEPS + 6, STEPS + 7),
    ),
    Example(
        "19c",
        "two and five",
        ("GH-55", "R-16"),
        EX19,
        (
            *steps(PLAY + SEVEN_CARD, PIECE + 9, STEPS + 2),
            Step(PIECE + 30, legal=acts(PIECE + 30)),
            Step(STEPS + 5, legal=acts(STEPS + 5)),
        ),
        after=board(red=(11, 35), blue=(12,)),
    ),
    Example(
        "20a",
        "the last own figure goes in and the partner's figure takes the rest",
        ("GH-57", "R-18"),
        EX20,
        (
            Step(PLAY + SEVEN_CARD),
            Step(PIECE + 46, legal=acts(PIECE + 46, CARETAKER)),
            Step(STEPS + 3, legal=acts(STEPS + 3, STEPS + 7)),
            Step(PIECE + 30, legal=acts(PIECE + 30)),
            Step(STEPS + 4, legal=acts(STEPS + 4)),
        ),
        after=board(red=(HALL, HALL, HALL), green=(34,)) | {"caretaker": 40},
        over=False,
    ),
    Example(
        "20b",
        "the whole seven past the hall",
        ("GH-45", "GH-55"),
        EX20,
        steps(PLAY + SEVEN_CARD, PIECE + 46, STEPS + 7),
        after=board(red=(HALL, HALL, 5), green=(30,)),
    ),
    Example(
        "20c",
        "the whole seven for the caretaker",
        ("GH-71", "R-13"),
        EX20,
        steps(PLAY + SEVEN_CARD, CARETAKER),
        after=board(red=(HALL, HALL, 46), green=(30,)) | {"caretaker": 33},
    ),
    Example(
        "20d",
        "no partner's figure on the track: no split",
        ("GH-57", "GH-62", "R-18"),
        EX20_ALONE,
        steps(PLAY + SEVEN_CARD, PIECE + 46),
        legal_after=acts(STEPS + 7),
    ),
    *(
        Example(
            f"20{letter}",
            "the rest goes to one figure of the partner",
            ("GH-57", "R-18"),
            EX20_TWO,
            (
                *steps(PLAY + SEVEN_CARD, PIECE + 46, STEPS + 3),
                Step(PIECE + chosen, legal=acts(PIECE + 10, PIECE + 30)),
                Step(STEPS + 4, legal=acts(STEPS + 4)),
            ),
            after=board(red=(HALL, HALL, HALL), green=green),
        )
        for letter, chosen, green in (("e", 30, (34, 10)), ("f", 10, (30, 14)))
    ),
    Example(
        "20g",
        "the rest may be split with the option",
        ("GH-57", "R-18"),
        EX20_TWO,
        (
            *steps(PLAY + SEVEN_CARD, PIECE + 46, STEPS + 3, PIECE + 30),
            Step(STEPS + 1, legal=acts(STEPS + 1, STEPS + 2, STEPS + 3, STEPS + 4)),
            Step(PIECE + 10, legal=acts(PIECE + 10)),
            Step(STEPS + 3, legal=acts(STEPS + 3)),
        ),
        options={"seven_rest": "any"},
        after=board(red=(HALL, HALL, HALL), green=(31, 13)),
    ),
)
