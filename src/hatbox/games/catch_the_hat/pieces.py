"""Hats and towers: owners, positions, catching, and coming home."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.tape import note
from hatbox.games.catch_the_hat.board import (
    CENTRE,
    FOUR,
    HATS_EACH,
    LAST_FIELD,
    SEAT_HOME,
    SIX_HOMES,
    STEPS_HOME,
)
from hatbox.games.catch_the_hat.events import GoldenWorn
from hatbox.games.catch_the_hat.state import HATS, JAILED, NO_TEAMS, NONE, State

OWNER = np.array([[hat // max(each, 1) for hat in range(HATS)] for each in range(7)], np.int8)
OWNER.flags.writeable = False


# ---- whose ---------------------------------------------------------------------------------------------------


@rule
def side(s: State) -> int:
    """CH-01, CH-02: the side of the board in use."""
    return SIX_HOMES if s.players > 4 or s.board else FOUR


@rule
def hats_each(s: State) -> int:
    """CH-01, CH-02: how many hats each player has."""
    return HATS_EACH[side(s), s.hats]


@rule
def owner(s: State, hat: int) -> int:
    """The seat whose colour the hat has."""
    return OWNER[hats_each(s), hat]


@rule
def team(s: State, seat: int) -> int:
    """CH-41: every other seat is on the same team; without teams each seat is on its own."""
    return seat if s.teams == NO_TEAMS else seat & 1


@rule
def friends(s: State, one: int, other: int) -> bool:
    """Whether two hats have the same colour, or the same team (CH-43)."""
    return team(s, owner(s, one)) == team(s, owner(s, other))


@rule
def home_of(s: State, seat: int) -> int:
    """CH-04: the home field of a seat."""
    here = side(s)
    return CENTRE[here] + 1 + SEAT_HOME[here, s.players, seat]


@rule
def steps_home(s: State, hat: int) -> int:
    """How many steps the hat is from its own home; FAR when no roll gets it there."""
    here = side(s)
    return STEPS_HOME[here, s.pos[hat], SEAT_HOME[here, s.players, owner(s, hat)]]


@rule
def is_free(s: State, hat: int) -> bool:
    """A single hat or the top hat of a tower, on the track or on its home (CH-R01)."""
    return s.boss[hat] == NONE and s.pos[hat] <= LAST_FIELD


@rule
def is_loaded(s: State, hat: int) -> bool:
    """CH-24, CH-R15: whether it carries a hat or the golden hat; a golden hat that it wears is no load."""
    if s.gold_boss == hat and not s.gold_worn:
        return True
    for other in range(HATS):
        if s.boss[other] == hat:
            return True
    return False


@rule
def enemies_on(s: State, me: int, field: int) -> int:
    """How many pieces `me` could catch on a field."""
    count = 0
    for hat in range(HATS):
        if s.pos[hat] == field and s.boss[hat] == NONE and not friends(s, me, hat):
            count += 1
    return count


# ---- moving, catching, coming home ----------------------------------------------------------------------------


@rule
def place(s: State, me: int, field: int) -> None:
    """CH-14: a tower moves as a whole, with the golden hat."""
    s.pos[me] = field
    for hat in range(HATS):
        if s.boss[hat] == me:
            s.pos[hat] = field
    if s.gold_boss == me:
        s.gold_pos = field


@rule
def tower_height(s: State, me: int) -> int:
    """How many hats the piece has."""
    height = 1
    for hat in range(HATS):
        if s.boss[hat] == me:
            height += 1
    return height


@rule
def set_free(s: State, hat: int) -> None:
    """CH-29, CH-44: send a hat back to the home of its own colour."""
    boss, rank = s.boss[hat], s.rank[hat]
    for other in range(HATS):  # the tower closes up
        if s.boss[other] == boss and s.rank[other] > rank:
            s.rank[other] -= 1
    s.boss[hat] = NONE
    s.rank[hat] = 0
    s.pos[hat] = home_of(s, owner(s, hat))


@rule
def take(s: State, me: int, victim: int) -> None:
    """CH-15, CH-20: put `me` on top of the whole piece; `free_on_capture` lets friends in it go."""
    height = tower_height(s, me)
    for hat in range(HATS):
        if s.boss[hat] == victim or hat == victim:
            s.boss[hat] = me
            s.rank[hat] += height
    if s.gold_boss == victim:  # CH-53: it must be brought home again
        s.gold_boss = me
        s.gold_worn = False
    if s.free_on_capture:
        for hat in range(HATS):
            if s.boss[hat] == me and s.rank[hat] > height and friends(s, me, hat):
                set_free(s, hat)


@rule
def catch(s: State, me: int) -> None:
    """CH-15, CH-18, CH-43, CH-49: catch all enemies on the field of `me`, and a golden hat that lies there."""
    field = s.pos[me]
    for hat in range(HATS):
        if s.pos[hat] == field and s.boss[hat] == NONE and not friends(s, me, hat):
            take(s, me, hat)
    if s.gold_pos == field and s.gold_boss == NONE:
        s.gold_boss = me


@rule
def enter_home(s: State, me: int) -> None:
    """CH-29, CH-44, CH-50: enemies are jailed, friends freed, the arriving hat puts on the golden hat."""
    jailer = owner(s, me)
    for hat in range(HATS):
        if s.boss[hat] == me:
            if friends(s, me, hat):
                set_free(s, hat)
            else:
                s.boss[hat] = NONE
                s.rank[hat] = 0
                s.pos[hat] = JAILED
                s.jail[hat] = jailer
    if s.gold_boss == me and not s.gold_worn:
        note(s, GoldenWorn, s.turn, me)
        s.gold_worn = True
    place(s, me, home_of(s, jailer))
