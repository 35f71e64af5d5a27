"""The circle of hats: pairs and deals as tables, and where everything is drawn (board units, wide and tall)."""

from itertools import combinations, permutations
from math import cos, radians, sin
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from hatbox.art import Point
from hatbox.engine.record import Int8s
from hatbox.games.vanished_animal.state import ANIMALS, HATS, PAIRS, PLACES

if TYPE_CHECKING:
    from hatbox.game import Game

DEALS: Int8s = np.array(list(permutations(range(ANIMALS), HATS)), np.int8)  # VA-06: the 720 possible deals
PAIR: Int8s = np.array(list(combinations(range(PLACES), 2)), np.int8)  # in action order
assert len(PAIR) == PAIRS
DEALS.setflags(write=False)
PAIR.setflags(write=False)

RADIUS = 210
TOKENS = 4


class Layout(msgspec.Struct, frozen=True):
    """Coordinates of one drawing: five places clockwise from the top, the box, cards, tokens, the wand."""

    width: int
    height: int
    centre: Point
    places: list[Point]
    box: Point
    cards: list[Point]
    tokens: list[Point]
    wand: Point
    card: int  # width of a card
    hatbox: int  # width of the box


def _circle(centre: Point) -> list[Point]:
    """Five places, the first at the top."""
    angles = [radians(72 * place) for place in range(PLACES)]
    return [Point(centre.x + RADIUS * sin(a), centre.y - RADIUS * cos(a)) for a in angles]


def _tokens(x: float, y: float) -> list[Point]:
    """Two rows of two hat tokens."""
    return [Point(x + 60 * (t % 2), y + 70 * (t // 2)) for t in range(TOKENS)]


def wide() -> Layout:
    """For tables and wide windows: the cards are in a row below."""
    centre = Point(400, 360)
    cards = [Point(120 + 150 * a, 680) for a in range(ANIMALS)]
    tokens = _tokens(820, 400)
    return Layout(
        1000, 760, centre, _circle(centre), Point(850, 200), cards, tokens, Point(850, 560), 98, 160
    )


def tall() -> Layout:
    """For phones in portrait: the cards are in two rows of three."""
    centre = Point(300, 366)
    cards = [Point(136 + 244 * (a % 3), 722 + 146 * (a // 3)) for a in range(ANIMALS)]
    tokens = _tokens(634, 420)
    return Layout(
        760, 952, centre, _circle(centre), Point(664, 178), cards, tokens, Point(664, 590), 112, 132
    )


def layouts(game: "Game") -> dict[str, Layout]:
    """Both drawings, the same in every game."""
    return {"wide": wide(), "tall": tall()}
