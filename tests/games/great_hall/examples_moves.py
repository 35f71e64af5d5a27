"""Worked examples 1 to 14: starting, moving, entering the hall, the swap card."""

from .examples_form import (
    BLUE,
    ENTER,
    FIVE,
    FOLD,
    FOUR_CARD,
    GREEN,
    HALL,
    JOKER,
    MODE_1,
    MODE_4,
    MODE_8,
    MODE_9,
    MODE_BACK_4,
    MODE_NULL,
    MODE_START,
    PIECE,
    PLAY,
    RED,
    SEVEN_CARD,
    START_1_8,
    START_9,
    STEPS,
    SWAP_CARD,
    THREE,
    TWO,
    WALK,
    YELLOW,
    Example,
    Step,
    acts,
    board,
    cards,
    hands,
    steps,
    table,
)

EX1 = table(GREEN, (FOUR_CARD, FIVE, SWAP_CARD), green=(24,), blue=(17,), red=(22,))
EX2 = table(GREEN, (FIVE,), green=(20,), blue=(17,), red=(22,))
EX3 = table(YELLOW, (SEVEN_CARD,), yellow=(35, 16, 19), blue=(17,), green=(20,), red=(22,))
EX5 = table(RED, (START_9, START_1_8), red=(0,))
EX9 = table(RED, (JOKER,), red=(10,), blue=(12,))
EX9_MODES = acts(MODE_START, MODE_1, MODE_BACK_4, MODE_NULL)
EX11 = table(RED, (TWO, THREE), red=(47,))

OPENING = (
    Example(
        "1a",
        "back four from the own start; the protected figure cannot be swapped away",
        ("GH-23", "GH-50", "GH-53", "R-08"),
        EX1,
        (
            Step(PLAY + FOUR_CARD, legal=acts(PLAY + FOUR_CARD, PLAY + FIVE)),
            Step(MODE_BACK_4, legal=acts(MODE_4, MODE_BACK_4)),
            Step(PIECE + 24, legal=acts(PIECE + 24)),
        ),
        after=board(green=(20,), blue=(17,), red=(22,))
        | {"turn": YELLOW, "ply": 1, "discard": cards(FOUR_CARD)},
    ),
    Example(
        "1b",
        "the same card forward",
        ("GH-50",),
        EX1,
        steps(PLAY + FOUR_CARD, MODE_4, PIECE + 24),
        after=board(green=(28,), blue=(17,), red=(22,)),
    ),
    Example(
        "1c",
        "the five",
        ("GH-30", "GH-34"),
        EX1,
        steps(PLAY + FIVE, PIECE + 24),
        after=board(green=(29,), blue=(17,), red=(22,)),
    ),
    Example(
        "2a",
        "distance four and one step more: into the hall",
        ("GH-40", "GH-42", "GH-46", "GH-70"),
        EX2,
        (*steps(PLAY + FIVE, PIECE + 20), Step(ENTER, legal=acts(ENTER, WALK))),
        after=board(green=(HALL,), blue=(17,), red=(22,)) | {"first_in": 1, "caretaker": 27},
    ),
    Example(
        "2b",
        "or on along the track",
        ("GH-46", "R-06"),
        EX2,
        steps(PLAY + FIVE, PIECE + 20, WALK),
        after=board(green=(25,), blue=(17,), red=(22,)) | {"first_in": 0, "caretaker": -1},
    ),
    Example(
        "3",
        "a seven as 2 + 1 + 4 sweeps, and the caretaker comes when the card is completed",
        ("GH-55", "GH-56", "GH-70", "R-15", "R-17"),
        EX3,
        (
            Step(PLAY + SEVEN_CARD, legal=acts(PLAY + SEVEN_CARD)),
            *steps(PIECE + 35, STEPS + 2, ENTER, PIECE + 16, STEPS + 1, PIECE + 19),
            Step(STEPS + 4, legal=acts(STEPS + 4)),
        ),
        after=board(yellow=(HALL, 17, 23)) | {"first_in": 1, "caretaker": 39, "turn": RED},
    ),
    Example(
        "4",
        "the first arrival puts the caretaker left of the own dormitory",
        ("GH-40", "GH-70"),
        table(BLUE, (FIVE,), blue=(8,)),
        steps(PLAY + FIVE, PIECE + 8, ENTER),
        after=board(blue=(HALL,)) | {"first_in": 1, "caretaker": 15},
    ),
)

