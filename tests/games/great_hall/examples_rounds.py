"""Worked examples 21 to 27: helping the partner, winning, discarding, dealing."""

from typing import Any

from .examples_form import (
    BLUE,
    CARD_PHASE,
    CARETAKER,
    DECK,
    DISCARD,
    DISCARD1_PHASE,
    DISCARD2_PHASE,
    DORMITORY,
    ENTER,
    EXCHANGE_PHASE,
    FIVE,
    FOUR_CARD,
    GIVE,
    GREEN,
    HALL,
    JOKER,
    MODE_9,
    MODE_START,
    OVER_PHASE,
    PIECE,
    PLAY,
    RED,
    SEVEN_CARD,
    SIX,
    START_9,
    THREE,
    TWO,
    WALK,
    YELLOW,
    Draw,
    Example,
    FirstDealer,
    Step,
    acts,
    board,
    cards,
    dealt,
    figures,
    hands,
    steps,
    table,
)

EX21 = table(RED, (FIVE, START_9), 40, red=(HALL, HALL, HALL), green=(20,))
EX24: dict[str, Any] = {
    "hand": hands(RED, TWO, THREE, SIX, players=2, others=(TWO, TWO, TWO)),
    "phase": DISCARD1_PHASE,
}
EX27 = table(RED, (START_9, TWO), 20, yellow=(HALL,))


def fresh_hands(size: int) -> list[list[int]]:
    """Return what is dealt to the four seats in the dealing examples; any cards will do."""
    return [cards(*kinds[:size]) for kinds in ((FIVE,) * 6, (SIX,) * 6, (FOUR_CARD,) * 6, (SEVEN_CARD,) * 6)]


def last_card(turn: int, **more: Any) -> dict[str, Any]:
    """Return the fields of a position in which the last card of the round, a Two, is about to be played."""
    fields = {"turn": turn, "hand": hands(turn, TWO, others=()), "pos": figures(red=(5,), blue=(5 + 12,))}
    return fields | more


FRESH = [dealt(4, *((kind,) * size for kind in (2, 3, 4, 5))) for size in range(7)]

HELP_AND_END = (
    *(
        Example(
            f"21{letter}",
            f"playing with the partner's figures: {title}",
            ("GH-60", "GH-71", "R-29"),
            EX21,
            line,
            legal=acts(PLAY + FIVE, PLAY + START_9),
            after=board(red=(HALL, HALL, HALL), green=green) | {"caretaker": caretaker},
            over=False,
        )
        for letter, title, line, green, caretaker in (
            (
                "a",
                "into the hall",
                (Step(PLAY + FIVE), Step(PIECE + 20, legal=acts(PIECE + 20, CARETAKER)), Step(ENTER)),
                (HALL,),
                40,
            ),
            ("b", "past the hall", steps(PLAY + FIVE, PIECE + 20, WALK), (25,), 40),
            ("c", "caretaker five", steps(PLAY + FIVE, CARETAKER), (20,), 35),
            (
                "d",
                "start",
                (Step(PLAY + START_9), Step(MODE_START, legal=acts(MODE_START, MODE_9))),
                (20, 24),
                40,
            ),
            ("e", "nine", steps(PLAY + START_9, MODE_9, PIECE + 20), (29,), 40),
            ("f", "caretaker nine", steps(PLAY + START_9, MODE_9, CARETAKER), (20,), 31),
        )
    ),
    Example(
        "22",
        "the sixth figure of a team wins at once",
        ("GH-61",),
        table(RED, (FIVE, TWO), 40, red=(HALL, HALL, HALL), green=(HALL, HALL, 20)),
        steps(PLAY + FIVE, PIECE + 20, ENTER),
        after={"phase": OVER_PHASE},
        legal_after=acts(),
        over=True,
        winner=0,
    ),
    Example(
        "23",
        "two players: the third figure wins",
        ("GH-81",),
        {
            "hand": hands(RED, FIVE, players=2),
            "pos": figures(2, red=(HALL, HALL, 44, 10)),
            "caretaker": 30,
            "first_in": 1,
        },
        steps(PLAY + FIVE, PIECE + 44, ENTER),
        players=2,
        after={"pos": figures(2, red=(HALL, HALL, HALL, 10))},
        over=True,
        winner=0,
    ),
    Example(
        "24a",
        "two players without a play: discard, draw, and play the new card",
        ("GH-83",),
        EX24,
        (
            Step(DISCARD + THREE, (Draw(START_9),), acts(DISCARD + TWO, DISCARD + THREE, DISCARD + SIX)),
            Step(PLAY + START_9, legal=acts(PLAY + START_9)),
            Step(MODE_START, legal=acts(MODE_START)),
        ),
        players=2,
        after={
            "pos": figures(2, red=(0,)),
            "hand": hands(RED, TWO, SIX, players=2, others=(TWO, TWO, TWO)),
            "discard": cards(THREE, START_9),
            "turn": GREEN,
            "ply": 1,
        },
    ),
    Example(
        "24b",
        "two players without a play: the new card does not help either",
        ("GH-83",),
        EX24,
        (
            Step(DISCARD + THREE, (Draw(FIVE),)),
            Step(DISCARD + SIX, legal=acts(DISCARD + TWO, DISCARD + FIVE, DISCARD + SIX)),
        ),
        players=2,
        after={
            "pos": [[DORMITORY] * 4, [127] * 4, [DORMITORY] * 4, [127] * 4],
            "hand": hands(RED, TWO, FIVE, players=2, others=(TWO, TWO, TWO)),
            "discard": cards(THREE, SIX),
            "turn": GREEN,
        },
    ),
    Example(
        "24c",
        "the second discard is asked for",
        ("GH-83",),
        EX24,
        (Step(DISCARD + TWO, (Draw(FIVE),)),),
        players=2,
        after={"phase": DISCARD2_PHASE, "drawn": FIVE, "turn": RED},
        legal_after=acts(DISCARD + THREE, DISCARD + FIVE, DISCARD + SIX),
    ),
)

