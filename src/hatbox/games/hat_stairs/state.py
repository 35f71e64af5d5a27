"""The record of a Hat Stairs game, its constants and its options."""

from enum import IntEnum
from typing import Annotated

from hatbox.engine.record import Bool, Int8, Int8s, Record, Uint8, Uint16, Uint32
from hatbox.errors import BadOption
from hatbox.options import ON_OFF, Option, Options

SEATS = 4
PLACES = 6  # six places for six stones with 1 … 6 dots
START = 1  # the first step
ON_ITS_STEP = -1  # the hat is on nobody's head
NONE = -1
NOBODY, DRAW = -1, -2  # winners

# values of the options
OTHER_DIRECTION, BOUNCE = range(2)
STAY, REDRAW = range(2)
RANDOM_STARTER = 4

OPTIONS = (
    Option("steps", 12, "HS-R01", span=(8, 20), house=True),
    Option("hat_step", 6, "HS-03", span=(2, 20), house=True),
    Option("starter", 0, "HS-06", choices=(0, 1, 2, 3, "random"), seat=True),
    Option("overshoot", "other_direction", "HS-R02", choices=("other_direction", "bounce")),
    Option("stuck", "pass", "HS-R05", choices=("pass", "redraw"), house=True),
    Option("max_turns", 1000, "HS-R06", span=(50, 100_000), also=(0,), house=True),
    Option("stall_remix", 0, "HS-R17", span=(6, 1000), also=(0,), house=True),
    Option("open_stones", False, "HS-R18", choices=ON_OFF, house=True),
    Option("no_repeat", False, "HS-R19", choices=ON_OFF, house=True),
)


class Phase(IntEnum):
    """What is to be chosen."""

    CHOOSE_STONE, CHOOSE_DIRECTION, ENDED = range(3)


class Action(IntEnum):
    """The first action number of each group: TURN + place."""

    TURN = 0
    UP = 6
    DOWN = 7
    PASS = 8


N_ACTIONS = 9


class State(Record, slug="hat_stairs"):
    """Steps count from 1; the larder is field `steps` + 1."""

    step: Annotated[Int8s, SEATS]  # the step of each apprentice; 0: no such seat
    hat: Int8  # the wearer's seat, or ON_ITS_STEP
    stones: Annotated[Int8s, PLACES]  # the hidden values
    seen: Uint8  # one bit per place: turned since the last mix
    tried: Uint8  # one bit per place: turned in vain in this turn (stuck=redraw)
    last: Int8  # place of the previous turn, NONE after a mix
    open: Int8  # place of the open stone, or NONE
    phase: Int8
    winner: Int8
    since_mix: Uint16  # turns
    turns: Uint32

    steps: Int8
    hat_step: Int8
    starter: Int8
    overshoot: Int8
    stuck: Int8
    open_stones: Bool
    no_repeat: Bool
    stall_remix: Uint16
    max_turns: Uint32


def check(players: int, options: Options) -> None:
    """Reject options that do not go together."""
    steps, hat_step = options["steps"], options["hat_step"]
    if isinstance(hat_step, int) and isinstance(steps, int) and hat_step > steps:
        raise BadOption(
            f"Option hat_step takes a step of the stairs, 2 to {steps}, not {hat_step} (rule HS-03)."
        )
