"""The board as a picture, drawn from a view."""

from math import pi

from hatbox.art import SEAT_COLOURS, picture, piece
from hatbox.games.great_hall.board import HALL_RADIUS, MIDDLE, SIZE, Layout, Point, at, layout
from hatbox.games.great_hall.state import DORMITORY, HALL
from hatbox.games.great_hall.view import View

LINE = 'stroke="var(--piece-line)"'
WOOD, PAPER = "var(--wood)", "var(--paper)"
PAINT = ("#C4283C", "#2858A8", "#6CBF6E", "#F6C62F")
INK = ("#FFFFFF", "#FFFFFF", "#1F2A1C", "#33260A")
SOFT = ("#F5D5D6", "#D3DEF0", "#DDF0DA", "#FCEFC6")
MARKS = ("heart", "square", "triangle", "star")
SYMBOLS = {
    "2": "gh-2", "3": "gh-3", "5": "gh-5", "6": "gh-6", "4_back": "gh-pm4", "7": "gh-7", "start_9": "gh-s9",
    "start_1_8": "gh-s18", "swap": "gh-swap", "joker": "gh-joker",
}  # fmt: skip
FIELD, WALKER, SLEEPER, GUEST = 20.5, 54.0, 46.0, 42.0  # radius of a field, widths of figures
HAND_HEIGHT, CARD = 180, 104
LANTERN = (
    '<path d="M-4.5-9A4.5 4.5 0 0 1 4.5-9" fill="none" stroke="#FFF9EC" stroke-width="2.2"/>'
    '<path d="M-8-5L-5-9H5L8-5Z" fill="#FFF9EC"/><rect x="-7" y="-5" width="14" height="14" rx="2" fill="#FFE39A"/>'
    '<path d="M0-3C3 1 4.5 3.5 0 7.5-4.5 3.5-3 1 0-3Z" fill="#E0702A"/>'
    '<rect x="-9" y="9" width="18" height="3.5" rx="1.5" fill="#FFF9EC"/>'
)
SHIELD = (
    f'<path d="M0-13L12-9C12 3 8 10 0 15-8 10-12 3-12-9Z" fill="var(--paper)" {LINE} stroke-width="2.5"/>'
    '<path d="M-5 0L-1 5 6-5" fill="none" stroke="#2F7A4B" stroke-width="3.5" stroke-linecap="round"/>'
)


def svg(view: View) -> str:
    """The board with everything that this viewer may see, the viewer's house at the bottom."""
    board = layout(view.track, view.houses[max(view.seat, 0)])
    parts = [
        _ground(board, view),
        _hall(board),
        _track(board, view),
        _beds(board, view),
        _figures(board, view),
    ]
    parts += [_corners(view), _hand(view)]
    return picture(SIZE, SIZE + (HAND_HEIGHT if view.hand else 0), "Great Hall", "".join(parts))


def _circle(point: Point, radius: float, fill: str, width: float = 2.5) -> str:
    return f'<circle cx="{point.x}" cy="{point.y}" r="{radius}" fill="{fill}" {LINE} stroke-width="{width}"/>'


def _text(x: float, y: float, size: int, words: str, fill: str = "var(--ink)") -> str:
    font = f'font-size="{size}" font-weight="800" font-family="Vollkorn,Georgia,serif"'
    return f'<text x="{x}" y="{y}" text-anchor="middle" {font} fill="{fill}">{words}</text>'


def _board(x: int, y: int, width: int, height: int, fill: str) -> str:
    box = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="6"'
    return f'<rect {box} fill="{fill}" {LINE} stroke-width="2.2"/>'


def _ground(board: Layout, view: View) -> str:
    """The round board with a quarter for each house, and the corridor."""
    out = [_circle(Point(MIDDLE, MIDDLE), 497, "var(--board)", 3)]
    for house, soft in enumerate(SOFT):
        side = board.bridges[house][0].turn * pi / 180
        a, b = at(494, side - pi / 4), at(494, side + pi / 4)
        wedge = f"M{MIDDLE} {MIDDLE}L{a.x} {a.y}A494 494 0 0 1 {b.x} {b.y}Z"
        out.append(f'<path d="{wedge}" fill="{soft}" opacity="{0.55 if house in view.houses else 0.15}"/>')
    corridor = " ".join(f"{point.x},{point.y}" for point in board.fields)
    for paint, width in (("var(--piece-line)", 64), ("var(--board-2)", 58)):
        pen = f'fill="none" stroke="{paint}" stroke-width="{width}" stroke-linejoin="round"'
        out.append(f'<polygon points="{corridor}" {pen}/>')
    return "".join(out)


