"""The ring of fields: where figures stand, which are protected, how far the way is clear."""

from hatbox.engine.jit import rule
from hatbox.engine.tape import note, telling
from hatbox.games.great_hall.events import CaretakerCatches, SentToBed
from hatbox.games.great_hall.state import (
    BEDS,
    DORMITORY,
    HALL,
    HOUSES,
    NONE,
    QUARTERS,
    State,
)

DARK = 3  # the dark field is this far clockwise of the start field (GH-R02)


@rule
def quarter(s: State) -> int:
    """The number of fields between two start fields."""
    return QUARTERS[s.track_len]


@rule
def ring(s: State) -> int:
    """The number of fields on the whole track."""
    return 4 * QUARTERS[s.track_len]


@rule
def start_field(s: State, house: int) -> int:
    """Where figures of this house come into play."""
    return house * QUARTERS[s.track_len]


@rule
def house_of(s: State, seat: int) -> int:
    """Two players sit opposite each other, so seat 1 leads house 2."""
    return int(2 * seat if s.players == 2 else seat)


@rule
def all_in_hall(s: State, house: int) -> bool:
    """Whether every figure of this house has arrived (a fourth one may be in the box)."""
    for i in range(BEDS):
        if s.pos[house, i] < HALL:
            return False
    return True


@rule
def houses_at_home(s: State) -> int:
    """The houses whose figures are all in the hall, one bit each."""
    found = 0
    for house in range(HOUSES):
        if all_in_hall(s, house):
            found |= 1 << house
    return found


@rule
def led_by(s: State, seat: int) -> int:
    """GH-60: the seat's own house until it is home, then its partner's; without teams always its own (GH-84)."""
    own = house_of(s, seat)
    if s.players == 4 and all_in_hall(s, own):
        return own ^ 2
    return own


@rule
def controlled(s: State) -> int:
    """The house whose figures move now."""
    return led_by(s, s.turn)


@rule
def guarded(s: State, house: int) -> bool:
    """GH-23: whether a figure is protected on the start field of its own house."""
    home = start_field(s, house)
    for i in range(BEDS):
        if s.pos[house, i] == home:
            return True
    return False


@rule
def free_ahead(s: State, field: int, steps: int) -> bool:
    """GH-23: whether no protected figure is on the next fields clockwise; 9 steps pass at most one start field."""
    apart = quarter(s)
    house = field // apart + 1
    return house * apart - field > steps or not guarded(s, house % HOUSES)


@rule
def free_behind(s: State, field: int, steps: int) -> bool:
    """GH-23: whether no protected figure is on the next fields counter-clockwise."""
    apart = quarter(s)
    house = (field + apart - 1) // apart - 1  # of the start field before this one
    return field - house * apart > steps or not guarded(s, house % HOUSES)


@rule
def way_is_free(s: State, field: int, steps: int) -> bool:
    """GH-23, GH-31: whether no protected figure is on the way; negative steps lead counter-clockwise."""
    return free_ahead(s, field, steps) if steps > 0 else free_behind(s, field, -steps)


@rule
def figure_at(s: State, field: int) -> int:
    """4·house + number of the figure on this field, or NONE (GH-32: never two)."""
    for house in range(HOUSES):
        for i in range(BEDS):
            if s.pos[house, i] == field:
                return 4 * house + i
    return NONE


@rule
def tell_bed(s: State, house: int, field: int, by_caretaker: bool) -> None:
    """Report that a figure goes to bed."""
    if by_caretaker:
        note(s, CaretakerCatches, house, field)
    else:
        note(s, SentToBed, house, field)


@rule
def send_home(s: State, field: int, by_caretaker: bool) -> None:
    """GH-33: send the figure on this field back to bed."""
    who = figure_at(s, field)
    if who != NONE:
        s.pos[who // BEDS, who % BEDS] = DORMITORY
        tell_bed(s, who // BEDS, field, by_caretaker)


@rule
def tell_swept(s: State, field: int, steps: int, by_caretaker: bool) -> None:
    """GH-56: report which figures will be swept, in path order."""
    if telling(s):
        for k in range(1, abs(steps) + 1):
            there = (field + k if steps > 0 else field - k) % ring(s)
            who = figure_at(s, there)
            if who != NONE and there != start_field(s, who // BEDS):
                tell_bed(s, who // BEDS, there, by_caretaker)


@rule
def sweep(s: State, field: int, steps: int, by_caretaker: bool) -> None:
    """GH-56: send home all figures on the next fields except protected ones, which only the caretaker may pass."""
    tell_swept(s, field, steps, by_caretaker)
    length = ring(s)
    for house in range(HOUSES):
        home = start_field(s, house)
        for i in range(BEDS):
            there = s.pos[house, i]
            if there < DORMITORY and there != home:
                gap = (there - field if steps > 0 else field - there) % length
                if 0 < gap <= abs(steps):
                    s.pos[house, i] = DORMITORY


@rule
def on_track(s: State, house: int) -> bool:
    """Whether at least one figure of this house is on the track."""
    for i in range(BEDS):
        if s.pos[house, i] < DORMITORY:
            return True
    return False


@rule
def tidy(s: State) -> None:
    """Sort the figures of each house between plays, because they are interchangeable."""
    for house in range(HOUSES):
        for i in range(1, BEDS):
            j = i
            while j > 0 and s.pos[house, j - 1] > s.pos[house, j]:
                s.pos[house, j - 1], s.pos[house, j] = s.pos[house, j], s.pos[house, j - 1]
                j -= 1
