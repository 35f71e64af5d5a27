"""The record of a Great Hall game, its constants and its options."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from hatbox.engine.record import Bool, Int8, Int8s, Int32, Over, Record, Uint8, Uint16, Uint16s, Uint64s
from hatbox.errors import BadOption
from hatbox.options import ON_OFF, Option, Options

SEATS = HOUSES = 4
BEDS = 4  # figures of a house at most
NONE = -1
DORMITORY, HALL, UNUSED = 64, 65, 127  # places besides the fields 0 … 63
NOBODY, DRAW = -1, 9  # winners; otherwise a team (four players) or a seat

KINDS = 10  # of cards
ALL_KINDS = (1 << KINDS) - 1  # one bit each
CARD_NAMES = (
    "2",
    "3",
    "5",
    "6",
    "4_back",
    "7",
    "start_9",
    "start_1_8",
    "swap",
    "joker",
)  # as in the word list
HOUSE_NAMES = ("ember", "tide", "fern", "honey")
COPIES = np.array([8, 8, 8, 8, 8, 8, 8, 8, 8, 6], np.int8)
CARDS = 78
HAND_SIZES = np.array([6, 5, 4, 3, 2], np.int8)  # GH-09

MODES = 13  # what a card can be used for
N_ACTIONS = 182
WIDEST = MODES  # a joker's uses; 6 cards, 6 figures and the caretaker, 7 portions, 9 targets are fewer

# values of the options
TRACK_LENGTHS = (40, 48, 56, 64)
QUARTERS = np.array(TRACK_LENGTHS, np.int64) // 4
CAUGHT, BLOCKED, BANISH = range(3)
OWN_ON_TRACK, ANY, NEVER = range(3)
ONE_FIGURE, SEVERAL = range(2)
STOCK_FIRST, MERGE = range(2)

OPTIONS = (
    Option("track_len", 48, "GH-R02", choices=TRACK_LENGTHS, house=True),
    Option("caretaker", True, "GH-70", choices=ON_OFF, house=True),
    Option("caretaker_counts", True, "GH-R27", choices=ON_OFF),
    Option("caretaker_landing", "caught", "GH-R10", choices=("caught", "blocked", "banish"), house=True),
    Option("caretaker_passes_protected", False, "GH-R12", choices=ON_OFF, house=True),
    Option("caretaker_seven_sweeps", True, "GH-R13", choices=ON_OFF),
    Option("swap_null", "own_on_track", "GH-R08", choices=("own_on_track", "any", "never")),
    Option("seven_rest", "one", "GH-R18", choices=("one", "any"), house=True),
    Option("solo_goal", 3, "GH-81", span=(3, 4), house=True),
    Option("reshuffle", "stock_first", "GH-R03", choices=("stock_first", "merge")),
    Option("canadian_seven", False, "GH-55", choices=ON_OFF, house=True),
    Option("max_rounds", 1000, "GH-R20", span=(1, 100_000), house=True),
)


class Phase(IntEnum):
    """What is to be chosen; dealing (0) and drawing (9) happen at once, phases below 0 resolve by themselves."""

    ROUND_DONE, TURN_BEGINS, TURN_DONE, CARRIED_OUT = range(-4, 0)
    EXCHANGE, CARD, MODE, PIECE, STEPS, HALL_OR_WALK, TARGET, DISCARD = range(1, 9)
    DISCARD_AGAIN, ENDED = 10, 11


class Action(IntEnum):
    """The first action number of each group."""

    GIVE, PLAY, THROW = 0, 10, 20  # + card
    FOLD = 30
    USE = 31  # + use
    STEP = 43  # + points of a portion, from 1
    ENTER, WALK, CARETAKER = 51, 52, 53
    FIGURE, OTHER = 54, 118  # + field


class Kind(IntEnum):
    """The kinds of cards."""

    TWO, THREE, FIVE, SIX, FOUR, SEVEN, START_9, START_1_8, SWAP, JOKER = range(KINDS)


class Use(IntEnum):
    """What a card can be used for, in action order."""

    START, ONE, TWO, THREE, FOUR, BACK_FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, SWAP, NULL = range(MODES)


POINTS = np.array([0, 1, 2, 3, 4, -4, 5, 6, 7, 8, 9, 0, 0], np.int8)  # of each use
USES = (
    (Use.TWO,),
    (Use.THREE,),
    (Use.FIVE,),
    (Use.SIX,),
    (Use.FOUR, Use.BACK_FOUR),
    (Use.SEVEN,),
    (Use.START, Use.NINE),
    (Use.START, Use.ONE, Use.EIGHT),
    (Use.SWAP, Use.NULL),
    tuple(Use),
)  # of each kind of card


class State(Record, slug="great_hall"):
    """Figures belong to houses, cards to seats: with two players seat 1 leads house 2 (see `house_of`)."""

    phase: Int8
    dealer: Int8
    hand_size: Int8  # cards dealt to each seat in this round
    caretaker_at: Int8  # his field, or NONE while he is in the hall
    pos: Annotated[Int8s, HOUSES, BEDS]  # places of each house's figures, sorted between plays
    places: Annotated[Uint64s, 2, Over("pos")]  # the same bytes, for trying a move and undoing it
    first_in: Bool  # a figure has reached the hall (since the caretaker was last banished)

    hand: Annotated[Int8s, SEATS, KINDS]  # how many cards of each kind
    stock: Annotated[Int8s, KINDS]  # a bag: the order is drawn when cards leave it
    discard: Annotated[Int8s, KINDS]
    given: Annotated[Int8s, SEATS]  # kind chosen in this round's exchange, or NONE
    laid: Annotated[Int8s, SEATS, KINDS]  # what each seat has played or discarded in this round
    top: Int8  # kind of the face-up card on the discards, or NONE
    lacks: Annotated[Uint16s, SEATS]  # one bit per kind: everyone knows that the seat holds none (GH-83)
    folded: Uint8  # one bit per seat: out of this round
    drawn: Int8  # the card just drawn (GH-83), until the turn ends
    round_number: Int32  # from 1
    ply: Int32  # turns completed

    sel_kind: Int8  # the card being carried out; it is already on the discard pile
    sel_mode: Int8
    sel_piece: Int8  # field of the chosen figure
    sel_steps: Int8  # the chosen portion of a 7
    seven_left: Int8  # points of a 7 not yet spent
    winner: Int8
    moved: Uint16  # bit 4·house + number: has taken its portion of this 7

    caretaker_counts: Bool
    caretaker: Bool
    caretaker_landing: Int8
    caretaker_passes_protected: Bool
    caretaker_seven_sweeps: Bool
    canadian_seven: Bool
    track_len: Int8  # index into TRACK_LENGTHS
    swap_null: Int8
    seven_rest: Int8
    solo_goal: Int8
    reshuffle: Int8
    max_rounds: Int32


def check(players: int, options: Options) -> None:
    """Reject options that mean nothing with this number of players."""
    if players == 4 and options["solo_goal"] != 3:
        raise BadOption(
            "Option solo_goal is for 2 or 3 players; with 4 a team needs all figures (rule GH-61)."
        )
    for name, default in (("canadian_seven", False), ("seven_rest", "one")):
        if players != 4 and options[name] != default:
            raise BadOption(
                f"Option {name} is for 4 players: without teams there is no partner (rule GH-84)."
            )


def houses(s: State) -> list[int]:
    """The house of each seat; two players sit opposite each other."""
    return [0, 2] if s.players == 2 else list(range(s.players))
