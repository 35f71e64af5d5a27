"""What can happen to the hats. Animals are given by name, hats by their place, counted from 1."""

from typing import Annotated

from hatbox.engine.notes import FORGOTTEN, REVEALS, Event, Only, told
from hatbox.engine.schema import Words
from hatbox.games.vanished_animal.state import NAMES

ANIMAL = Words(*NAMES, name="Animal")
Said = Annotated[str, ANIMAL, REVEALS]  # a spoken name stays public
Hat = Annotated[int, FORGOTTEN]  # VA-11: players must remember which hat went where
Secret = Annotated[str, ANIMAL, Only("seat"), FORGOTTEN]  # VA-09, VA-14: remembering it is the point


@told("VA-05", icon="hatbox", sound="mix", motion="mix")
class RoundStarts(Event, frozen=True):
    """All hats are mixed, and one vanishes into the box."""

    seat: int
    round: int


@told(sound="hat", motion="fly")
class Looked(Event, frozen=True):
    """VA-09: a player looked into a hat; the others see only which one."""

    seat: int
    hat: Hat
    animal: Secret


@told(sound="paper", motion="mix")
class Swapped(Event, frozen=True):
    """The hat that was looked into changed places with another, in full view."""

    seat: int
    first: Hat
    second: Hat


@told("VA-21", sound="paper", motion="mix")
class SwappedAgain(Event, frozen=True):
    """The expert's second swap."""

    seat: int
    first: Hat
    second: Hat


@told(sound="land", motion="fly")
class NotSwapped(Event, frozen=True):
    """A player left the hats as they are."""

    seat: int


@told(sound="pop", motion="look")
class Named(Event, frozen=True):
    """A player said which animal has vanished, and looks into the box."""

    seat: int
    animal: Said


@told("VA-13", icon="i-check", sound="hat", motion="look")
class NamedRight(Event, frozen=True):
    """The name was right and wins the round."""

    seat: int


@told("VA-14", sound="refused", motion="look")
class NamedWrong(Event, frozen=True):
    """VA-14: the name was wrong; only the player who said it sees what is in the box."""

    seat: int
    box: Secret


@told("VA-15", motion="look")
class LastOneLeft(Event, frozen=True):
    """Everyone else is out, so the round is won without naming an animal."""

    seat: int


@told("VA-R07", icon="i-dots", motion="look")
class RoundVoid(Event, frozen=True):
    """Nobody won the round before it reached its cap."""


@told(icon="hatbox", sound="hat", motion="look")
class Revealed(Event, frozen=True):
    """All hats are turned over at the end of a round: the vanished animal and the five places."""

    animal: Said
    hats: Annotated[list[str], ANIMAL, REVEALS]


@told("VA-16", icon="token-hat", sound="hat", motion="look")
class TokenTaken(Event, frozen=True):
    """The winner of a round takes a token."""

    seat: int


@told("VA-17", icon="token-wand", sound="hat", motion="look")
class WandTaken(Event, frozen=True):
    """The winner of the last round takes the wand."""

    seat: int


@told("VA-18", icon="token-wand", sound="win", motion="look")
class EndWand(Event, frozen=True):
    """The player with the wand has won the game."""

    seat: int


@told("VA-R07", icon="token-wand")
class EndNobody(Event, frozen=True):
    """Too many void rounds: nobody has won."""