def _hall(board: Layout) -> str:
    """The octagon in the middle, its four corners, and the bridges that lead in."""
    out = []
    for house, stones in enumerate(board.bridges):
        a, b = stones[0], at(HALL_RADIUS, stones[0].turn * pi / 180)
        for paint, width in (("var(--piece-line)", 50), (PAINT[house], 44)):
            out.append(f'<path d="M{a.x} {a.y}L{b.x} {b.y}" stroke="{paint}" stroke-width="{width}"/>')
        for stone in stones[1:]:
            place = f"translate({stone.x} {stone.y}) rotate({stone.turn})"
            pen = f'stroke="{INK[house]}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
            out.append(f'<g transform="{place}"><path d="M-9 7L0-3 9 7" fill="none" {pen}/></g>')
    corners = [at(HALL_RADIUS + 20, (k + 0.5) * pi / 4) for k in range(8)]
    outline = " ".join(f"{corner.x},{corner.y}" for corner in corners)
    out.append(f'<polygon points="{outline}" fill="var(--field)" {LINE} stroke-width="4"/>')
    for house, seats in enumerate(board.hall):
        out += [_circle(seat, 20, SOFT[house], 2) for seat in seats]
    out.append(_circle(board.caretaker, 46, "var(--board-2)", 2.2))
    return "".join(out)


def _track(board: Layout, view: View) -> str:
    """Fields with their numbers, start fields in house colours, lanterns on the dark fields."""
    out = []
    for field, point in enumerate(board.fields):
        if field in board.starts:
            house = board.starts.index(field)
            out.append(_circle(point, 25, PAINT[house], 3))
            mark = f'<use href="#mark-{MARKS[house]}" x="{point.x - 12}" y="{point.y - 12}" width="24" height="24"/>'
            out.append(f'<g style="--ci:{INK[house]}">{mark}</g>')
        elif field in board.darks:
            out.append(_circle(point, 21, "#2E2935"))
            out.append(f'<g transform="translate({point.x} {point.y + 2})">{LANTERN}</g>')
        else:
            out.append(_circle(point, FIELD, "var(--field)", 2))
            out.append(_text(point.x, point.y + 5, 14, str(field), "var(--ink-soft)"))
    if view.piece >= 0:
        chosen = board.fields[view.piece]
        ring = 'fill="var(--turn)" opacity=".8"'
        out.append(f'<circle cx="{chosen.x}" cy="{chosen.y}" r="30" {ring}/>')
    return "".join(out)


def _beds(board: Layout, view: View) -> str:
    """Four beds per house; unused ones are pale."""
    out = []
    for house, beds in enumerate(board.dormitories):
        for number, bed in enumerate(beds):
            used = number < len(view.figures[house])
            place = (
                f'transform="translate({bed.x} {bed.y}) rotate({bed.turn})" opacity="{1 if used else 0.3}"'
            )
            quilt = _board(-18, -4, 36, 34, PAINT[house])
            out.append(
                f"<g {place}>{_board(-22, -30, 44, 64, WOOD)}{_board(-16, -25, 32, 16, PAPER)}{quilt}</g>"
            )
    return "".join(out)


def _standing(name: str, point: Point, width: float) -> tuple[float, str]:
    """A figure with its shadow, its foot a little below the centre of its place; first its y, to draw back to front."""
    foot = point.y + 0.4 * width
    ellipse = f'cx="{point.x}" cy="{foot:.1f}" rx="{0.46 * width:.1f}" ry="{0.13 * width:.1f}"'
    shadow = f'<ellipse {ellipse} fill="#2b1b10" opacity=".22"/>'
    return point.y, shadow + piece(name, point.x, foot - 0.62 * width, width)


def _figures(board: Layout, view: View) -> str:
    """All figures in bed, on the track and in the hall, a shield on protected ones, and the caretaker."""
    out = []
    for house, places in enumerate(view.figures):
        name, beds, seats = (
            f"sleeper-{SEAT_COLOURS[house]}",
            list(board.dormitories[house]),
            list(board.hall[house]),
        )
        for place in places:
            if place == DORMITORY:
                out.append(_standing(name, beds.pop(0), SLEEPER))
            elif place == HALL:
                out.append(_standing(name, seats.pop(0), GUEST))
            else:
                y, figure = _standing(name, board.fields[place], WALKER)
                safe = place == board.starts[house]
                spot = board.fields[place]
                shield = f'<g transform="translate({spot.x - 26} {spot.y + 4})">{SHIELD}</g>' if safe else ""
                out.append((y, figure + shield))
    spot = board.fields[view.caretaker] if view.caretaker >= 0 else board.caretaker
    out.append(_standing("caretaker", spot, 66.0))
    return "".join(drawn for _, drawn in sorted(out))


def _corners(view: View) -> str:
    """The stack and the discards, with their top card face up, in the free corners."""
    out = [
        _text(70, 60, 30, f"{view.round}."),
        piece("gh-back", 935, 80, 70),
        _text(935, 160, 24, str(view.stock)),
    ]
    if view.discard:
        out.append(_text(935, 985, 24, str(view.discard), "var(--ink-soft)"))
    if view.top:
        out.append(piece(SYMBOLS[view.top], 935, 905, 80))
    if view.seven_left:
        out.append(_text(860, 985, 30, f"{view.seven_left}/7"))
    return "".join(out)


def _hand(view: View) -> str:
    """The viewer's own cards below the board."""
    left = MIDDLE - (len(view.hand) - 1) * (CARD + 14) / 2
    return "".join(
        piece(SYMBOLS[card], left + k * (CARD + 14), SIZE + 88, CARD) for k, card in enumerate(view.hand)
    )
