"""What can happen to the hats. Animals are told by name, hats by their place, counted from 1."""

from typing import Annotated

from hatbox.engine.notes import FORGOTTEN, REVEALS, Event, Only
from hatbox.engine.schema import Words
from hatbox.games.vanished_animal.state import NAMES

ANIMAL = Words(*NAMES, name="Animal")
Said = Annotated[str, ANIMAL, REVEALS]  # a word cannot be unsaid
Hat = Annotated[int, FORGOTTEN]  # VA-11: everybody must remember which hat went where
Secret = Annotated[str, ANIMAL, Only("seat"), FORGOTTEN]  # VA-09, VA-14: remembering it is the game


class RoundStarts(Event, frozen=True):
    """All hats are mixed, one vanishes into the box."""

    seat: int
    round: int


class Looked(Event, frozen=True):
    """VA-09: somebody looked into a hat; the others see only which one."""

    seat: int
    hat: Hat
    animal: Secret


class Swapped(Event, frozen=True):
    """The hat looked into changed places with another, in view of everybody."""

    seat: int
    first: Hat
    second: Hat


class SwappedAgain(Event, frozen=True):
    """The expert's second swap."""

    seat: int
    first: Hat
    second: Hat


class NotSwapped(Event, frozen=True):
    """Somebody left the hats as they stand."""

    seat: int


class Named(Event, frozen=True):
    """Somebody said which animal has vanished, and looks into the box."""

    seat: int
    animal: Said


class NamedRight(Event, frozen=True):
    """The name was right and wins the round."""

    seat: int


class NamedWrong(Event, frozen=True):
    """VA-14: the name was wrong; only its speaker sees what is in the box."""

    seat: int
    box: Secret


class LastOneLeft(Event, frozen=True):
    """Everybody else is out: the round is won without a word."""

    seat: int


class RoundVoid(Event, frozen=True):
    """Nobody won the round before its cap."""


class Revealed(Event, frozen=True):
    """All hats are turned at the end of a round: the vanished animal and the five places."""

    animal: Said
    hats: Annotated[list[str], ANIMAL, REVEALS]


class TokenTaken(Event, frozen=True):
    """The winner of a round takes a token."""

    seat: int


class WandTaken(Event, frozen=True):
    """The winner of the last round takes the wand."""

    seat: int


class EndWand(Event, frozen=True):
    """The one with the wand has won the game."""

    seat: int


class EndNobody(Event, frozen=True):
    """Too many void rounds: nobody has won."""
