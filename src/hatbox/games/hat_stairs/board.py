"""The staircase: where everything is drawn (board units, wide and tall)."""

from typing import TYPE_CHECKING

import msgspec

from hatbox.art import Point

if TYPE_CHECKING:
    from hatbox.game import Game


class Layout(msgspec.Struct, frozen=True):
    """Coordinates of one drawing: steps from 1, stone places from 1, the larder door."""

    width: int
    height: int
    dx: float
    dy: float
    floor: int
    steps: list[Point]
    stones: list[Point]
    larder: Point
    parts: list[int]  # the board's four parts end after these steps


def _layout(
    steps: int, size: tuple[int, int], rise: tuple[float, float], first: Point, stones: list[Point]
) -> Layout:
    """Steps that climb from `first`, with the larder at the top."""
    dx, dy = rise
    treads = [Point(first.x + i * dx, first.y - i * dy) for i in range(steps)]
    top = treads[-1]
    larder = Point(top.x + dx / 2 + 70, top.y - dy - 40)
    parts = [steps * quarter // 4 for quarter in (1, 2, 3)]
    return Layout(*size, dx, dy, int(first.y) + 20, treads, stones, larder, parts)


def wide(steps: int) -> Layout:
    """For tables and wide windows: the stones are below the stairs."""
    stones = [Point(620 + 120 * (k % 3), 540 + 110 * (k // 3)) for k in range(6)]
    return _layout(steps, (1000, 760), (740 / steps, 500 / steps), Point(80, 680), stones)


def tall(steps: int) -> Layout:
    """For phones in portrait: steep stairs, with the stones in the free corner."""
    rise = 600 / steps
    stones = [Point(400 + 120 * (k % 3), 690 + 110 * (k // 3)) for k in range(6)]
    return _layout(steps, (780, 900), (rise, rise), Point(50, 840), stones)


def layouts(game: "Game") -> dict[str, Layout]:
    """Both drawings for the chosen number of steps."""
    steps = int(str(game.options["steps"]))
    return {"wide": wide(steps), "tall": tall(steps)}
