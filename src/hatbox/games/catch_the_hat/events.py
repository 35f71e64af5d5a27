"""What can happen on the wheel."""

from typing import Annotated

from hatbox.engine.notes import LENGTH, Event

Length = Annotated[int, LENGTH]


class Rolled(Event, frozen=True):
    """The die shows a number."""

    seat: int
    value: int


class HatLeavesHome(Event, frozen=True):
    """A plain hat comes out, field by field."""

    seat: int
    hat: int
    count: Length
    path: list[int]


class HatMoves(Event, frozen=True):
    """A single hat walks, field by field."""

    seat: int
    hat: int
    count: Length
    path: list[int]


class TowerMoves(Event, frozen=True):
    """A hat walks with all that it carries, field by field."""

    seat: int
    hat: int
    count: Length
    path: list[int]


class WalksOnFromHome(Event, frozen=True):
    """The hat that brought its load home uses up the roll, field by field."""

    seat: int
    hat: int
    path: list[int]


class Caught(Event, frozen=True):
    """Pieces of several players are caught at once."""

    seat: int
    hat: int
    count: Length
    field: int
    hats: list[int]


class CaughtFrom(Event, frozen=True):
    """One player's pieces are caught, with all that they carry."""

    seat: int
    hat: int
    count: Length
    field: int
    hats: list[int]
    loser: int


class BroughtHome(Event, frozen=True):
    """Caught hats are jailed and count from now on, for the owner of the hat that brought them."""

    seat: int
    owner: int
    count: Length
    hats: list[int]


class Freed(Event, frozen=True):
    """Caught hats are back on the homes of their own colours."""

    seat: int
    count: Length
    hats: list[int]


class MissedMove(Event, frozen=True):
    """There was no legal move."""

    seat: int


class RollsAgain(Event, frozen=True):
    """A six gave one more roll."""

    seat: int


class StopsAfterSix(Event, frozen=True):
    """The extra roll was declined."""

    seat: int


class NoHatsLeft(Event, frozen=True):
    """A player has lost the last free hat."""

    seat: int


class GoldenCaught(Event, frozen=True):
    """Somebody carries the golden hat now."""

    seat: int
    hat: int


class GoldenWorn(Event, frozen=True):
    """The golden hat has come home and has its power."""

    seat: int
    hat: int


class GoldenLost(Event, frozen=True):
    """The wearer was caught; the golden hat has no power."""


class EndOneColour(Event, frozen=True):
    """Only one colour, or one team, has free hats."""


class EndScoreLine(Event, frozen=True):
    """What a player has caught."""

    seat: int
    count: int


class EndLastStanding(Event, frozen=True):
    """The last one left wins (`goal=last_standing`)."""

    seat: int


class EndTower(Event, frozen=True):
    """The one on top wins (`goal=tower`)."""

    seat: int


class EndTeam(Event, frozen=True):
    """A team has caught more (1: seats 0, 2, 4)."""

    team: int
    score: int
