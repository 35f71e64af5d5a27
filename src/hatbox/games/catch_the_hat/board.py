"""The two sides of the board: which fields touch, where a roll can lead, and where everything is drawn.

Both are wheels: a ring, one spoke for each home, a centre. Fields are numbered ring, spokes, centre, homes.
"""

from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from hatbox.game import Game

FOUR, SIX_HOMES = 0, 1  # the sides
SIDES = (FOUR, SIX_HOMES)
HOMES, RING, SPOKE = (4, 6), (52, 36), (6, 5)  # by side; SPOKE: fields of one spoke
MOST_HOMES = 6
FIELDS = 81  # of the larger side
LAST_FIELD = FIELDS - 1
FARTHEST = 6  # the highest roll
FAR = 99  # more than any roll
MOST_WAYS = (
    7  # destinations of a plain hat: the centre and the rest fields of the six-home side have the most
)
HATS_BY_OPTION = ((6, 3, 4, 5, 6), (4, 3, 4, 5, 6))  # by side and option `hats`
HOMES_IN_USE = {  # CH-04, option `board`: side and players → the home of each seat
    (FOUR, 2): (0, 2),
    (FOUR, 3): (0, 1, 2),
    (FOUR, 4): (0, 1, 2, 3),
    (SIX_HOMES, 2): (0, 3),
    (SIX_HOMES, 3): (0, 2, 4),
    (SIX_HOMES, 4): (0, 1, 3, 4),
    (SIX_HOMES, 5): (0, 1, 2, 3, 4),
    (SIX_HOMES, 6): (0, 1, 2, 3, 4, 5),
}


def side_of(players: int, board: int) -> int:
    """CH-01, CH-02: four homes for up to four players, unless the option `board` says six."""
    return SIX_HOMES if players > 4 or board else FOUR


