"""The position of the slow reference: words, numbers and plain containers, no rules yet."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

Seat = int
"""A side of the table and the colour that sits there (0 red, 1 blue, 2 green, 3 yellow)."""
Field = int
"""A field of the track, numbered clockwise from red's start field."""
Place = int
"""Where a figure is: a field, or DORMITORY, or HALL."""
Figure = tuple[Seat, int]
"""One figure: its colour and its number inside the colour."""
Kind = int
"""A kind of card, 0 to 9."""
Cards = list[int]
"""A heap of cards: how many there are of each of the ten kinds."""

DORMITORY: Place = 64
HALL: Place = 65

CARETAKER_ENTRY = 3
"""The dark field lies this many fields clockwise of the start field (2.3)."""
HAND_SIZES = (6, 5, 4, 3, 2)
"""Cards per hand in rounds 1 to 5, then over again (GH-09)."""
DECK = (8, 8, 8, 8, 8, 8, 8, 8, 8, 6)
"""Copies of each kind, 78 cards together (2.2)."""
DRAW = 9
"""The `winner` of a game without one (R-20)."""


class Phase(IntEnum):
    """What the game waits for, numbered as in 6.1; DEAL and DRAW never outlast an action."""

    DEAL = 0
    EXCHANGE = 1
    CARD = 2
    MODE = 3
    PIECE = 4
    STEPS = 5
    HALL_OR_WALK = 6
    TARGET = 7
    DISCARD1 = 8
    DRAW = 9
    DISCARD2 = 10
    OVER = 11


class Mode(IntEnum):
    """One function of a card, in the order of the action numbers 31 to 43 (6.2)."""

    START = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    BACK_FOUR = 5
    FIVE = 6
    SIX = 7
    SEVEN = 8
    EIGHT = 9
    NINE = 10
    SWAP = 11
    NULL = 12


POINTS = {
    Mode.ONE: 1,
    Mode.TWO: 2,
    Mode.THREE: 3,
    Mode.FOUR: 4,
    Mode.BACK_FOUR: -4,
    Mode.FIVE: 5,
    Mode.SIX: 6,
    Mode.SEVEN: 7,
    Mode.EIGHT: 8,
    Mode.NINE: 9,
}
"""Points of the number functions; below zero is against the figures' direction."""

MODES_OF_KIND: dict[Kind, tuple[Mode, ...]] = {
    0: (Mode.TWO,),
    1: (Mode.THREE,),
    2: (Mode.FIVE,),
    3: (Mode.SIX,),
    4: (Mode.FOUR, Mode.BACK_FOUR),
    5: (Mode.SEVEN,),
    6: (Mode.START, Mode.NINE),
    7: (Mode.START, Mode.ONE, Mode.EIGHT),
    8: (Mode.SWAP, Mode.NULL),
    9: tuple(Mode),
}
"""What each kind of card can be used for (2.2; joker GH-58, R-26)."""

KINDS_ASKED_FOR_MODE = (4, 6, 7, 9)
"""Only these kinds have a MODE phase; with the swap card the position decides (6.1)."""


def default_options() -> dict[str, Any]:
    """Return the options of section 4 with their default values."""
    return {
        "track_len": 48,
        "caretaker": True,
        "caretaker_counts": True,
        "caretaker_landing": "caught",
        "caretaker_passes_protected": False,
        "caretaker_seven_sweeps": True,
        "swap_null": "own_on_track",
        "seven_rest": "one",
        "solo_goal": 3,
        "reshuffle": "stock_first",
        "canadian_seven": False,
        "max_rounds": 1000,
    }


def full_options(options: dict[str, Any]) -> dict[str, Any]:
    """Fill in the defaults and reject names that section 4 does not have."""
    complete = default_options()
    unknown = set(options) - set(complete)
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    complete.update(options)
    return complete


def no_cards() -> Cards:
    """Return an empty heap."""
    return [0] * len(DECK)


@dataclass
class Position:
    """Everything there is to know about a game at one moment."""

    players: int
    options: dict[str, Any]
    figures: list[list[Place]]
    """For each colour the places of its figures (an unused colour has none)."""
    caretaker: Field | None = None
    """His field; None while he is in the hall (GH-04)."""
    first_arrival: bool = False
    """A figure has reached the hall (since the caretaker was last banished)."""
    hands: list[Cards] = field(default_factory=lambda: [no_cards() for _ in range(4)])
    stock: Cards = field(default_factory=lambda: list(DECK))
    discard: Cards = field(default_factory=no_cards)
    given: list[Kind | None] = field(default_factory=lambda: [None] * 4)
    """The kind each seat chose in the exchange of this round."""
    known: set[Seat] = field(default_factory=set)
    """Seats whose given card is surely still in the receiver's hand."""
    folded: set[Seat] = field(default_factory=set)
    drawn: Kind | None = None
    """The card drawn under GH-83, until the end of that turn."""
    dealer: Seat = 0
    turn: Seat = 0
    phase: Phase = Phase.EXCHANGE
    hand_size: int = 6
    round: int = 1
    ply: int = 0
    """Turns completed since the game began."""
    card: Kind | None = None
    """The card being carried out; it lies on the discard pile already."""
    mode: Mode | None = None
    piece: Field | None = None
    """The field of the figure chosen, while more about it has to be chosen."""
    steps: int | None = None
    """The portion of a 7 chosen, while hall or walk has to be chosen."""
    seven_left: int = 0
    """Points of the 7 not spent yet; 0 outside a 7."""
    moved: set[Figure] = field(default_factory=set)
    """Figures that took a portion of this 7 (R-16)."""
    winner: int | None = None
    """Team (four players) or seat, or DRAW."""


def seats_in_play(players: int) -> list[Seat]:
    """Return the seats in clockwise order (section 4, `players`)."""
    return {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[players]


def next_seat(position: Position, seat: Seat) -> Seat:
    """Return the left neighbour: the next seat in play clockwise."""
    seats = seats_in_play(position.players)
    return seats[(seats.index(seat) + 1) % len(seats)]


def partner(seat: Seat) -> Seat:
    """Return the seat opposite (GH-01)."""
    return (seat + 2) % 4


def receiver(position: Position, giver: Seat) -> Seat:
    """Return who gets the exchange card: the partner (GH-11) or the left neighbour (GH-82)."""
    if position.players == 4:
        return partner(giver)
    return next_seat(position, giver)


def all_in_hall(position: Position, colour: Seat) -> bool:
    """Tell whether every figure of a colour has reached the hall."""
    return all(place == HALL for place in position.figures[colour])


def controlled_colour(position: Position) -> Seat:
    """Return the colour that the current seat plays with (GH-60; without teams always its own, GH-84)."""
    own = position.turn
    if position.players == 4 and all_in_hall(position, own):
        return partner(own)
    return own
