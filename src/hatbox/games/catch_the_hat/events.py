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
    """A player has lost the last free hat; what the player has caught still counts."""

    seat: int


class LostLastHat(Event, frozen=True):
    """A player has lost the last free hat in a game in which caught hats do not count."""

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


class EndCapped(Event, frozen=True):
    """CH-R10: the game was stopped after this many rolls (`roll_cap`)."""

    count: int


class EndOneColour(Event, frozen=True):
    """Only one colour has free hats, so the caught hats are counted."""


class EndOneTeam(Event, frozen=True):
    """Only one team has free hats, so the caught hats are counted."""


class EndScoreLine(Event, frozen=True):
    """What a player has caught."""

    seat: int
    count: int


class EndFreeLine(Event, frozen=True):
    """CH-R10: what counts first and second when a game for the last hats was stopped."""

    seat: int
    free: int
    count: int


class EndMost(Event, frozen=True):
    """CH-35: one player has caught more than everybody else."""

    seat: int
    count: int


class EndShared(Event, frozen=True):
    """CH-R09: several players have caught equally many, and more than the others."""

    count: int
    seats: list[int]


class EndSurvivor(Event, frozen=True):
    """CH-R09: others have caught as many, but only this colour is still in play (`tie_break=survivor`)."""

    seat: int


class EndTeam(Event, frozen=True):
    """CH-45: a team has caught more (1: seats 0, 2, 4)."""

    team: int
    score: int


class EndGolden(Event, frozen=True):
    """CH-54: the golden hat decides (`gold_winner`)."""

    seats: list[int]


class EndLastStanding(Event, frozen=True):
    """CH-40: the last one left wins (`goal=last_standing`)."""

    seat: int


class EndLastTeam(Event, frozen=True):
    """CH-40: the last team left wins (`goal=last_standing`)."""

    team: int


class EndTower(Event, frozen=True):
    """CH-47: the one on top wins (`goal=tower`)."""

    seat: int


class EndTowerTeam(Event, frozen=True):
    """CH-47: the team on top wins (`goal=tower`)."""

    team: int


class EndMostFree(Event, frozen=True):
    """CH-R10: nobody else has as many free hats in a stopped game for the last hats."""

    seats: list[int]


class EndCaughtDecide(Event, frozen=True):
    """CH-R10: others have as many free hats, so the caught ones decide."""

    seats: list[int]


class EndLevel(Event, frozen=True):
    """CH-R09: everybody has the same, nobody gains."""