ROUNDS = (
    Example(
        "25",
        "round 5: the six cards left are dealt first, then two of the shuffled discards",
        ("GH-09", "GH-10", "R-03"),
        last_card(
            RED,
            round=4,
            hand_size=3,
            dealer=RED,
            stock=cards(*(JOKER,) * 6),
            discard=[7, 8, 8, 8, 8, 8, 8, 8, 8, 0],
        ),
        (
            Step(PLAY + TWO),
            Step(PIECE + 5, (dealt(4, (JOKER, TWO), (JOKER, SIX), (JOKER, JOKER), (JOKER, JOKER)),)),
        ),
        after={
            "phase": EXCHANGE_PHASE,
            "round": 5,
            "hand_size": 2,
            "dealer": BLUE,
            "turn": GREEN,
            "stock": [7, 8, 8, 7, 8, 8, 8, 8, 8, 0],
            "discard": cards(),
        },
    ),
    Example(
        "26a",
        "seat 2 deals first, so seat 3 begins with six cards",
        ("GH-05", "GH-06", "GH-07", "R-01"),
        setup=(FirstDealer(GREEN), FRESH[6]),
        legal=acts(GIVE + SEVEN_CARD),
        after={"dealer": GREEN, "turn": YELLOW, "round": 1, "hand_size": 6, "phase": EXCHANGE_PHASE}
        | {"hand": fresh_hands(6), "pos": figures(), "given": [-1] * 4, "ply": 0},
    ),
    Example(
        "26b",
        "round 2: seat 3 deals five cards, seat 0 begins",
        ("GH-08", "GH-09"),
        last_card(BLUE, dealer=GREEN),
        (Step(PLAY + TWO), Step(PIECE + 17, (FRESH[5],))),
        after={"dealer": YELLOW, "turn": RED, "round": 2, "hand_size": 5, "hand": fresh_hands(5)}
        | {"stock": [7, *DECK[1:2], 3, 3, 3, 3, *DECK[6:]], "discard": cards(TWO)},
    ),
    Example(
        "26c",
        "round 3: seat 0 deals four cards, seat 1 begins",
        ("GH-08", "GH-09"),
        last_card(BLUE, dealer=YELLOW, round=2, hand_size=5),
        (Step(PLAY + TWO), Step(PIECE + 17, (FRESH[4],))),
        after={"dealer": RED, "turn": BLUE, "round": 3, "hand_size": 4, "hand": fresh_hands(4)},
    ),
    *(
        Example(
            f"27{letter}",
            f"starting is not compulsory: {title}",
            ("GH-20", "GH-71", "R-28"),
            EX27,
            line,
            legal=acts(PLAY + START_9, PLAY + TWO),
            after=board(red=red, yellow=(HALL,)) | {"caretaker": caretaker, "phase": CARD_PHASE},
        )
        for letter, title, line, red, caretaker in (
            (
                "a",
                "start",
                (Step(PLAY + START_9), Step(MODE_START, legal=acts(MODE_START, MODE_9))),
                (0,),
                20,
            ),
            (
                "b",
                "caretaker nine",
                (*steps(PLAY + START_9, MODE_9), Step(CARETAKER, legal=acts(CARETAKER))),
                (),
                11,
            ),
            ("c", "caretaker two", steps(PLAY + TWO, CARETAKER), (), 18),
        )
    ),
)