START_AND_MOVES = (
    Example(
        "5a",
        "own start occupied: no start, only the nine",
        ("GH-21", "GH-51"),
        EX5,
        (Step(PLAY + START_9), Step(MODE_9, legal=acts(MODE_9)), Step(PIECE + 0)),
        legal=acts(PLAY + START_9, PLAY + START_1_8),
        after=board(red=(9,)),
    ),
    Example(
        "5b",
        "the one does not enter the hall from the start field",
        ("GH-21", "GH-41", "GH-51"),
        EX5,
        (Step(PLAY + START_1_8), Step(MODE_1, legal=acts(MODE_1, MODE_8)), Step(PIECE + 0)),
        after=board(red=(1,)) | {"first_in": 0},
    ),
    Example(
        "5c",
        "the eight",
        ("GH-51",),
        EX5,
        steps(PLAY + START_1_8, MODE_8, PIECE + 0),
        after=board(red=(8,)),
    ),
    Example(
        "6",
        "starting sends a foreign figure home",
        ("GH-20", "GH-22", "GH-24"),
        table(RED, (START_9,), yellow=(0,)),
        (Step(PLAY + START_9), Step(MODE_START, legal=acts(MODE_START))),
        after=board(red=(0,)),
    ),
    Example(
        "7",
        "a jumped figure is counted and stays",
        ("GH-31",),
        table(RED, (THREE,), red=(5,), blue=(7,)),
        steps(PLAY + THREE, PIECE + 5),
        after=board(red=(8,), blue=(7,)),
    ),
    Example(
        "8",
        "a whole seven sends overtaken figures home, own ones too",
        ("GH-55", "GH-56"),
        table(RED, (SEVEN_CARD,), red=(4, 6), blue=(9,)),
        steps(PLAY + SEVEN_CARD, PIECE + 4, STEPS + 7),
        after=board(red=(11,)),
    ),
    *(
        Example(
            f"9{letter}",
            f"a joker behind a protected figure: {title}",
            ("GH-23", "GH-54", "GH-58"),
            EX9,
            (Step(PLAY + JOKER), Step(mode, legal=EX9_MODES), *piece),
            after=board(red=red, blue=(12,)),
        )
        for letter, title, mode, piece, red in (
            ("a", "start", MODE_START, (), (0, 10)),
            ("b", "one", MODE_1, steps(PIECE + 10), (11,)),
            ("c", "four back", MODE_BACK_4, steps(PIECE + 10), (6,)),
            ("d", "without effect", MODE_NULL, (), (10,)),
        )
    ),
    Example(
        "10",
        "the own figure on the start field bars the hall",
        ("GH-23", "GH-43"),
        table(RED, (TWO,), red=(47, 0)),
        (Step(PLAY + TWO), Step(PIECE + 0, legal=acts(PIECE + 0))),
        after=board(red=(47, 2)),
    ),
    Example(
        "11a",
        "two points reach the hall",
        ("GH-40",),
        EX11,
        (*steps(PLAY + TWO, PIECE + 47), Step(ENTER, legal=acts(ENTER, WALK))),
        after=board(red=(HALL,)) | {"caretaker": 3},
    ),
    Example(
        "11b",
        "or walk past it",
        ("GH-46",),
        EX11,
        steps(PLAY + TWO, PIECE + 47, WALK),
        after=board(red=(1,)),
    ),
    Example(
        "11c",
        "three points can only walk past",
        ("GH-17", "GH-45"),
        EX11,
        steps(PLAY + THREE, PIECE + 47),
        after=board(red=(2,)),
    ),
    Example(
        "12a",
        "back over the own start",
        ("GH-50",),
        table(RED, (FOUR_CARD,), red=(2,)),
        steps(PLAY + FOUR_CARD, MODE_BACK_4, PIECE + 2),
        after=board(red=(46,)),
    ),
    Example(
        "12b",
        "and in, without a lap",
        ("GH-42", "GH-46"),
        table(RED, (THREE,), red=(46,)),
        steps(PLAY + THREE, PIECE + 46),
        legal_after=acts(ENTER, WALK),
    ),
    Example(
        "12c",
        "or past the hall",
        ("GH-46",),
        table(RED, (THREE,), red=(46,)),
        steps(PLAY + THREE, PIECE + 46, WALK),
        after=board(red=(1,)),
    ),
    *(
        Example(
            f"13{letter}",
            "the swap card without effect keeps its player in the round",
            ("GH-54", "R-08"),
            table(RED, (SWAP_CARD,), red=red, blue=(12,)),
            steps(PLAY + SWAP_CARD),
            legal=acts(PLAY + SWAP_CARD),
            after=board(red=red, blue=(12,)) | {"folded": 0, "turn": BLUE, "discard": cards(SWAP_CARD)},
        )
        for letter, red in (("a", (5,)), ("b", (0,)))
    ),
    *(
        Example(
            f"14{letter}",
            title,
            ("GH-14", "GH-54", "R-08"),
            table(RED, (SWAP_CARD,), **places),
            steps(FOLD),
            legal=acts(FOLD),
            after=board(**places) | {"folded": 1, "hand": hands(RED), "discard": cards(SWAP_CARD)},
        )
        for letter, title, places in (
            (
                "a",
                "own figure protected, foreign one not: the swap card is unplayable",
                {"red": (0,), "blue": (20,)},
            ),
            ("b", "no own figure on the track: the swap card is unplayable", {"blue": (12,)}),
        )
    ),
)
