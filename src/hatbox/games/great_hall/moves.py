"""Moves of figures and of the caretaker, and the portions of a 7: what is possible, and carrying it out."""

from hatbox.engine.jit import rule
from hatbox.engine.tape import append, note, quiet, telling
from hatbox.games.great_hall.events import (
    CaretakerBanished,
    CaretakerCatches,
    CaretakerMoves,
    CaretakerWakes,
    FigureBack,
    FigureForward,
    FigureStarted,
    HallEntered,
    WalkedPast,
)
from hatbox.games.great_hall.state import (
    BANISH,
    BEDS,
    BLOCKED,
    CAUGHT,
    DORMITORY,
    HALL,
    HOUSES,
    NONE,
    ONE_FIGURE,
    State,
)
from hatbox.games.great_hall.track import (
    DARK,
    all_in_hall,
    controlled,
    free_ahead,
    guarded,
    house_of,
    ring,
    send_home,
    start_field,
    sweep,
    way_is_free,
)


@rule
def can_walk(s: State, field: int, steps: int) -> bool:
    """GH-30, GH-31, GH-50: whether a walk along the track is possible; with `blocked`, not onto the caretaker."""
    if not way_is_free(s, field, steps):
        return False
    return s.caretaker_landing != BLOCKED or (field + steps) % ring(s) != s.caretaker_at


@rule
def can_enter(s: State, house: int, field: int, steps: int) -> bool:
    """GH-40, GH-41, GH-43: by exact count over the house's own start field, which must be free, but never from it."""
    distance = (start_field(s, house) - field) % ring(s)
    return distance > 0 and steps == distance + 1 and free_ahead(s, field, distance)


@rule
def can_go(s: State, house: int, i: int, steps: int) -> bool:
    """GH-46: whether a figure on the track can walk on or enter the hall."""
    field = s.pos[house, i]
    return field < DORMITORY and (can_walk(s, field, steps) or can_enter(s, house, field, steps))


@rule
def arrive(s: State, house: int, i: int, field: int) -> None:
    """GH-33, GH-R10: hit the figure on the field; the caretaker catches the newcomer, or is banished."""
    if field == s.caretaker_at:
        if s.caretaker_landing == CAUGHT:
            s.pos[house, i] = DORMITORY
            note(s, CaretakerCatches, house, field)
            return
        s.caretaker_at = NONE
        s.first_in = False
        note(s, CaretakerBanished, s.turn, field)
    send_home(s, field, False)
    s.pos[house, i] = field


@rule
def move(s: State, house: int, i: int, steps: int, into_hall: bool) -> None:
    """Enter the hall, or walk along the track."""
    if into_hall:
        s.pos[house, i] = HALL
        s.first_in = True
    else:
        arrive(s, house, i, (s.pos[house, i] + steps) % ring(s))


@rule
def append_path(s: State, field: int, steps: int) -> None:
    """Append the fields stepped on, including the last one; negative steps lead counter-clockwise."""
    if telling(s):
        for k in range(1, abs(steps) + 1):
            append(s, (field + k if steps > 0 else field - k) % ring(s))


@rule
def tell_walk(s: State, house: int, field: int, steps: int, into_hall: bool) -> None:
    """Report how a figure walks; the hall is one step beyond its path."""
    if into_hall:
        note(s, HallEntered, s.turn, house, field)
        append_path(s, field, steps - 1)
        return
    if steps > 0:
        note(s, FigureForward, s.turn, house, field)
    else:
        note(s, FigureBack, s.turn, house, field)
    append_path(s, field, steps)


@rule
def tell_past(s: State, house: int, field: int, steps: int) -> None:
    """GH-44: report that a figure has crossed its own start field and needs another lap."""
    if 0 < (start_field(s, house) - field) % ring(s) < steps:
        note(s, WalkedPast, house)


@rule
def can_start(s: State, house: int) -> bool:
    """GH-20, GH-21, GH-R11, GH-R25: whether a figure is in bed and the start field is open."""
    if s.caretaker_at == start_field(s, house) and s.caretaker_landing != BANISH:
        return False
    for i in range(BEDS):
        if s.pos[house, i] == DORMITORY:
            return not guarded(s, house)
    return False


