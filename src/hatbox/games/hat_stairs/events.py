"""What can happen on the stairs."""

from typing import Annotated

from hatbox.engine.notes import FORGOTTEN, LENGTH, REVEALS, Event

Place = Annotated[
    int, FORGOTTEN
]  # the walk that follows tells the value: the log must not say of which stone


class StoneTurned(Event, frozen=True):
    """A stone lies open for all to see; the log forgets which one, and its value."""

    seat: int
    place: Place
    value: Annotated[int, REVEALS, FORGOTTEN]  # remembering it is the game


class StoneHidden(Event, frozen=True):
    """The guardian is back on top."""

    place: Place


class GoesUp(Event, frozen=True):
    """An apprentice climbs, field by field."""

    seat: int
    count: Annotated[int, LENGTH]
    step: int
    path: list[int]


class GoesDown(Event, frozen=True):
    """An apprentice goes down, field by field."""

    seat: int
    count: Annotated[int, LENGTH]
    step: int
    path: list[int]


class Bounces(Event, frozen=True):
    """An apprentice turned round at the end of the stairs (`bounce`)."""

    seat: int
    step: int
    path: list[int]


class Stays(Event, frozen=True):
    """Neither direction was open."""

    seat: int
    step: int


class HatTaken(Event, frozen=True):
    """Somebody landed on the hat field."""

    seat: int


class HatSnatched(Event, frozen=True):
    """A newcomer took the hat from its wearer."""

    seat: int
    loser: int


class HatGiven(Event, frozen=True):
    """The wearer met one other apprentice, who now has the hat."""

    seat: int
    loser: int


class HatKept(Event, frozen=True):
    """The wearer met several others and keeps the hat."""

    seat: int


class StonesMixed(Event, frozen=True):
    """All stones were mixed after the hat changed heads."""


class StonesMixedAgain(Event, frozen=True):
    """All stones were mixed because nothing happened for long (`stall_remix`)."""

    count: int


class EndLarder(Event, frozen=True):
    """The wearer is in the larder and has won."""

    seat: int


class EndNobody(Event, frozen=True):
    """The cap of turns ended the game."""
