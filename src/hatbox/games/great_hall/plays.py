"""What can be played: functions of a card, and who must drop out or discard."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.games.great_hall.moves import can_go, can_move_caretaker, can_start
from hatbox.games.great_hall.seven import can_spend
from hatbox.games.great_hall.state import (
    ANY,
    BEDS,
    DORMITORY,
    HOUSES,
    KINDS,
    MODES,
    NEVER,
    NONE,
    POINTS,
    USES,
    State,
    Use,
)
from hatbox.games.great_hall.track import controlled, on_track, start_field

USE_COUNT = np.array([len(uses) for uses in USES], np.int64)
USE_TABLE = np.array([[*uses, *[NONE] * (MODES - len(uses))] for uses in USES], np.int64)


@rule
def swappable(s: State, house: int, i: int) -> bool:
    """GH-53: on the track and not protected."""
    field = s.pos[house, i]
    return field < DORMITORY and field != start_field(s, house)


@rule
def any_swappable(s: State, house: int) -> bool:
    """Whether this house has a figure that can be swapped."""
    for i in range(BEDS):
        if swappable(s, house, i):
            return True
    return False


@rule
def any_other_swappable(s: State, house: int) -> bool:
    """Some other house has one."""
    for other in range(HOUSES):
        if other != house and any_swappable(s, other):
            return True
    return False


@rule
def can_swap(s: State, house: int) -> bool:
    """GH-52, GH-R08."""
    return any_swappable(s, house) and any_other_swappable(s, house)


@rule
def can_lay_without_effect(s: State, house: int) -> bool:
    """GH-54, GH-R08: nobody to swap with, and a figure of the own house on the track (option `swap_null`)."""
    if s.swap_null == NEVER or not (s.swap_null == ANY or on_track(s, house)):
        return False
    return not any_other_swappable(s, house)


@rule
def any_can_go(s: State, house: int, points: int) -> bool:
    """GH-30: some figure of this house can use the number."""
    for i in range(BEDS):
        if can_go(s, house, i, points):
            return True
    return False


@rule
def figures_can(s: State, house: int, mode: int) -> bool:
    """The function can be carried out without the caretaker."""
    if mode == Use.START:
        return can_start(s, house)
    if mode == Use.SEVEN:
        return can_spend(s, 0, 7)
    if mode == Use.SWAP:
        return can_swap(s, house)
    if mode == Use.NULL:
        return can_lay_without_effect(s, house)
    return any_can_go(s, house, POINTS[mode])


@rule
def caretaker_can(s: State, mode: int) -> bool:
    """GH-71, GH-R13: the number can be used for the caretaker."""
    return POINTS[mode] != 0 and can_move_caretaker(s, POINTS[mode])


@rule
def fits(s: State, house: int, kind: int, with_caretaker: bool) -> bool:
    """GH-16, GH-17: some function of the card can be carried out completely."""
    for k in range(USE_COUNT[kind]):
        mode = USE_TABLE[kind, k]
        if (with_caretaker and caretaker_can(s, mode)) or figures_can(s, house, mode):
            return True
    return False


@rule
def keepers(s: State) -> int:
    """Bit per kind that keeps the seat on turn in the round, held or not (GH-14, GH-83, GH-R27)."""
    house = controlled(s)
    kinds = 0
    for kind in range(KINDS):
        if fits(s, house, kind, s.caretaker_counts):
            kinds |= 1 << kind
    return kinds