def junction(side: int, home: int) -> int:
    """The ring field that touches a home."""
    return home * (RING[side] // HOMES[side])


def spoke_field(side: int, home: int, j: int) -> int:
    """Field `j` of a home's spoke, counted from the ring."""
    return RING[side] + home * SPOKE[side] + j


def centre(side: int) -> int:
    """The ordinary yellow field where all spokes meet."""
    return RING[side] + HOMES[side] * SPOKE[side]


def home_field(side: int, home: int) -> int:
    """The field of a home."""
    return centre(side) + 1 + home


def size(side: int) -> int:
    """How many fields there are, homes included."""
    return centre(side) + 1 + HOMES[side]


def is_home(side: int, field: int) -> bool:
    """Whether a field is a home, used or not."""
    return field > centre(side)


# ---- walks -----------------------------------------------------------------------------------------------------


def _touching(side: int) -> list[list[int]]:
    """The fields that touch each field, in order."""
    edges = [(i, (i + 1) % RING[side]) for i in range(RING[side])]
    for home in range(HOMES[side]):
        spoke = [spoke_field(side, home, j) for j in range(SPOKE[side])]
        edges += pairwise([home_field(side, home), junction(side, home), *spoke, centre(side)])
    found: list[list[int]] = [[] for _ in range(size(side))]
    for a, b in edges:
        found[a].append(b)
        found[b].append(a)
    return [sorted(fields) for fields in found]


TOUCHING = tuple(_touching(side) for side in SIDES)


def walks(side: int, start: int, steps: int, previous: int = -1) -> list[list[int]]:
    """CH-07, CH-11: all walks along the track without turning back, field by field."""
    if steps == 0:
        return [[]]
    nexts = [field for field in TOUCHING[side][start] if field != previous and not is_home(side, field)]
    return [[field, *rest] for field in nexts for rest in walks(side, field, steps - 1, start)]


def way_along_track(side: int, start: int, steps: int, end: int) -> list[int] | None:
    """The only walk along the track with this many steps that ends at `end` (CH-R04), or None."""
    if steps < 1:
        return None
    return next((walk for walk in walks(side, start, steps) if walk[-1] == end), None)


def way_home(side: int, start: int, home: int) -> list[int] | None:
    """The only path from a field into a home within one roll (CH-R04), or None."""
    door = junction(side, home)
    for steps in range(FARTHEST):
        for walk in walks(side, start, steps):
            if [start, *walk][-1] == door:
                return [*walk, home_field(side, home)]
    return None


# ---- tables for the rules --------------------------------------------------------------------------------------


def _frozen(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Make a table read-only, so that compiled code can treat it as a constant."""
    table.flags.writeable = False
    return table


def _by_field(shape: tuple[int, ...], empty: int, rows: dict[Any, Any]) -> npt.NDArray[np.int8]:
    """Build a table by side and field; each row fills its cells from the start."""
    table = np.full((2, FIELDS, *shape), empty, np.int8)
    for place, row in rows.items():
        table[place][..., : len(row)] = row
    return _frozen(table)


_PLACES = [(side, field) for side in SIDES for field in range(size(side))]
_ENDS = {
    (side, field, pips): [walk[-1] for walk in walks(side, field, pips)]
    for side, field in _PLACES
    for pips in range(1, FARTHEST + 1)
}
_REST = [{end for home in range(HOMES[k]) for end in _ENDS[k, junction(k, home), 3]} for k in SIDES]


def _turned(side: int, home: int, field: int) -> int:
    """The number a field gets when the wheel is turned so that `home` becomes home 0."""
    if field < RING[side]:
        return (field - junction(side, home)) % RING[side]
    if field == centre(side):
        return field
    if is_home(side, field):
        return home_field(side, (field - home_field(side, home)) % HOMES[side])
    return RING[side] + (field - spoke_field(side, home, 0)) % (HOMES[side] * SPOKE[side])


GREY = _frozen(np.array([[field in _REST[side] for field in range(FIELDS)] for side in SIDES]))
CENTRE = _frozen(np.array([centre(side) for side in SIDES], np.int8))
WAYS = _by_field((FARTHEST + 1, MOST_WAYS), -1, _ENDS)  # by pips: where a walk along the track ends
WAY_COUNT = _frozen((WAYS >= 0).sum(axis=-1).astype(np.int8))
NEIGHBOURS = _frozen(  # int64 like the other numbers of the rules, because the golden walk recurses with them
    _by_field((MOST_HOMES,), -1, {(k, field): TOUCHING[k][field] for k, field in _PLACES}).astype(np.int64)
)
DEGREE = _frozen((NEIGHBOURS >= 0).sum(axis=-1))
STEPS_HOME = _by_field(  # by home: steps from a field into it, FAR if no roll is enough
    (MOST_HOMES,),
    FAR,
    {(k, f): [len(way_home(k, f, home) or range(FAR)) for home in range(HOMES[k])] for k, f in _PLACES},
)
TURNED = _by_field(  # by home: the field as seen from there
    (MOST_HOMES,), -1, {(k, f): [_turned(k, home, f) for home in range(HOMES[k])] for k, f in _PLACES}
)
SEAT_HOME = np.full((2, 7, MOST_HOMES), -1, np.int8)  # by side, players and seat
for (_side, _players), _homes in HOMES_IN_USE.items():
    SEAT_HOME[_side, _players, : len(_homes)] = _homes
_frozen(SEAT_HOME)
HATS_EACH = _frozen(np.array(HATS_BY_OPTION, np.int8))


# ---- drawing ---------------------------------------------------------------------------------------------------


Kind = Literal["ring", "spoke", "centre", "home"]


class Spot(msgspec.Struct, frozen=True):
    """One field on the drawing: its centre, its rotation (clockwise, in degrees) and its kind."""

    x: float
    y: float
    angle: float
    kind: Kind
    grey: bool
    touches: list[int]


class Layout(msgspec.Struct, frozen=True):
    """A side of the board on a square canvas, turned for one viewer."""

    size: int
    homes: Literal[4, 6]
    fields: list[Spot]
    ring: tuple[float, float]  # inner and outer radius
    pitch: float  # degrees from one ring field to the next
    spoke: tuple[float, float]  # width and depth of a spoke field
    centre: float  # from the middle of the centre to its edge
    home: float  # radius of a home


_CANVAS = 1000
_RADII = (
    (447.0, 356.0, 53.2, 581.0),
    (330.0, 271.6, 44.8, 432.0),
)  # ring, first of a spoke, spoke step, home
_FIRST_HOME = (-45.0, 0.0)  # direction of home 0, clockwise from the top
_OWN_HOME = (225.0, 180.0)  # the viewer's home is bottom left, or at the bottom


def _polar(side: int, field: int) -> tuple[Kind, float, float]:
    """Kind, radius and direction of a field on the unrotated board."""
    ring, spoke, step, outside = _RADII[side]
    turn = 360 / HOMES[side]
    if field < RING[side]:
        return "ring", ring, _FIRST_HOME[side] + field * 360 / RING[side]
    if field == centre(side):
        return "centre", 0.0, _FIRST_HOME[side]
    if is_home(side, field):
        return "home", outside, _FIRST_HOME[side] + turn * (field - home_field(side, 0))
    home, j = divmod(field - RING[side], SPOKE[side])
    return "spoke", spoke - step * j, _FIRST_HOME[side] + turn * home


def _spot(side: int, field: int, turn: float) -> Spot:
    """One field, with the whole board rotated by `turn` degrees."""
    kind, radius, angle = _polar(side, field)
    theta = radians(angle + turn)
    x, y = _CANVAS / 2 + radius * sin(theta), _CANVAS / 2 - radius * cos(theta)
    grey = bool(GREY[side, field])
    return Spot(round(x, 1), round(y, 1), round((angle + turn) % 360, 1), kind, grey, TOUCHING[side][field])


def plan(side: int) -> Layout:
    """The unrotated board: home 0 is at the top left, or at the top with six homes."""
    return _laid_out(side, 0.0)


def layout(side: int, home: int) -> Layout:
    """The board as seen by the player of a home."""
    return _laid_out(side, _OWN_HOME[side] - _FIRST_HOME[side] - home * 360 / HOMES[side])


def layouts(game: "Game") -> dict[str, Layout]:
    """The side in use, unrotated; the browser turns the board for its viewer."""
    return {"wide": plan(side_of(game.players, game.options["board"] == 6))}


def _laid_out(side: int, turn: float) -> Layout:
    """Build a layout; both boards have the same parts in different sizes."""
    fields = [_spot(side, field, turn) for field in range(size(side))]
    pitch = 360 / RING[side]
    if side == FOUR:
        return Layout(_CANVAS, 4, fields, (399.0, 495.0), pitch, (122.0, 50.0), 59.0, 80.0)
    return Layout(_CANVAS, 6, fields, (294.0, 366.0), pitch, (76.0, 43.0), 65.0, 62.0)
