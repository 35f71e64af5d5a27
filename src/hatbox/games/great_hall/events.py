"""What can happen in Great Hall, as typed events; fields carry everything an animation needs.

Cards and houses bear their names in the word list; a path lists the fields stepped on, the last one included.
"""

from typing import Annotated

from hatbox.engine.notes import LENGTH, NOTICES, REVEALS, Event, Only
from hatbox.engine.schema import Words
from hatbox.games.great_hall.state import CARD_NAMES, HOUSE_NAMES

CARD = Words(*CARD_NAMES, name="Card")
OpenCard = Annotated[str, CARD, REVEALS]  # it was hidden in a hand
House = Annotated[str, Words(*HOUSE_NAMES, name="House")]
Length = Annotated[int, LENGTH]


class Dealt(Event, frozen=True):
    """A new round: everybody gets cards."""

    seat: int
    count: int


class Reshuffled(Event, frozen=True):
    """The discards went into the stack."""


class CardsExchanged(Event, frozen=True):
    """All gifts changed hands at once."""


class PrivateCardReceived(Event, frozen=True):
    """A gift, seen by the one who got it."""

    seat: int  # the giver
    receiver: Annotated[int, NOTICES]
    card: Annotated[str, CARD]


class CardPlayed(Event, frozen=True):
    """A card lies face up."""

    seat: int
    card: OpenCard


class DroppedOut(Event, frozen=True):
    """Nothing fitted: the rest of the hand lies face up."""

    seat: int
    cards: Annotated[list[str], CARD, REVEALS]


class Discarded(Event, frozen=True):
    """A card that did not fit lies face up."""

    seat: int
    card: OpenCard


class Drew(Event, frozen=True):
    """A card from the stack; only its owner sees which."""

    seat: int
    card: Annotated[str, CARD, Only("seat")]


class NoEffect(Event, frozen=True):
    """A swap card was laid down without effect."""

    seat: int


class FigureStarted(Event, frozen=True):
    """A figure left the dormitory."""

    seat: int
    house: House
    field: int


class FigureForward(Event, frozen=True):
    """A figure walked clockwise."""

    seat: int
    count: Length
    house: House
    field: int  # where it came from
    path: list[int]


class FigureBack(Event, frozen=True):
    """A figure walked counter-clockwise."""

    seat: int
    count: Length
    house: House
    field: int
    path: list[int]


class HallEntered(Event, frozen=True):
    """A figure walked over its start field into the hall."""

    seat: int
    house: House
    field: int
    path: list[int]  # up to the start field; the hall is one step more


class WalkedPast(Event, frozen=True):
    """A figure crossed its own start field and needs another lap."""

    house: House


class SentToBed(Event, frozen=True):
    """A figure was hit or overtaken by a 7."""

    house: House
    field: int


class Swapped(Event, frozen=True):
    """Two figures changed places."""

    seat: int
    first: int
    second: int


class CaretakerWakes(Event, frozen=True):
    """The caretaker comes into play."""

    seat: int
    field: int


class CaretakerMoves(Event, frozen=True):
    """Somebody used a card for the caretaker."""

    seat: int
    count: Length
    field: int
    path: list[int]


class CaretakerCatches(Event, frozen=True):
    """The caretaker sent a figure to bed, or it walked into his arms."""

    house: House
    field: int


class CaretakerBanished(Event, frozen=True):
    """A figure landed on the caretaker, who went back to the hall (option `banish`)."""

    seat: int
    field: int


class HelpsPartner(Event, frozen=True):
    """All figures of a seat are in the hall; it now moves its partner's."""

    seat: int
    partner: int


class EndTeam(Event, frozen=True):
    """A team has all its figures in the hall."""

    seat: int
    partner: int


class EndSolo(Event, frozen=True):
    """A player has enough figures in the hall."""

    seat: int
    count: int


class EndNobody(Event, frozen=True):
    """The last round is over and nobody has won."""
