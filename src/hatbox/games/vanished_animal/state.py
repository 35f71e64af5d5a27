"""The record of a Vanished Animal game, its constants and its options."""

from enum import IntEnum
from typing import Annotated

from hatbox.engine.record import Bool, Int8, Int8s, Record, Uint8, Uint8s, Uint16, Uint32
from hatbox.options import ON_OFF, Option

SEATS = 4
ANIMALS = 6
NAMES = ("rabbit", "dove", "frog", "cat", "mouse", "owl")
PLACES = 5  # the circle; the hat in the box cannot be looked into or swapped
BOX = 5
HATS = 6
NONE = -1
NOBODY, DRAW = -1, -2  # winners
LAST_VOID = 20  # this many void rounds end the game

# values of the options
MUST, MAY = range(2)
OFF, ANY_TWO, OTHER_THREE = range(3)
RANDOM_STARTER = 4

OPTIONS = (
    Option("swap", "must", "VA-R01", choices=("must", "may")),
    Option("expert", "off", "VA-21", choices=("off", "any_two", "other_three")),
    Option("starter", 0, "VA-07", choices=(0, 1, 2, 3, "random"), seat=True),
    Option("wins_needed", 2, "VA-R20", span=(1, 5), house=True),
    Option("reveal_at_round_end", True, "VA-R08", choices=ON_OFF, house=True),
    Option("no_repeek", False, "VA-09", choices=ON_OFF, house=True),
    Option("round_turn_cap", 100, "VA-R07", span=(20, 10_000), also=(0,), house=True),
    Option("track_marks", False, "VA-R10", choices=ON_OFF, house=True),
)


class Phase(IntEnum):
    """What is to be done."""

    ACT, SWAPPING, SWAPPING_AGAIN, ENDED = range(4)


class Action(IntEnum):
    """The first action number of each group."""

    PEEK = 0  # + place
    NAME = 5  # + animal
    SWAP = 11  # + partner place
    NO_SWAP = 16
    SECOND_SWAP = 17  # + number of the pair
    NO_SECOND_SWAP = 27


PAIRS = 10
N_ACTIONS = 28
WIDEST = 11  # five looks and six names, or ten pairs and no second swap


class State(Record, slug="vanished_animal"):
    """Places 0 … 4 form a circle, place 5 is the box; animals are indexes into NAMES."""

    hats: Annotated[Int8s, HATS]  # the hidden animal on each place and in the box
    seen_by: Annotated[Uint8s, PLACES]  # one bit per seat: has seen the hat that is here now
    named: Annotated[Int8s, SEATS]  # the wrong name of a seat that is out, or NONE
    out: Uint8  # one bit per seat: out of this round
    peek: Int8  # place looked into in this turn, or NONE
    swap_to: Int8  # partner of the first swap in this turn, or NONE
    phase: Int8
    round_starter: Int8  # who started this round
    tokens: Annotated[Int8s, SEATS]  # rounds won; the wand does not count
    rounds: Uint8  # started so far, including void ones
    voids: Uint8
    winner: Int8  # who has the wand
    round_turns: Uint32  # complete turns of this round
    told: Annotated[Int8s, HATS]  # what the end of the last round showed everyone; NONE: not shown
    last_box: Int8  # the vanished animal of the last round, or NONE in the first
    last_out: Uint8  # one bit per seat: was out when it ended, so has seen it

    swap: Int8
    expert: Int8
    starter: Int8
    wins_needed: Int8
    reveal_at_round_end: Bool
    no_repeek: Bool
    track_marks: Bool
    round_turn_cap: Uint16
