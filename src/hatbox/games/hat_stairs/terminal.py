"""The staircase as characters."""

from collections.abc import Sequence

from hatbox.games.hat_stairs.view import View

WIDTH = 5  # characters per step


def text(view: View, names: Sequence[str]) -> str:
    """Stairs that climb to the right, the stones in a row below; the wearer is marked with ▲."""
    lines = [_step_line(view, field, names) for field in range(view.steps + 1, 0, -1)]
    return "\n".join([*lines, "", "stones  " + "  ".join(_stone(view, place) for place in range(6))])


def _step_line(view: View, field: int, names: Sequence[str]) -> str:
    """One step with the players on it."""
    who = [_figure(view, seat, names) for seat in range(view.players) if view.step[seat] == field]
    if view.hat < 0 and field == view.hat_step:
        who.append("▲ the hat")
    label = "larder" if field > view.steps else f"{field:2}"
    tread = "▀" * WIDTH if field <= view.steps else "▛▀▀▀▜"
    return f"{' ' * (2 * (field - 1))}{tread} {label}  {'  '.join(who)}".rstrip()


def _figure(view: View, seat: int, names: Sequence[str]) -> str:
    """A player's letter and name, with the hat."""
    return f"{'▲' if view.hat == seat else ''}{'ABCD'[seat]} {names[seat]}"


def _stone(view: View, place: int) -> str:
    """`3:▢` face down, `3:[5]` open, `3:(5)` noted by the memory aid."""
    if view.stones[place]:
        return f"{place + 1}:[{view.stones[place]}]"
    return f"{place + 1}:({view.noted[place]})" if view.noted[place] else f"{place + 1}:▢"
