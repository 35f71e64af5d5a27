"""The board of the slow reference: protection, ways, moves, the caretaker, the exchange of two figures."""

from .reference_position import (
    CARETAKER_ENTRY,
    DORMITORY,
    HALL,
    Field,
    Figure,
    Position,
    Seat,
    controlled_colour,
)

WALK = "walk"
ENTER = "hall"


def track_length(position: Position) -> int:
    """Return the number of fields of the ring."""
    return int(position.options["track_len"])


def start_field(position: Position, colour: Seat) -> Field:
    """Return S(colour)."""
    return colour * track_length(position) // 4


def dark_field(position: Position, seat: Seat) -> Field:
    """Return D(seat), left of the seat's dormitory."""
    return start_field(position, seat) + CARETAKER_ENTRY


def figure_on(position: Position, field: Field) -> Figure | None:
    """Return the figure that stands on a field, if any (GH-32: never more than one)."""
    for colour, places in enumerate(position.figures):
        for number, place in enumerate(places):
            if place == field:
                return (colour, number)
    return None


def figures_on_track(position: Position, colour: Seat) -> list[Figure]:
    """Return the figures of a colour that are neither in the dormitory nor in the hall."""
    places = position.figures[colour]
    return [(colour, number) for number, place in enumerate(places) if place not in (DORMITORY, HALL)]


def place_of(position: Position, figure: Figure) -> int:
    """Return where a figure is."""
    colour, number = figure
    return position.figures[colour][number]


def put(position: Position, figure: Figure, place: int) -> None:
    """Set a figure down somewhere."""
    colour, number = figure
    position.figures[colour][number] = place


def send_home(position: Position, field: Field) -> None:
    """Send the figure on a field, if there is one, to its dormitory (GH-33)."""
    figure = figure_on(position, field)
    if figure is not None:
        put(position, figure, DORMITORY)


