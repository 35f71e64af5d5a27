"""The staircase as a picture, drawn from a view."""

from hatbox.art import SEAT_COLOURS, picture, piece
from hatbox.games.hat_stairs.board import Layout, wide
from hatbox.games.hat_stairs.view import View

FIGURE = 50.0  # width of an apprentice
NUMERAL = 'font-family="Vollkorn,Georgia,serif" font-weight="800"'
LINE = 'stroke="var(--piece-line)" stroke-width="2.4"'
STANDING = ((-0.22, 0.0), (0.22, 0.0), (-0.22, -0.5), (0.22, -0.5))  # up to four on one tread, in units of dx


def svg(view: View) -> str:
    """The board with everything that this viewer may see."""
    board = wide(view.steps)
    parts = [
        _room(board),
        _stairs(board),
        _hat_field(board, view),
        _stones(board, view),
        _figures(board, view),
    ]
    return picture(board.width, board.height, "Hat Stairs", "".join(parts))


def _room(board: Layout) -> str:
    """The striped wall and the floor."""
    stripes = "".join(
        f'<rect x="{x}" width="25" height="{board.height}" fill="var(--board-2)" opacity=".35"/>'
        for x in range(0, board.width, 50)
    )
    floor = f'<rect y="{board.floor}" width="{board.width}" height="{board.height}" fill="var(--board-3)" {LINE}/>'
    wall = f'<rect width="{board.width}" height="{board.height}" fill="var(--board)"/>'
    return wall + stripes + floor


def _stairs(board: Layout) -> str:
    """Risers, treads and numbers, and the landing with the larder."""
    dx, out = board.dx, []
    top = board.steps[-1].y - board.dy
    left = board.steps[-1].x + dx / 2
    out.append(
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{board.width - left:.1f}" height="{board.floor - top:.1f}" '
        f'fill="var(--board-2)" {LINE}/>'
    )
    for number, tread in enumerate(board.steps, start=1):
        x, y = tread.x - dx / 2, tread.y
        deep = board.floor - y
        tone = "field" if number % 2 else "board"
        out.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{dx + 1:.1f}" height="{deep:.1f}" fill="var(--board-2)"/>'
        )
        riser = f'x="{x:.1f}" y="{y:.1f}" width="{dx:.1f}" height="{min(board.dy, deep):.1f}"'
        out.append(f'<rect {riser} fill="var(--{tone})" {LINE}/>')
        out.append(
            f'<rect x="{x - 4:.1f}" y="{y:.1f}" width="{dx + 8:.1f}" height="10" rx="4" fill="var(--wood)" {LINE}/>'
        )
        middle = f'x="{tread.x:.1f}" y="{y + (33 if deep > board.dy else 44):.1f}" text-anchor="middle"'
        out.append(f'<text {middle} {NUMERAL} font-size="22" fill="var(--ink-soft)">{number}</text>')
    out.append(piece("larder", board.larder.x, top - 78, 120))
    return "".join(out)


def _hat_field(board: Layout, view: View) -> str:
    """A star on the tread, and the hat while nobody wears it."""
    tread = board.steps[view.hat_step - 1]
    middle = f'x="{tread.x:.1f}" y="{tread.y + 62:.1f}" text-anchor="middle"'
    star = f'<text {middle} font-size="26" fill="var(--gold)" {LINE}>★</text>'
    return star + (piece("magic-hat", tread.x, tread.y - 28, FIGURE) if view.hat < 0 else "")


def _stones(board: Layout, view: View) -> str:
    """Six guardian stones; the open one shows its dots, and the memory aid adds a small note."""
    out = []
    for place, point in enumerate(board.stones):
        value, note = view.stones[place], view.noted[place]
        out.append(piece(f"stone-{value}" if value else "stone-back", point.x, point.y, 96))
        if note and not value:
            out.append(f'<circle cx="{point.x + 36}" cy="{point.y - 36}" r="16" fill="var(--paper)" {LINE}/>')
            middle = f'x="{point.x + 36}" y="{point.y - 29}" text-anchor="middle"'
            out.append(f'<text {middle} {NUMERAL} font-size="20" fill="var(--ink)">{note}</text>')
    return "".join(out)


def _figures(board: Layout, view: View) -> str:
    """The apprentices, back to front, the wearer with the hat on."""
    out, company = [], dict.fromkeys(range(view.steps + 2), 0)
    for seat, field in enumerate(view.step):
        across, up = STANDING[company[field]] if view.step.count(field) > 1 else (0.0, 0.0)
        company[field] += 1
        foot = board.steps[field - 1] if field <= view.steps else board.larder
        x, y = foot.x + across * board.dx, foot.y + 4 + up * board.dx
        figure = piece(f"apprentice-{SEAT_COLOURS[seat]}", x, y - 0.6 * FIGURE, FIGURE)
        hat = piece("magic-hat", x, y - 1.45 * FIGURE, 0.8 * FIGURE) if view.hat == seat else ""
        out.append((y, figure + hat))
    return "".join(drawn for _, drawn in sorted(out))
