"""What happened on the hexagon, as typed events, and why a move bounces."""

from hatbox.games.magic_hexagon.board import CELLS, NEIGHBOURS, NEXT
from hatbox.games.magic_hexagon.collection import colour_sets, disc_points, seat_on_turn, symbol_sets
from hatbox.games.magic_hexagon.knowledge import places
from hatbox.games.magic_hexagon.notation import HAT_NAMES, parts
from hatbox.games.magic_hexagon.refusals import refusal
from hatbox.games.magic_hexagon.routes import taken, way
from hatbox.games.magic_hexagon.state import (
    FIRST_NAME,
    FIRST_PICK,
    FIRST_STUCK,
    HOLE,
    HYPNO,
    INGREDIENT,
    KINDS,
    KITCHEN,
    MOVE,
    NO_HYPNOSIS,
    PICK,
    State,
    kind_of,
)
from hatbox.rooms import Event, Refusal

STONES = ("green", "light_blue", "dark_blue")


class HatRuns(Event, frozen=True):
    """A hat runs over discs, cell by cell."""

    seat: int
    hat_obj: str  # its colour
    field: int
    origin: int
    path: list[int]


class HatJumps(Event, frozen=True):
    """A hat jumps to a black disc."""

    seat: int
    hat_obj: str  # its colour
    field: int
    origin: int


class CollectedIngredients(Event, frozen=True):
    """Ingredients from around the hat."""

    seat: int
    count: int
    fields: list[int]
    faces: list[int]


class CollectedKitchen(Event, frozen=True):
    """Kitchen tools from around the hat."""

    seat: int
    count: int
    fields: list[int]
    faces: list[int]


class CollectedMagic(Event, frozen=True):
    """Magic tools from around the hat."""

    seat: int
    count: int
    fields: list[int]
    faces: list[int]


class AreaClaimed(Event, frozen=True):
    """One area is cut off and falls to the player on turn."""

    seat: int
    count: int
    fields: list[int]
    faces: list[int]


class SetColours(Event, frozen=True):
    """A set of four colours brings a power stone of this colour."""

    seat: int
    colour: str


class SetSymbols(Event, frozen=True):
    """A set of four equal symbols brings a power stone of this colour."""

    seat: int
    colour: str


class Hypnotised(Event, frozen=True):
    """A player gives up the card and names the hat that the one before must move."""

    seat: int
    victim: int
    hat_obj: str  # its colour


class Protected(Event, frozen=True):
    """The hypnotiser is safe in the own turn that follows."""

    seat: int


class Skipped(Event, frozen=True):
    """A player without a move loses the turn."""

    seat: int


class EndNothingLeft(Event, frozen=True):
    """The game is over."""


class EndFirstStuck(Event, frozen=True):
    """MH-O06: the game is over because this player cannot collect."""

    seat: int


class EndScoreLine(Event, frozen=True):
    """One line of the scoring sheet."""

    seat: int
    discs: int
    stones: int
    total: int
    rank: int


def unseen(s: State) -> bool:
    """Whoever lets a hypnosis card lie is not noticed."""
    return s.phase == HYPNO


def tell(before: State, action: int, after: State) -> list[Event]:
    """What one action did, in the order in which it is shown."""
    if before.phase == HYPNO:
        return [] if action == NO_HYPNOSIS else _hypnosis(before, action - FIRST_NAME, after)
    events = [_went(before, action)] if before.phase == MOVE else []
    if after.phase == PICK:
        return events
    cells = _cells_collected(before, action)
    return [
        *events,
        _collected(before, cells),
        *_areas(before, cells, after),
        *_stones(before, after),
        *_skipped(before, int(before.turn_index) + 1, after),
        *_ended(after),
    ]


def _hypnosis(before: State, hat: int, after: State) -> list[Event]:
    """The card is given up; a hat without a move costs the victim the turn (MH-O04)."""
    seat, victim = int(before.turn), seat_on_turn(before)
    events = [Hypnotised(seat, victim, HAT_NAMES[hat]), Protected(seat)]
    return [*events, *_skipped(before, int(before.turn_index), after), *_ended(after)]


def _went(before: State, action: int) -> Event:
    """How the hat went: where it can run to it has run (MH-19)."""
    hat, cell, _ = parts(action)
    seat, origin, path = int(before.turn), int(before.hats[hat]), way(before, hat, cell)
    if path:
        return HatRuns(seat, HAT_NAMES[hat], cell, origin, path)
    return HatJumps(seat, HAT_NAMES[hat], cell, origin)


def _cells_collected(before: State, action: int) -> list[int]:
    """The cells from which the hat takes discs."""
    if before.phase == PICK:
        return [NEXT[before.pend[1]][action - FIRST_PICK]]
    hat, cell, value = parts(action)
    return taken(before, hat, cell, value - 1)


def _collected(before: State, cells: list[int]) -> Event:
    """The discs from around the hat, all of one kind."""
    faces = [int(before.board[cell]) for cell in cells]
    kind = kind_of(faces[0])
    name = (
        CollectedIngredients
        if kind == INGREDIENT
        else CollectedKitchen
        if kind == KITCHEN
        else CollectedMagic
    )
    return name(int(before.turn), len(cells), cells, faces)


def _areas(before: State, collected: list[int], after: State) -> list[Event]:
    """One event per area."""
    lost = {cell for cell in range(CELLS) if before.board[cell] != after.board[cell] == HOLE} - set(collected)
    events: list[Event] = []
    while lost:
        area = _area(lost, min(lost))
        lost -= set(area)
        faces = [int(before.board[cell]) for cell in area]
        events.append(AreaClaimed(int(before.turn), len(area), area, faces))
    return events


def _area(cells: set[int], start: int) -> list[int]:
    """Those that hang together with one of them, in rising order."""
    found = [start]
    for cell in found:
        found += [near for near in NEIGHBOURS[cell] if near in cells and near not in found]
    return sorted(found)


def _stones(before: State, after: State) -> list[Event]:
    """The new stones; with an empty box a set brings none (MH-O05)."""
    seat, events = int(before.turn), list[Event]()
    old, new = before.owned[seat], after.owned[seat]
    for kind in range(KINDS):
        colours = colour_sets(new, kind) - colour_sets(old, kind)
        symbols = symbol_sets(new, kind) - symbol_sets(old, kind)
        earned = [SetColours(seat, STONES[kind])] * colours + [SetSymbols(seat, STONES[kind])] * symbols
        events += earned[: after.stones[seat][kind] - before.stones[seat][kind]]
    return events


def _skipped(before: State, first: int, after: State) -> list[Event]:
    """MH-71: those who lost their turn, from turn `first` on."""
    players = int(before.players)
    return [Skipped((int(before.first) + index) % players) for index in range(first, int(after.turn_index))]


def _ended(after: State) -> list[Event]:
    """MH-72, MH-73: the scoring sheet."""
    if not after.over:
        return []
    lines: list[Event] = []
    for seat, rank in enumerate(places(after)):
        total, discs = int(after.score[seat]), disc_points(after.owned[seat])
        lines.append(EndScoreLine(seat, discs, total - discs, total, rank))
    stuck = after.end_rule == FIRST_STUCK
    return [EndFirstStuck(seat_on_turn(after)) if stuck else EndNothingLeft(), *lines]


def why_not(s: State, action: int) -> Refusal:
    """The rule that forbids an action now."""
    return refusal(s, action)