@rule
def start_figure(s: State, house: int) -> None:
    """GH-20, GH-22: move a figure from bed onto the start field."""
    for i in range(BEDS):
        if s.pos[house, i] == DORMITORY:
            note(s, FigureStarted, s.turn, house, start_field(s, house))
            arrive(s, house, i, start_field(s, house))
            return


@rule
def can_move_caretaker(s: State, points: int) -> bool:
    """GH-71, GH-72, GH-74: a card's n moves him counter-clockwise, its -4 clockwise."""
    if s.caretaker_at == NONE:
        return False
    if not s.caretaker_passes_protected:
        return way_is_free(s, s.caretaker_at, -points)
    field = (s.caretaker_at - points) % ring(s)
    house = field // (ring(s) // 4)
    return field != start_field(s, house) or not guarded(s, house)


@rule
def move_caretaker(s: State, points: int) -> None:
    """GH-72, GH-73: move the caretaker; with a 7 he sweeps (GH-R13)."""
    note(s, CaretakerMoves, s.turn, s.caretaker_at)
    append_path(s, s.caretaker_at, -points)
    if points == 7 and s.caretaker_seven_sweeps:
        sweep(s, s.caretaker_at, -points, True)
    s.caretaker_at = (s.caretaker_at - points) % ring(s)
    send_home(s, s.caretaker_at, True)


@rule
def place_caretaker(s: State) -> None:
    """GH-70, GH-R15: put him on the dark field of the seat whose card brought the first figure in."""
    s.caretaker_at = start_field(s, house_of(s, s.turn)) + DARK
    note(s, CaretakerWakes, s.turn, s.caretaker_at)
    send_home(s, s.caretaker_at, True)


# ---- the 7: portions, sweeping, and the guarantee that all points can be spent (GH-55 … GH-57) ------------


@rule
def seven_houses(s: State) -> int:
    """The houses whose figures may take points now, one bit each; with `canadian_seven`, also the partner's."""
    if s.canadian_seven:
        return 0b0101 << (house_of(s, s.turn) & 1)
    return 1 << controlled(s)


@rule
def may_take(s: State, moved: int, house: int, i: int) -> bool:
    """GH-R16: whether a figure is on the track and has not taken a portion of this 7 yet."""
    return s.pos[house, i] < DORMITORY and (moved >> (4 * house + i)) & 1 == 0


@rule
def rest_is_for_one(s: State, moved: int) -> bool:
    """GH-57, GH-R18: this 7 has brought in the seat's last figure; one of the partner's takes all that is left."""
    own = house_of(s, s.turn)
    if s.seven_rest != ONE_FIGURE or s.canadian_seven or (moved >> (4 * own)) & 15 == 0:
        return False
    return all_in_hall(s, own)


@rule
def can_take(s: State, house: int, i: int, steps: int, into_hall: bool) -> bool:
    """Whether the board allows this portion, regardless of what comes after it."""
    field = s.pos[house, i]
    return can_enter(s, house, field, steps) if into_hall else can_walk(s, field, steps)


@rule
def take_portion(s: State, house: int, i: int, steps: int, into_hall: bool) -> None:
    """GH-56, GH-R17: send home every figure on the way, then arrive."""
    sweep(s, s.pos[house, i], steps - 1, False)
    move(s, house, i, steps, into_hall)


@rule
def can_spend(s: State, moved: int, left: int) -> bool:
    """GH-17: whether all remaining points can be spent. Usually one figure can take them all; if not, try all."""
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
    """Whether the portion may be taken: the rest can still be spent after it."""
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
    """Whether the figure can take the next portion."""
    if not may_take(s, s.moved, house, i):
        return False
    for steps in range(s.seven_left, 0, -1):
        if portion_legal(s, house, i, steps, False) or portion_legal(s, house, i, steps, True):
            return True
    return False
