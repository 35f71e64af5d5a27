"""Moves of figures and of the caretaker: what is possible, and doing it."""

from hatbox.engine.jit import rule
from hatbox.engine.tape import append, note, telling
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
    NONE,
    State,
)
from hatbox.games.great_hall.track import (
    DARK,
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
    """GH-30, GH-31, GH-50: along the track; `blocked`: not onto the caretaker."""
    if not way_is_free(s, field, steps):
        return False
    return s.caretaker_landing != BLOCKED or (field + steps) % ring(s) != s.caretaker_at


@rule
def can_enter(s: State, house: int, field: int, steps: int) -> bool:
    """GH-40, GH-41, GH-43: exactly over the own start field, which must be free, never from it."""
    distance = (start_field(s, house) - field) % ring(s)
    return distance > 0 and steps == distance + 1 and free_ahead(s, field, distance)


@rule
def can_go(s: State, house: int, i: int, steps: int) -> bool:
    """GH-46: a figure on the track can walk on or enter."""
    field = s.pos[house, i]
    return field < DORMITORY and (can_walk(s, field, steps) or can_enter(s, house, field, steps))


@rule
def arrive(s: State, house: int, i: int, field: int) -> None:
    """GH-33, GH-R10: hit whoever stands there; the caretaker catches the newcomer, or is banished."""
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
    """Go into the hall, or along the track."""
    if into_hall:
        s.pos[house, i] = HALL
        s.first_in = True
    else:
        arrive(s, house, i, (s.pos[house, i] + steps) % ring(s))


@rule
def append_path(s: State, field: int, steps: int) -> None:
    """The fields stepped on, the last one included; steps below zero lead counter-clockwise."""
    if telling(s):
        for k in range(1, abs(steps) + 1):
            append(s, (field + k if steps > 0 else field - k) % ring(s))


@rule
def tell_walk(s: State, house: int, field: int, steps: int, into_hall: bool) -> None:
    """How a figure goes; into the hall it is one step more than its path."""
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
    """GH-44: a figure has crossed its own start field and needs another lap."""
    if 0 < (start_field(s, house) - field) % ring(s) < steps:
        note(s, WalkedPast, house)


@rule
def can_start(s: State, house: int) -> bool:
    """GH-20, GH-21, GH-R11, GH-R25: somebody is in bed and the start field is open."""
    if s.caretaker_at == start_field(s, house) and s.caretaker_landing != BANISH:
        return False
    for i in range(BEDS):
        if s.pos[house, i] == DORMITORY:
            return not guarded(s, house)
    return False


@rule
def start_figure(s: State, house: int) -> None:
    """GH-20, GH-22: from bed onto the start field."""
    for i in range(BEDS):
        if s.pos[house, i] == DORMITORY:
            note(s, FigureStarted, s.turn, house, start_field(s, house))
            arrive(s, house, i, start_field(s, house))
            return


@rule
def can_move_caretaker(s: State, points: int) -> bool:
    """GH-71, GH-72, GH-74: a card's n leads him counter-clockwise, its -4 clockwise."""
    if s.caretaker_at == NONE:
        return False
    if not s.caretaker_passes_protected:
        return way_is_free(s, s.caretaker_at, -points)
    field = (s.caretaker_at - points) % ring(s)
    house = field // (ring(s) // 4)
    return field != start_field(s, house) or not guarded(s, house)


@rule
def move_caretaker(s: State, points: int) -> None:
    """GH-72, GH-73; with a 7 he sweeps (GH-R13)."""
    note(s, CaretakerMoves, s.turn, s.caretaker_at)
    append_path(s, s.caretaker_at, -points)
    if points == 7 and s.caretaker_seven_sweeps:
        sweep(s, s.caretaker_at, -points, True)
    s.caretaker_at = (s.caretaker_at - points) % ring(s)
    send_home(s, s.caretaker_at, True)


@rule
def place_caretaker(s: State) -> None:
    """GH-70, GH-R15: onto the dark field of the seat whose card brought the first figure in."""
    s.caretaker_at = start_field(s, house_of(s, s.turn)) + DARK
    note(s, CaretakerWakes, s.turn, s.caretaker_at)
    send_home(s, s.caretaker_at, True)
