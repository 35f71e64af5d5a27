"""What can happen on the hexagon. Cells are numbers, hats and stones are colours; lists of discs come in pairs."""

from typing import Annotated

from hatbox.engine.notes import LENGTH, Event, told
from hatbox.engine.schema import Words
from hatbox.games.magic_hexagon.state import HAT_NAMES

Hat = Annotated[str, Words(*HAT_NAMES, name="Hat")]
STONES = Words("green", "light_blue", "dark_blue", name="Stone")  # by the kind of their discs


@told(sound="step", motion="step")
class HatRuns(Event, frozen=True):
    """A hat runs over discs, cell by cell."""

    seat: int
    hat_obj: Hat  # its colour
    field: int
    origin: int
    path: list[int]


@told("MH-18", sound="hat", motion="fly")
class HatJumps(Event, frozen=True):
    """A hat jumps to a black disc."""

    seat: int
    hat_obj: Hat  # its colour
    field: int
    origin: int


@told(sound="pop", motion="fly")
class CollectedIngredients(Event, frozen=True):
    """Ingredients from around the hat."""

    seat: int
    count: Annotated[int, LENGTH]
    fields: list[int]
    faces: list[int]


@told(sound="pop", motion="fly")
class CollectedKitchen(Event, frozen=True):
    """Kitchen tools from around the hat."""

    seat: int
    count: Annotated[int, LENGTH]
    fields: list[int]
    faces: list[int]


@told(sound="pop", motion="fly")
class CollectedMagic(Event, frozen=True):
    """Magic tools from around the hat."""

    seat: int
    count: Annotated[int, LENGTH]
    fields: list[int]
    faces: list[int]


@told("MH-41", icon="disc-black", sound="mix", motion="flip")
class AreaClaimed(Event, frozen=True):
    """One area is cut off and goes to the current player."""

    seat: int
    count: Annotated[int, LENGTH]
    fields: list[int]
    faces: list[int]


@told("MH-51", sound="stone", motion="look")
class SetColours(Event, frozen=True):
    """A set of four colours earns a power stone of this colour."""

    seat: int
    colour: Annotated[str, STONES]


@told("MH-52", sound="stone", motion="look")
class SetSymbols(Event, frozen=True):
    """A set of four equal symbols earns a power stone of this colour."""

    seat: int
    colour: Annotated[str, STONES]


@told("MH-60", icon="hypnosis", sound="paper", motion="look")
class Hypnotised(Event, frozen=True):
    """A player gives up the card and names the hat that the previous player must move."""

    seat: int
    victim: int
    hat_obj: Hat  # its colour


@told("MH-63", icon="hypnosis")
class Protected(Event, frozen=True):
    """The hypnotiser cannot be hypnotised in their next turn."""

    seat: int


@told("MH-71", icon="i-dots")
class Skipped(Event, frozen=True):
    """A player without a move loses the turn."""

    seat: int


@told(icon="i-dots")
class StuckWithHat(Event, frozen=True):
    """MH-O04: a hypnotised player has no move with the named hat and loses the turn."""

    seat: int
    hat_obj: Hat  # its colour


@told("MH-70", icon="i-flag", sound="win", motion="look")
class EndNothingLeft(Event, frozen=True):
    """The game is over."""


@told("MH-O06", icon="i-flag", sound="win", motion="look")
class EndFirstStuck(Event, frozen=True):
    """MH-O06: the game is over because this player cannot collect."""

    seat: int


@told("MH-72", icon="i-crown")
class EndScoreLine(Event, frozen=True):
    """One line of the scoring sheet."""

    seat: int
    discs: int
    stones: int
    total: int
    rank: int
