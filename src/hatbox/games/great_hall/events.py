"""What can happen in Great Hall, as typed events; fields carry everything an animation needs.

Cards and houses are named as in the word list; a path lists the fields stepped on, including the last one.
"""

from typing import Annotated

from hatbox.engine.notes import LENGTH, NOTICES, REVEALS, Event, Only, told
from hatbox.engine.schema import Words
from hatbox.games.great_hall.state import CARD_NAMES, HOUSE_NAMES

CARD = Words(*CARD_NAMES, name="Card")
OpenCard = Annotated[str, CARD, REVEALS]  # it was hidden in a hand
House = Annotated[str, Words(*HOUSE_NAMES, name="House")]
Length = Annotated[int, LENGTH]


@told("GH-09", icon="gh-back", sound="paper", motion="fly")
class Dealt(Event, frozen=True):
    """A new round: everyone gets cards."""

    seat: int
    count: int


@told("GH-10", icon="gh-back", sound="mix", motion="mix")
class Reshuffled(Event, frozen=True):
    """The discards went into the stack."""


@told("GH-11", icon="gh-back", sound="paper", motion="fly")
class CardsExchanged(Event, frozen=True):
    """All gifts changed hands at once."""


@told(icon="gh-back", sound="paper", motion="fly")
class PrivateCardReceived(Event, frozen=True):
    """A gift, seen only by its receiver."""

    seat: int  # the giver
    receiver: Annotated[int, NOTICES]
    card: Annotated[str, CARD]


@told(icon="gh-back", sound="paper", motion="fly")
class CardPlayed(Event, frozen=True):
    """A card lies face up."""

    seat: int
    card: OpenCard


@told("GH-14", icon="gh-back", sound="paper", motion="look")
class DroppedOut(Event, frozen=True):
    """Nothing could be played: the rest of the hand lies face up."""

    seat: int
    cards: Annotated[list[str], CARD, REVEALS]


@told("GH-83", icon="gh-back", sound="paper", motion="fly")
class Discarded(Event, frozen=True):
    """A card that could not be played lies face up."""

    seat: int
    card: OpenCard


@told(icon="gh-back", sound="paper", motion="fly")
class Drew(Event, frozen=True):
    """A card from the stack; only its owner sees which."""

    seat: int
    card: Annotated[str, CARD, Only("seat")]


@told("GH-54", icon="gh-swap")
class NoEffect(Event, frozen=True):
    """A swap card was laid down without effect."""

    seat: int


@told("GH-23", sound="land", motion="fly")
class FigureStarted(Event, frozen=True):
    """A figure left the dormitory."""

    seat: int
    house: House
    field: int


@told(sound="step", motion="step")
class FigureForward(Event, frozen=True):
    """A figure walked clockwise."""

    seat: int
    count: Length
    house: House
    field: int  # where it came from
    path: list[int]


@told(sound="step", motion="step")
class FigureBack(Event, frozen=True):
    """A figure walked counter-clockwise."""

    seat: int
    count: Length
    house: House
    field: int
    path: list[int]


@told("GH-40", sound="hat", motion="fly")
class HallEntered(Event, frozen=True):
    """A figure walked over its start field into the hall."""

    seat: int
    house: House
    field: int
    path: list[int]  # up to the start field; the hall is one step more


@told("GH-45")
class WalkedPast(Event, frozen=True):
    """A figure crossed its own start field and needs another lap."""

    house: House


@told("GH-33", sound="pop", motion="fly")
class SentToBed(Event, frozen=True):
    """A figure was hit or overtaken by a 7."""

    house: House
    field: int


@told("GH-52", icon="gh-swap", sound="hat", motion="fly")
class Swapped(Event, frozen=True):
    """Two figures changed places."""

    seat: int
    first: int
    second: int


@told("GH-70", icon="caretaker", sound="hat", motion="fly")
class CaretakerWakes(Event, frozen=True):
    """The caretaker comes into play."""

    seat: int
    field: int


@told("GH-72", icon="caretaker", sound="step", motion="step")
class CaretakerMoves(Event, frozen=True):
    """A player used a card for the caretaker."""

    seat: int
    count: Length
    field: int
    path: list[int]


@told("GH-73", icon="caretaker", sound="pop", motion="fly")
class CaretakerCatches(Event, frozen=True):
    """The caretaker sent a figure to bed, or the figure walked into him."""

    house: House
    field: int


@told("GH-R10", icon="caretaker", sound="pop", motion="fly")
class CaretakerBanished(Event, frozen=True):
    """A figure landed on the caretaker, who went back to the hall (option `banish`)."""

    seat: int
    field: int


@told("GH-60", sound="hat", motion="look")
class HelpsPartner(Event, frozen=True):
    """All figures of a seat are in the hall; it now moves its partner's."""

    seat: int
    partner: int


@told("GH-61", sound="win", motion="look")
class EndTeam(Event, frozen=True):
    """A team has all its figures in the hall."""

    seat: int
    partner: int


@told("GH-81", sound="win", motion="look")
class EndSolo(Event, frozen=True):
    """A player has enough figures in the hall."""

    seat: int
    count: int


@told("GH-R20", icon="caretaker")
class EndNobody(Event, frozen=True):
    """The last round is over and nobody has won."""
