"""What can happen on the wheel."""

from typing import Annotated

from hatbox.engine.notes import LENGTH, Event, told

Length = Annotated[int, LENGTH]


@told(icon="die-6", sound="mix", motion="fly")
class Rolled(Event, frozen=True):
    """The die shows a number."""

    seat: int
    value: int


@told(sound="step", motion="step")
class HatLeavesHome(Event, frozen=True):
    """A plain hat leaves home, field by field."""

    seat: int
    hat: int
    count: Length
    path: list[int]


@told(sound="step", motion="step")
class HatMoves(Event, frozen=True):
    """A single hat moves, field by field."""

    seat: int
    hat: int
    count: Length
    path: list[int]


@told(sound="step", motion="step")
class TowerMoves(Event, frozen=True):
    """A hat moves with everything it carries, field by field."""

    seat: int
    hat: int
    count: Length
    path: list[int]


@told("CH-28", sound="step", motion="step")
class WalksOnFromHome(Event, frozen=True):
    """The hat that brought its load home uses up the roll, field by field."""

    seat: int
    hat: int
    path: list[int]


@told("CH-18", sound="pop", motion="fly")
class Caught(Event, frozen=True):
    """Pieces of several players are caught at once."""

    seat: int
    hat: int
    count: Length
    field: int
    hats: list[int]


@told("CH-15", sound="pop", motion="fly")
class CaughtFrom(Event, frozen=True):
    """One player's pieces are caught, with everything they carry."""

    seat: int
    hat: int
    count: Length
    field: int
    hats: list[int]
    loser: int


@told("CH-29", sound="hat", motion="fly")
class BroughtHome(Event, frozen=True):
    """Caught hats are jailed and count from now on, for the owner of the hat that brought them."""

    seat: int
    owner: int
    count: Length
    hats: list[int]


@told("CH-29", sound="hat", motion="fly")
class Freed(Event, frozen=True):
    """Caught hats return to the homes of their own colours."""

    seat: int
    count: Length
    hats: list[int]


@told("CH-23")
class MissedMove(Event, frozen=True):
    """There was no legal move."""

    seat: int


@told("CH-31", icon="die-6")
class RollsAgain(Event, frozen=True):
    """A six earned another roll."""

    seat: int


class StopsAfterSix(Event, frozen=True):
    """The extra roll was declined."""

    seat: int


@told("CH-36")
class NoHatsLeft(Event, frozen=True):
    """A player has lost the last free hat; what the player has caught still counts."""

    seat: int


@told("CH-36")
class LostLastHat(Event, frozen=True):
    """A player has lost the last free hat in a game in which caught hats do not count."""

    seat: int


@told("CH-49", icon="hat-gold", sound="hat", motion="look")
class GoldenCaught(Event, frozen=True):
    """A player now carries the golden hat."""

    seat: int
    hat: int


@told("CH-50", icon="hat-gold", sound="win", motion="look")
class GoldenWorn(Event, frozen=True):
    """The golden hat was brought home and now has its power."""

    seat: int
    hat: int


@told("CH-53", icon="hat-gold")
class GoldenLost(Event, frozen=True):
    """The wearer was caught; the golden hat has no power."""


@told("CH-R10", icon="i-flag", motion="look")
class EndCapped(Event, frozen=True):
    """CH-R10: the game was stopped after this many rolls (`roll_cap`)."""

    count: int


@told("CH-33", icon="i-flag", motion="look")
class EndOneColour(Event, frozen=True):
    """Only one colour has free hats, so the caught hats are counted."""


@told("CH-33", icon="i-flag", motion="look")
class EndOneTeam(Event, frozen=True):
    """Only one team has free hats, so the caught hats are counted."""


@told("CH-34", motion="none")
class EndScoreLine(Event, frozen=True):
    """What a player has caught."""

    seat: int
    count: int


@told("CH-R10", motion="none")
class EndFreeLine(Event, frozen=True):
    """CH-R10: what counts first and second when a game for the last hats was stopped."""

    seat: int
    free: int
    count: int


@told("CH-35", icon="i-crown", sound="win", motion="look")
class EndMost(Event, frozen=True):
    """CH-35: one player has caught more than everybody else."""

    seat: int
    count: int


@told("CH-R09", icon="i-crown", sound="win", motion="look")
class EndShared(Event, frozen=True):
    """CH-R09: several players are tied for the most caught hats."""

    count: int
    seats: list[int]


@told("CH-R09", icon="i-crown", sound="win", motion="look")
class EndSurvivor(Event, frozen=True):
    """CH-R09: others have caught as many, but only this colour is still in play (`tie_break=survivor`)."""

    seat: int


@told("CH-45", icon="i-crown", sound="win", motion="look")
class EndTeam(Event, frozen=True):
    """CH-45: a team has caught more (1: seats 0, 2, 4)."""

    team: int
    score: int


@told("CH-54", icon="hat-gold", sound="win", motion="look")
class EndGolden(Event, frozen=True):
    """CH-54: the golden hat decides (`gold_winner`)."""

    seats: list[int]


@told("CH-40", icon="i-crown", sound="win", motion="look")
class EndLastStanding(Event, frozen=True):
    """CH-40: the last player left wins (`goal=last_standing`)."""

    seat: int


@told("CH-40", icon="i-crown", sound="win", motion="look")
class EndLastTeam(Event, frozen=True):
    """CH-40: the last team left wins (`goal=last_standing`)."""

    team: int


@told("CH-47", icon="i-crown", sound="win", motion="look")
class EndTower(Event, frozen=True):
    """CH-47: the player on top wins (`goal=tower`)."""

    seat: int


@told("CH-47", icon="i-crown", sound="win", motion="look")
class EndTowerTeam(Event, frozen=True):
    """CH-47: the team on top wins (`goal=tower`)."""

    team: int


@told("CH-R10", icon="i-crown", sound="win", motion="look")
class EndMostFree(Event, frozen=True):
    """CH-R10: nobody else has as many free hats in a stopped game for the last hats."""

    seats: list[int]


@told("CH-R10", icon="i-crown", sound="win", motion="look")
class EndCaughtDecide(Event, frozen=True):
    """CH-R10: others have as many free hats, so the caught ones decide."""

    seats: list[int]


@told("CH-R09", icon="i-crown", sound="win", motion="look")
class EndLevel(Event, frozen=True):
    """CH-R09: everyone is tied, so nobody gains."""
