"""The hexagon as a picture, drawn from a view: colour, icon and pips on every disc, hats as pointed cones."""

from hatbox.art import Point, picture, piece
from hatbox.games.magic_hexagon.board import CELLS, DISC, HEIGHT, SPACING, WIDTH, Layout, layout
from hatbox.games.magic_hexagon.state import BLACK_DISC, HATS, HOLE, LAYOUTS, colour_of, kind_of, symbol_of
from hatbox.games.magic_hexagon.view import View

ELEMENTS = ("fire", "water", "earth", "air")
ICON, HOLE_SIZE, HAT = 49.0, 80.0, 66.0  # widths
RIM = 0.976  # how much smaller the inner hexagon is
ICON_RISE, HAT_RISE, FOOT = 3.9, 17.5, 21.0  # above and below the centre of a disc


def svg(view: View) -> str:
    """The whole board."""
    board = layout(LAYOUTS.index(view.layout))
    discs = "".join(_disc(view.board[cell], board.cells[cell]) for cell in range(CELLS))
    return picture(
        WIDTH, HEIGHT, "Magic Hexagon", _ground(board) + discs + _marks(view, board) + _hats(view, board)
    )


def _ground(board: Layout) -> str:
    """The board itself, with a paler rim."""
    points = " ".join(f"{corner.x},{corner.y}" for corner in board.corners)
    left, top = WIDTH / 2 * (1 - RIM), HEIGHT / 2 * (1 - RIM)
    inner = f'transform="translate({left:.1f} {top:.1f}) scale({RIM})"'
    line = 'stroke="var(--piece-line)" stroke-width="3" stroke-linejoin="round"'
    return (
        f'<polygon points="{points}" fill="var(--board)" {line}/>'
        f'<polygon points="{points}" {inner} fill="var(--board-2)" opacity=".55"/>'
    )


def _disc(face: int, at: Point) -> str:
    """A disc with its colour, its icon and 1 to 3 pips; a faint ring for a hole."""
    if face == HOLE:
        return piece("hole", at.x, at.y, HOLE_SIZE)
    if face == BLACK_DISC:
        return piece("disc-black", at.x, at.y, DISC)
    return (
        piece(f"disc-{ELEMENTS[colour_of(face)]}", at.x, at.y, DISC)
        + piece(f"sym-{symbol_of(face)}", at.x, at.y - ICON_RISE, ICON)
        + piece(f"pips-{kind_of(face) + 1}", at.x, at.y, DISC)
    )


def _marks(view: View, board: Layout) -> str:
    """A dashed ring under the hat that hypnosis has named."""
    if view.named < 0:
        return ""
    at = board.cells[view.hats[view.named]]
    ring = 'fill="none" stroke="var(--accent)" stroke-width="6" stroke-dasharray="12 8"'
    return f'<circle cx="{at.x}" cy="{at.y}" r="{SPACING / 2:.1f}" {ring}/>'


def _hats(view: View, board: Layout) -> str:
    """The hats, back to front, so that the disc's edge stays visible."""
    out = []
    for hat in sorted(range(HATS), key=lambda hat: board.cells[view.hats[hat]].y):
        at = board.cells[view.hats[hat]]
        shadow = (
            f'<ellipse cx="{at.x}" cy="{at.y + FOOT:.1f}" rx="30.4" ry="8.6" fill="#2b1b10" opacity=".22"/>'
        )
        out.append(shadow + piece(f"wizard-{ELEMENTS[hat]}", at.x, at.y - HAT_RISE, HAT))
    return "".join(out)
