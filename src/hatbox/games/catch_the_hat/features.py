"""What is learned of Catch the Hat: where every free hat stands, what it carries, who could catch it, who is left.

The die is not looked at: a position is judged as before the roll. No weights ship yet, so there is no `weight` and no
`trained` here: what was learned so far lost against the search by hand, see docs/bots.md.
"""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.record import Int32s
from hatbox.games.catch_the_hat.board import (
    CENTRE,
    FARTHEST,
    FIELDS,
    GREY,
    SEAT_HOME,
    SIDES,
    TURNED,
    WAY_COUNT,
    WAYS,
)
from hatbox.games.catch_the_hat.pieces import friends, hats_each, is_free, owner, side
from hatbox.games.catch_the_hat.state import State

LOADS = 6  # nothing, one enemy, more of them; the same with own hats in the tower
MOST_ENEMIES = 2
RISKS = 5  # with none, one … four or more sides of the die somebody could catch it
FREE, HOME, OTHERS = (
    7,
    13,
    19,
)  # free hats, hats brought home, free hats of all others: how many are told apart

ROLLS = FARTHEST + 1  # none to all

AT_PLACES = 0
AT_LEFT = AT_PLACES + 2 * FIELDS * LOADS * RISKS
AT_HOMES = AT_LEFT + 2 * FREE * HOME
AT_RIVALS = AT_HOMES + HOME * HOME
AT_OTHERS = AT_RIVALS + FREE * FREE * 2
AT_CHANCES = AT_OTHERS + FREE * OTHERS
AT_FIELDS = AT_CHANCES + 2 * ROLLS * ROLLS
AT_LOADS = AT_FIELDS + FIELDS
COUNT = AT_LOADS + 2 * LOADS * RISKS


def _pips_between() -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """By side and two fields: the rolls that lead from one to the other, a bit each."""
    table = np.zeros((len(SIDES), FIELDS, FIELDS), np.uint8)
    for here in SIDES:
        for field in range(FIELDS):
            for pips in range(1, FARTHEST + 1):
                for k in range(WAY_COUNT[here, field, pips]):
                    table[here, field, WAYS[here, field, pips, k]] |= 1 << (pips - 1)
    table.flags.writeable = False
    return table


PIPS = _pips_between()
BITS = np.array([bin(bits).count("1") for bits in range(64)], np.int8)
BITS.flags.writeable = False
LEARNING = {"rate": 0.3, "curiosity": 0.1, "caution": 50.0}  # most places are rare


@rule
def in_danger(s: State, hat: int) -> bool:
    """Whether a hat is free and stands where it can be caught: not on a rest field (CH-21) and not at home."""
    here = side(s)
    return is_free(s, hat) and not GREY[here, s.pos[hat]] and s.pos[hat] <= CENTRE[here]


@rule
def rolls_to_catch(s: State, hat: int) -> int:
    """The rolls with which somebody else could catch a hat, a bit each."""
    here, found = side(s), 0
    if in_danger(s, hat):
        for rival in range(s.players * hats_each(s)):
            if is_free(s, rival) and not friends(s, rival, hat):
                found |= PIPS[here, s.pos[rival], s.pos[hat]]
    return found


@rule
def load_of(s: State, hat: int) -> int:
    """What a free hat carries."""
    enemies, own = 0, 0
    for other in range(s.players * hats_each(s)):
        if s.boss[other] == hat:
            if friends(s, hat, other):
                own = 1
            else:
                enemies += 1
    return min(enemies, MOST_ENEMIES) + own * (MOST_ENEMIES + 1)


@rule
def rolls_that_catch(s: State, mine: int, loaded: bool) -> int:
    """The rolls with which a seat could catch somebody, or somebody who carries something, a bit each."""
    here, each, found = side(s), hats_each(s), 0
    for hat in range(s.players * each):
        if in_danger(s, hat) and owner(s, hat) != mine and (not loaded or load_of(s, hat) > 0):
            for own in range(mine * each, (mine + 1) * each):
                if is_free(s, own):
                    found |= PIPS[here, s.pos[own], s.pos[hat]]
    return found


@rule
def free_hats(s: State, seat: int) -> int:
    """How many hats of a seat are free."""
    found, each = 0, hats_each(s)
    for hat in range(seat * each, (seat + 1) * each):
        found += is_free(s, hat)
    return found


@rule
def brought_home(s: State, seat: int) -> int:
    """How many hats a seat has brought home."""
    found = 0
    for hat in range(s.players * hats_each(s)):
        found += s.jail[hat] == seat
    return found


@rule
def write_places(s: State, mine: int, waits: int, out: Int32s) -> int:
    """Where every free hat is, what it carries, how many rolls could catch it, together and apart; their number."""
    here, count, each = side(s), 0, hats_each(s)
    for hat in range(mine * each, (mine + 1) * each):
        if is_free(s, hat):
            field = int(TURNED[here, s.pos[hat], SEAT_HOME[here, s.players, mine]])
            risk = min(int(BITS[rolls_to_catch(s, hat)]), RISKS - 1)
            load = load_of(s, hat) * RISKS + risk
            out[count] = AT_PLACES + 2 * (field * LOADS * RISKS + load) + waits
            out[count + 1] = AT_FIELDS + field
            out[count + 2] = AT_LOADS + 2 * load + waits
            count += 3
    return count


@rule
def features(s: State, mine: int, out: Int32s) -> int:
    """The features of a seat: everybody is alone where weights are learned."""
    waits = 0 if s.turn == mine else 1
    count = write_places(s, mine, waits, out)
    free, home, others, rival_free, rival_home = free_hats(s, mine), brought_home(s, mine), 0, 0, 0
    for seat in range(s.players):
        if seat != mine:
            left = free_hats(s, seat)
            others += left
            rival_free = max(rival_free, left)
            rival_home = max(rival_home, brought_home(s, seat))
    home, rival_home = min(home, HOME - 1), min(rival_home, HOME - 1)
    out[count] = AT_LEFT + 2 * (free * HOME + home) + waits
    out[count + 1] = AT_HOMES + home * HOME + rival_home
    out[count + 2] = AT_RIVALS + 2 * (free * FREE + rival_free) + waits
    out[count + 3] = AT_OTHERS + free * OTHERS + others
    chances = int(BITS[rolls_that_catch(s, mine, False)] * ROLLS + BITS[rolls_that_catch(s, mine, True)])
    out[count + 4] = AT_CHANCES + 2 * chances + waits
    return count + 5
