"""The castle: where everything is drawn, seen from any side of the table (board units, 1000 by 1000)."""

from math import cos, pi, sin
from typing import TYPE_CHECKING

import msgspec

from hatbox.games.great_hall.track import DARK

if TYPE_CHECKING:
    from hatbox.game import Game

SIZE = 1000
MIDDLE = SIZE / 2
RING, WAVE = 370, 14  # the corridor winds a little
HALL_RADIUS, SEATING, BED_RADIUS = 196, 120, 452
BRIDGE = (345, 309, 273, 237)  # stepping stones between a start field and the hall; they are not fields


class Point(msgspec.Struct, frozen=True):
    """A point on the drawing; `turn` is in degrees, where it matters."""

    x: float
    y: float
    turn: float = 0.0


class Layout(msgspec.Struct, frozen=True):
    """Coordinates of one drawing; lists per house are indexed by house number."""

    size: int
    fields: list[Point]
    starts: list[int]
    darks: list[int]
    bridges: list[list[Point]]
    hall: list[list[Point]]  # four seats of each house
    dormitories: list[list[Point]]  # four beds of each house
    caretaker: Point  # where he waits


def at(radius: float, angle: float) -> Point:
    """A point on a circle around the middle; angle 0 is at the bottom, and angles grow clockwise."""
    x, y = MIDDLE - radius * sin(angle), MIDDLE + radius * cos(angle)
    return Point(round(x, 1), round(y, 1), round(angle * 180 / pi % 360, 1))


def layout(track: int, house: int = 0) -> Layout:
    """The board for a track of this length, with the given house at the bottom."""
    first = -house * pi / 2
    angles = [first + 2 * pi * field / track for field in range(track)]
    sides = [first + side * pi / 2 for side in range(4)]
    return Layout(
        size=SIZE,
        fields=[at(RING + WAVE * cos(8 * angle), angle) for angle in angles],
        starts=[side * track // 4 for side in range(4)],
        darks=[side * track // 4 + DARK for side in range(4)],
        bridges=[[at(radius, side) for radius in BRIDGE] for side in sides],
        hall=[[at(SEATING, side + (j - 1.5) * 0.35) for j in range(4)] for side in sides],
        dormitories=[[at(BED_RADIUS, side + (j - 1.5) * 0.125) for j in range(4)] for side in sides],
        caretaker=Point(MIDDLE, MIDDLE),
    )


def layouts(game: "Game") -> dict[str, Layout]:
    """The board as the table sends it, with house 0 at the bottom; a browser turns it for its own seat."""
    board = layout(int(str(game.options["track_len"])))
    return {"wide": board, "tall": board}
