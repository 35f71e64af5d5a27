"""The two sides of the board: which fields touch, where a roll can lead, and where everything is drawn.

Both are wheels: a ring, one spoke for each home, a centre. Fields are numbered ring, spokes, centre, homes.
"""

from itertools import pairwise

import msgspec
import numpy as np

FOUR, SIX_HOMES = 0, 1  # the sides
HOMES, RING, SPOKE = (4, 6), (52, 36), (6, 5)  # by side; SPOKE: fields of one spoke
FIELDS = 81  # of the larger side
LAST_FIELD = FIELDS - 1
FARTHEST = 6  # the highest roll
FAR = 99  # more than any roll
MOST_WAYS = 7  # destinations of a plain hat: the centre of the six-home side has the most


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


# ---- topology ----------------------------------------------------------------------------------------------


def _neighbours(side: int) -> list[list[int]]:
    """The fields that touch each field, in order."""
    ring = RING[side]
    edges = [(i, (i + 1) % ring) for i in range(ring)]
    for home in range(HOMES[side]):
        spoke = [spoke_field(side, home, j) for j in range(SPOKE[side])]
        edges += pairwise([home_field(side, home), junction(side, home), *spoke, centre(side)])
    touching: list[list[int]] = [[] for _ in range(size(side))]
    for a, b in edges:
        touching[a].append(b)
        touching[b].append(a)
    return [sorted(fields) for fields in touching]


TOUCHING = (_neighbours(FOUR), _neighbours(SIX_HOMES))


def is_home(side: int, field: int) -> bool:
    """Whether a field is a home, used or not."""
    return field > centre(side)


def walks(side: int, start: int, steps: int, previous: int = -1) -> list[list[int]]:
    """CH-07, CH-11: all walks along the track without turning back, field by field."""
    if steps == 0:
        return [[]]
    nexts = [field for field in TOUCHING[side][start] if field != previous and not is_home(side, field)]
    return [[field, *rest] for field in nexts for rest in walks(side, field, steps - 1, start)]


def way_to_home(side: int, start: int, home: int) -> list[int]:
    """The shortest way from a field into a home, which no roll can vary (CH-R04)."""
    for steps in range(size(side)):
        for walk in walks(side, start, steps):
            if [start, *walk][-1] == junction(side, home):
                return [*walk, home_field(side, home)]
    raise AssertionError


def _grey(side: int) -> list[int]:
    """The rest fields: three steps from a junction in every direction."""
    return [walk[-1] for home in range(HOMES[side]) for walk in walks(side, junction(side, home), 3)]


def _table(shape: tuple[int, ...], empty: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """An empty table for both sides."""
    return np.full((2, *shape), empty, np.int8)


GREY = _table((FIELDS,), 0)  # 1: a rest field
CENTRE = np.array([centre(FOUR), centre(SIX_HOMES)], np.int8)
NEIGHBOURS = _table((FIELDS, max(HOMES)), -1).astype(np.int64)  # as wide as the rules' own numbers: they recurse
DEGREE = _table((FIELDS,), 0)
WAYS = _table((FIELDS, FARTHEST + 1, MOST_WAYS), -1)  # destinations without entering a home
WAY_COUNT = _table((FIELDS, FARTHEST + 1), 0)
STEPS_HOME = _table((FIELDS, max(HOMES)), FAR)  # steps from a field into a home, where a roll can do it

for _side in (FOUR, SIX_HOMES):
    GREY[_side, _grey(_side)] = 1
    for _field in range(size(_side)):
        _near = TOUCHING[_side][_field]
        DEGREE[_side, _field] = len(_near)
        NEIGHBOURS[_side, _field, : len(_near)] = _near
        for _pips in range(1, FARTHEST + 1):
            _ends = [walk[-1] for walk in walks(_side, _field, _pips)]
            WAY_COUNT[_side, _field, _pips] = len(_ends)
            WAYS[_side, _field, _pips, : len(_ends)] = _ends
    for _home in range(HOMES[_side]):
        STEPS_HOME[_side, junction(_side, _home), _home] = 1
        for _pips in range(1, FARTHEST):
            for _end in walks(_side, junction(_side, _home), _pips):
                STEPS_HOME[_side, _end[-1], _home] = _pips + 1

_HOMES_IN_USE = {  # CH-04: side, players → the home of each seat
    FOUR: {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)},
    SIX_HOMES: {
        2: (0, 3),
        3: (0, 2, 4),
        4: (0, 1, 3, 4),
        5: (0, 1, 2, 3, 4),
        6: (0, 1, 2, 3, 4, 5),
    },
}
SEAT_HOME = _table((7, max(HOMES)), -1)
for _side, _by_players in _HOMES_IN_USE.items():
    for _players, _homes in _by_players.items():
        SEAT_HOME[_side, _players, : len(_homes)] = _homes

HATS_EACH = np.array([[6, 3, 4, 5, 6], [4, 3, 4, 5, 6]], np.int8)  # by side and option `hats`

for _frozen in (GREY, CENTRE, NEIGHBOURS, DEGREE, WAYS, WAY_COUNT, STEPS_HOME, SEAT_HOME, HATS_EACH):
    _frozen.flags.writeable = False
