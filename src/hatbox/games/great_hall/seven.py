"""The 7: portions, sweeping, and the promise that all points can be spent (GH-55 … GH-57)."""

from hatbox.engine.jit import rule
from hatbox.engine.tape import quiet
from hatbox.games.great_hall.moves import can_enter, can_go, can_walk, move
from hatbox.games.great_hall.state import BEDS, DORMITORY, HOUSES, ONE_FIGURE, State
from hatbox.games.great_hall.track import all_in_hall, controlled, house_of, sweep


@rule
def seven_houses(s: State) -> int:
    """Bit per house whose figures may take points now; `canadian_seven`: own and partner's."""
    if s.canadian_seven:
        return 0b0101 << (house_of(s, s.turn) & 1)
    return 1 << controlled(s)


@rule
def may_take(s: State, moved: int, house: int, i: int) -> bool:
    """GH-R16: on the track and without a portion of this 7 so far."""
    return s.pos[house, i] < DORMITORY and (moved >> (4 * house + i)) & 1 == 0


@rule
def rest_is_for_one(s: State, moved: int) -> bool:
    """GH-57, GH-R18: this 7 has brought the last own figure in; one partner figure takes all that is left."""
    own = house_of(s, s.turn)
    if s.seven_rest != ONE_FIGURE or s.canadian_seven or (moved >> (4 * own)) & 15 == 0:
        return False
    return all_in_hall(s, own)


@rule
def can_take(s: State, house: int, i: int, steps: int, into_hall: bool) -> bool:
    """The board allows this portion, whatever comes after it."""
    field = s.pos[house, i]
    return can_enter(s, house, field, steps) if into_hall else can_walk(s, field, steps)


@rule
def take_portion(s: State, house: int, i: int, steps: int, into_hall: bool) -> None:
    """GH-56, GH-R17: send home everybody on the way, then arrive."""
    sweep(s, s.pos[house, i], steps - 1, False)
    move(s, house, i, steps, into_hall)


@rule
def can_spend(s: State, moved: int, left: int) -> bool:
    """GH-17: all points left can be spent from here. Mostly one figure can take them all; else try everything."""
    houses = seven_houses(s)
    for house in range(HOUSES):
        if (houses >> house) & 1:
            for i in range(BEDS):
                if may_take(s, moved, house, i) and can_go(s, house, i, left):
                    return True
    if rest_is_for_one(s, moved):
        return False
    for who in range(HOUSES * BEDS):
        house, i = who // BEDS, who % BEDS
        if (houses >> house) & 1 and may_take(s, moved, house, i):
            for steps in range(left - 1, 0, -1):
                for hall in range(2):
                    if can_take(s, house, i, steps, hall == 1):
                        a, b, field, first = s.places[0], s.places[1], s.caretaker_at, s.first_in
                        take_portion(quiet(s), house, i, steps, hall == 1)
                        ok = can_spend(s, moved | (1 << who), left - steps)
                        s.places[0], s.places[1], s.caretaker_at, s.first_in = a, b, field, first
                        if ok:
                            return True
    return False


@rule
def portion_legal(s: State, house: int, i: int, steps: int, into_hall: bool) -> bool:
    """The portion may be taken, since the rest can still be spent after it."""
    if not can_take(s, house, i, steps, into_hall):
        return False
    if steps == s.seven_left:
        return True
    if rest_is_for_one(s, s.moved):
        return False
    a, b, field, first = s.places[0], s.places[1], s.caretaker_at, s.first_in
    take_portion(quiet(s), house, i, steps, into_hall)
    ok = can_spend(s, s.moved | (1 << (4 * house + i)), s.seven_left - steps)
    s.places[0], s.places[1], s.caretaker_at, s.first_in = a, b, field, first
    return ok


@rule
def may_begin(s: State, house: int, i: int) -> bool:
    """The figure can take the next portion."""
    if not may_take(s, s.moved, house, i):
        return False
    for steps in range(s.seven_left, 0, -1):
        if portion_legal(s, house, i, steps, False) or portion_legal(s, house, i, steps, True):
            return True
    return False