def is_protected(position: Position, field: Field) -> bool:
    """Tell whether a figure stands here on the start field of its own colour (GH-23, GH-24)."""
    if field % (track_length(position) // 4) != 0:
        return False  # no start field at all
    figure = figure_on(position, field)
    return figure is not None and start_field(position, figure[0]) == field


def fields_ahead(position: Position, field: Field, points: int) -> list[Field]:
    """Return the fields from the next one up to the one `points` away; counter-clockwise if negative."""
    direction = 1 if points > 0 else -1
    length = track_length(position)
    return [(field + direction * count) % length for count in range(1, abs(points) + 1)]


def free_of_protected(position: Position, fields: list[Field]) -> bool:
    """Tell whether no protected figure blocks the way (GH-23)."""
    return not any(is_protected(position, field) for field in fields)


def can_walk(position: Position, figure: Figure, points: int) -> bool:
    """Tell whether a figure may go this far along the track (GH-30, GH-31, GH-50)."""
    way = fields_ahead(position, place_of(position, figure), points)
    if way[-1] == position.caretaker and position.options["caretaker_landing"] == "blocked":
        return False
    return free_of_protected(position, way)


def can_enter(position: Position, figure: Figure, points: int) -> bool:
    """Tell whether a figure reaches the hall with exactly these points (GH-40 to GH-43)."""
    here = place_of(position, figure)
    distance = (start_field(position, figure[0]) - here) % track_length(position)
    if distance == 0:  # GH-41: not directly from the start field
        return False
    if points != distance + 1:  # GH-40; a backward move is never equal
        return False
    return free_of_protected(position, fields_ahead(position, here, distance))


def destinations(position: Position, figure: Figure, points: int) -> set[str]:
    """Return which of ENTER and WALK are open to a figure on the track (GH-46)."""
    found = set()
    if can_walk(position, figure, points):
        found.add(WALK)
    if can_enter(position, figure, points):
        found.add(ENTER)
    return found


def move_figure(position: Position, figure: Figure, points: int, destination: str, sweeping: bool) -> None:
    """Move a figure; with a 7 (`sweeping`), every figure it overtakes goes home (GH-56)."""
    way = fields_ahead(position, place_of(position, figure), points)
    if sweeping:
        for field in way[:-1]:  # on the way into the hall this includes the house's own start field
            send_home(position, field)
    if destination == ENTER:
        put(position, figure, HALL)
        position.first_arrival = True
    else:
        arrive(position, figure, way[-1])


def arrive(position: Position, figure: Figure, field: Field) -> None:
    """Set a figure on a field, with the consequences for the occupant or the caretaker (GH-33, R-10)."""
    if field == position.caretaker:
        if position.options["caretaker_landing"] == "caught":
            put(position, figure, DORMITORY)
            return
        position.caretaker = None  # banish
        position.first_arrival = False
    send_home(position, field)
    put(position, figure, field)


def can_start(position: Position, colour: Seat) -> bool:
    """Tell whether a figure of this colour may leave the dormitory (GH-20, GH-21, R-11, R-25)."""
    field = start_field(position, colour)
    if DORMITORY not in position.figures[colour]:
        return False
    if field in position.figures[colour]:
        return False
    return field != position.caretaker or position.options["caretaker_landing"] == "banish"


def start_figure(position: Position, colour: Seat) -> None:
    """Bring a figure from the dormitory to its start field (GH-20, GH-22)."""
    number = position.figures[colour].index(DORMITORY)
    arrive(position, (colour, number), start_field(position, colour))


def can_move_caretaker(position: Position, points: int) -> bool:
    """Tell whether the caretaker may go `points` in his own direction (GH-71 to GH-74, R-12)."""
    if position.caretaker is None:
        return False
    way = fields_ahead(position, position.caretaker, -points)
    if position.options["caretaker_passes_protected"]:
        return not is_protected(position, way[-1])
    return free_of_protected(position, way)


def move_caretaker(position: Position, points: int, sweeping: bool) -> None:
    """Move the caretaker; the figure where he ends goes home, with a 7 also those he overtakes (R-13)."""
    assert position.caretaker is not None
    way = fields_ahead(position, position.caretaker, -points)
    if sweeping and position.options["caretaker_seven_sweeps"]:
        for field in way[:-1]:
            if not is_protected(position, field):  # only happens with caretaker_passes_protected
                send_home(position, field)
    send_home(position, way[-1])
    position.caretaker = way[-1]


def place_caretaker(position: Position) -> None:
    """Bring the caretaker into play on the mover's dark field when he is due (GH-70, R-15)."""
    if not position.options["caretaker"]:
        return
    if not position.first_arrival or position.caretaker is not None:
        return
    field = dark_field(position, position.turn)
    send_home(position, field)
    position.caretaker = field


def swap_sources(position: Position) -> set[Field]:
    """Return W: the fields of unprotected figures of the controlled colour (R-08)."""
    own = figures_on_track(position, controlled_colour(position))
    fields = {place_of(position, figure) for figure in own}
    return {field for field in fields if not is_protected(position, field)}


def swap_targets(position: Position) -> set[Field]:
    """Return U: the fields of unprotected figures of all other colours, never the caretaker (R-08, R-14)."""
    others = [colour for colour in range(4) if colour != controlled_colour(position)]
    fields = {
        place_of(position, figure) for colour in others for figure in figures_on_track(position, colour)
    }
    return {field for field in fields if not is_protected(position, field)}


def swap_figures(position: Position, one: Field, other: Field) -> None:
    """Exchange the places of two figures; nobody is sent back (GH-52)."""
    first, second = figure_on(position, one), figure_on(position, other)
    assert first is not None and second is not None
    put(position, first, other)
    put(position, second, one)


def sort_figures(position: Position) -> None:
    """Put the figures of each colour in order, as the record requires between plays (6.5)."""
    for places in position.figures:
        places.sort()
