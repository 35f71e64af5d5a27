"""What can happen on the stairs."""

from typing import Annotated

from hatbox.engine.notes import FORGOTTEN, LENGTH, REVEALS, Event, told

Place = Annotated[
    int, FORGOTTEN
]  # the move that follows reveals the value, so the log must not say which stone it was


@told(icon="stone-back", sound="stone", motion="look")
class StoneTurned(Event, frozen=True):
    """A stone is turned over for everyone to see; the log forgets which one, and its value."""

    seat: int
    place: Place
    value: Annotated[int, REVEALS, FORGOTTEN]  # remembering it is the point of the game


@told(icon="stone-back", sound="stone", motion="flip")
class StoneHidden(Event, frozen=True):
    """The guardian is back on top."""

    place: Place


@told(sound="step", motion="step")
class GoesUp(Event, frozen=True):
    """An apprentice climbs, field by field."""

    seat: int
    count: Annotated[int, LENGTH]
    step: int
    path: list[int]


@told(sound="step", motion="step")
class GoesDown(Event, frozen=True):
    """An apprentice goes down, field by field."""

    seat: int
    count: Annotated[int, LENGTH]
    step: int
    path: list[int]


@told(sound="step", motion="step")
class Bounces(Event, frozen=True):
    """An apprentice turned back at the end of the stairs (`bounce`)."""

    seat: int
    step: int
    path: list[int]


class Stays(Event, frozen=True):
    """Neither direction was open."""

    seat: int
    step: int


@told("HS-17", icon="magic-hat", sound="hat", motion="fly")
class HatTaken(Event, frozen=True):
    """An apprentice landed on the hat field."""

    seat: int


@told("HS-19", icon="magic-hat", sound="hat", motion="fly")
class HatSnatched(Event, frozen=True):
    """A newcomer took the hat from its wearer."""

    seat: int
    loser: int


@told("HS-20", icon="magic-hat", sound="hat", motion="fly")
class HatGiven(Event, frozen=True):
    """The wearer met one other apprentice, who now has the hat."""

    seat: int
    loser: int


@told("HS-21", icon="magic-hat")
class HatKept(Event, frozen=True):
    """The wearer met several others and keeps the hat."""

    seat: int


@told("HS-22", icon="stone-back", sound="mix", motion="mix")
class StonesMixed(Event, frozen=True):
    """All stones were mixed after the hat changed hands."""


@told(icon="stone-back", sound="mix", motion="mix")
class StonesMixedAgain(Event, frozen=True):
    """All stones were mixed because nothing had happened for a long time (`stall_remix`)."""

    count: int


@told("HS-23", icon="larder", sound="win", motion="look")
class EndLarder(Event, frozen=True):
    """The wearer is in the larder and has won."""

    seat: int


@told("HS-R06", icon="larder")
class EndNobody(Event, frozen=True):
    """The turn limit ended the game."""
