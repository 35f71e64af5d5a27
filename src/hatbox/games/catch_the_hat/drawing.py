"""The wheel as a picture, drawn from a view and turned for the viewer."""

from math import cos, radians, sin

from hatbox.art import SEAT_COLOURS, picture, piece
from hatbox.games.catch_the_hat.board import FOUR, SIX_HOMES, Layout, Spot, home_field, layout
from hatbox.games.catch_the_hat.view import Piece, View

LINE = 'stroke="var(--piece-line)" stroke-width="2.2"'
FIELD = f'fill="var(--field)" {LINE}'
PRINT = 'text-anchor="middle" font-weight="800" font-family="Vollkorn,Georgia,serif"'
PLAYER = ("#C4283C", "#2858A8", "#6CBF6E", "#F6C62F", "#FBF5E6", "#2E2935")  # by home
MARK = ("mark-heart", "mark-square", "mark-triangle", "mark-star", "mark-round", "mark-cross")
HAT = (60.0, 50.0)  # width of a lone hat, by side
CROWD = 0.72  # size of hats that share a field
RIM_STEP = 0.2  # height of a caught hat's rim, in widths of the top hat
MOST_RIMS = 5  # beyond this, only the badge shows the height
BENCH = "M-13 4H13M-10 4V11M10 4V11M-13 -4H13M-13 4V-8M13 4V-8"
HATCHES = (
    '<defs><pattern id="rest" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="10" height="10" fill="var(--field-rest,#CFC6CF)"/>'
    '<path d="M0 0V10" stroke="var(--ink)" stroke-opacity=".2" stroke-width="3"/></pattern></defs>'
)


def svg(view: View) -> str:
    """The board with everything on it, the viewer's home at the bottom (spectators see it from seat 0)."""
    side = FOUR if view.homes == 4 else SIX_HOMES
    board = layout(side, view.colours[max(view.seat, 0)])
    parts = [HATCHES, _ground(board), _fields(board), _homes(board, view), _marked(board, view)]
    return picture(
        board.size, board.size, "Catch the Hat", "".join([*parts, _pieces(board, view), _die(view)])
    )


# ---- the board ---------------------------------------------------------------------------------------------------


def _ground(board: Layout) -> str:
    """Cardboard, and the disc behind the ring."""
    middle, (inner, outer) = board.size / 2, board.ring
    return (
        f'<rect x="4" y="4" width="{board.size - 8}" height="{board.size - 8}" rx="56" fill="var(--board)" {LINE}/>'
        f'<circle cx="{middle}" cy="{middle}" r="{inner}" fill="var(--board-2)"/>'
        f'<circle cx="{middle}" cy="{middle}" r="{(inner + outer) / 2}" fill="none" stroke="var(--piece-line)" '
        f'stroke-width="{outer - inner + 2}"/>'
    )


def _at(board: Layout, radius: float, angle: float) -> str:
    """A point of the wheel."""
    half, theta = board.size / 2, radians(angle)
    return f"{half + radius * sin(theta):.1f} {half - radius * cos(theta):.1f}"


def _arc(board: Layout, angle: float, inner: float, outer: float) -> str:
    """The outline of a piece of the ring."""
    before, after = angle - board.pitch / 2, angle + board.pitch / 2
    return (
        f"M{_at(board, inner, before)}L{_at(board, outer, before)}A{outer} {outer} 0 0 1 {_at(board, outer, after)}"
        f"L{_at(board, inner, after)}A{inner} {inner} 0 0 0 {_at(board, inner, before)}Z"
    )


def _shape(board: Layout, spot: Spot, style: str) -> str:
    """One field of the track in a given style."""
    if spot.kind == "ring":
        return f'<path d="{_arc(board, spot.angle, *board.ring)}" {style}/>'
    if spot.kind == "centre":
        corners = board.homes
        radius = board.centre / cos(radians(180 / corners))
        turn = spot.angle + 180 / corners
        points = " ".join(_at(board, radius, turn + 360 * k / corners) for k in range(corners))
        return f'<polygon points="{points}" {style}/>'
    width, depth = board.spoke
    box = f'x="{spot.x - width / 2:.1f}" y="{spot.y - depth / 2:.1f}" width="{width}" height="{depth}" rx="5"'
    return f'<rect {box} transform="rotate({spot.angle} {spot.x} {spot.y})" {style}/>'


def _fields(board: Layout) -> str:
    """The track; rest fields are hatched and carry a bench."""
    out = []
    for spot in (spot for spot in board.fields if spot.kind != "home"):
        out.append(_shape(board, spot, f'fill="url(#rest)" {LINE}' if spot.grey else FIELD))
        if spot.grey:
            out.append(
                f'<path d="{BENCH}" transform="translate({spot.x} {spot.y}) rotate({spot.angle})" fill="none" '
                'stroke="var(--ink)" stroke-width="3" stroke-linecap="round" opacity=".75"/>'
            )
    return "".join(out)


def _homes(board: Layout, view: View) -> str:
    """Each home in its colour with its mark and its jail; unused homes are pale (CH-R18)."""
    side = FOUR if board.homes == 4 else SIX_HOMES
    out = []
    for home in range(board.homes):
        spot = board.fields[home_field(side, home)]
        outer = board.ring[1]
        rim = f'<path d="{_arc(board, spot.angle, outer - 13, outer)}" fill="{PLAYER[home]}" {LINE}/>'
        rings = "".join(
            f'<circle cx="{spot.x}" cy="{spot.y}" r="{board.home - less}" fill="{colour}" {LINE}/>'
            for less, colour in ((0, "var(--piece-halo)"), (3, PLAYER[home]), (13, "var(--field)"))
        )
        mark = f'<g style="--ci:{PLAYER[home]}" opacity=".35">{piece(MARK[home], spot.x, spot.y, board.home)}</g>'
        used = home in view.colours
        jail = _jail(board, spot, view, view.colours.index(home)) if used else ""
        out.append(f'<g opacity="{1 if used else 0.3}">{rim}{rings}{mark}</g>{jail}')
    return "".join(out)


def _jail(board: Layout, spot: Spot, view: View, seat: int) -> str:
    """The rims of the hats brought home, one per colour with a count, in the free space beside the home."""
    jailed, (x, y, step) = view.jails[seat], _beside(board, spot)
    out = []
    for k, owner in enumerate(sorted(set(jailed))):
        foot = y + step * k
        out.append(piece(f"rim-{SEAT_COLOURS[view.colours[owner]]}", x, foot, 34))
        out.append(f'<text x="{x + 30:.1f}" y="{foot + 6:.1f}" font-size="18" {PRINT} fill="var(--ink)">')
        out.append(f"{jailed.count(owner)}</text>")
    return "".join(out)


def _beside(board: Layout, spot: Spot) -> tuple[float, float, float]:
    """Where to draw the hats brought home: the position of the first, and the step down to the next."""
    upper, left = spot.y < board.size / 2, spot.x < board.size / 2
    if board.homes == 4:
        return spot.x + (100 if left else -124), 26 if upper else board.size - 26, 24 if upper else -24
    if abs(spot.x - board.size / 2) < board.home:
        return spot.x + board.home + 30, spot.y - 52, 26
    return 24 if left else board.size - 54, spot.y - 52, 26


def _marked(board: Layout, view: View) -> str:
    """The field of the picked piece, and the one that the golden wearer has just left."""
    out = []
    if view.left >= 0 and board.fields[view.left].kind != "home":
        out.append(_shape(board, board.fields[view.left], 'fill="var(--last)" opacity=".6"'))
    for standing in view.pieces:
        if standing.hat == view.picked and board.fields[standing.field].kind != "home":
            style = 'fill="var(--turn)" fill-opacity=".35" stroke="var(--turn)" stroke-width="5"'
            out.append(_shape(board, board.fields[standing.field], style))
    return "".join(out)


# ---- the pieces --------------------------------------------------------------------------------------------------


def _pieces(board: Layout, view: View) -> str:
    """All hats and towers, back to front, and the golden hat on the centre while nobody has it."""
    out = []
    for field, spot in enumerate(board.fields):
        here = [standing for standing in view.pieces if standing.field == field]
        width = HAT[board.homes == 6] * (CROWD if len(here) > 1 else 1.0)
        for standing, (across, down) in zip(here, _standing(board, spot, len(here)), strict=True):
            x, y = spot.x + across * width, spot.y + down * width
            out.append((y, x, _tower(view, standing, x, y, width)))
    if view.golden_field >= 0 and view.golden_holder < 0:
        spot = board.fields[view.golden_field]
        out.append((spot.y, spot.x, _hat("hat-gold", spot.x, spot.y, HAT[board.homes == 6])))
    return "".join(drawn for _, _, drawn in sorted(out))


def _standing(board: Layout, spot: Spot, count: int) -> list[tuple[float, float]]:
    """Where up to six pieces stand on a field, in hat widths: in a row across the track, or in two rows."""
    if count <= 1:
        return [(0.0, 0.0)] * count
    if count <= 3 and spot.kind != "home":
        turn = radians(spot.angle + (90 if spot.kind == "ring" else 0))
        ways = [k - (count - 1) / 2 for k in range(count)]
        return [(0.68 * k * cos(turn), 0.68 * k * sin(turn)) for k in ways]
    columns = 3 if count > 4 else 2
    rows = [range(k, min(k + columns, count)) for k in range(0, count, columns)]
    return [
        (0.8 * (place - row[0] - (len(row) - 1) / 2), 0.9 * (down - (len(rows) - 1) / 2))
        for down, row in enumerate(rows)
        for place in row
    ]


def _hat(name: str, x: float, y: float, width: float) -> str:
    """A hat whose base is a little below a point."""
    return piece(name, x, y - 0.15 * width, width)


def _tower(view: View, standing: Piece, x: float, y: float, width: float) -> str:
    """The rims of the caught hats, the top hat above them and a badge with the height; the title lists the hats."""
    names = [SEAT_COLOURS[view.colours[seat]] for seat in (standing.seat, *standing.captives)]
    rims = names[1 : MOST_RIMS + 1]
    lift = RIM_STEP * width
    y = max(y, lift * len(rims) + width)  # nothing sticks out at the top
    parts = [
        piece(f"rim-{name}", x, y + 0.33 * width - lift * k, 1.12 * width)
        for k, name in enumerate(reversed(rims))
    ]
    top = y - lift * len(rims)
    if standing.golden == "carried":
        parts.append(piece("hat-gold", x, top - 0.02 * width, width * 0.9))
        top -= lift
    parts.append(_hat(f"hat-{names[0]}", x, top, width))
    if standing.golden == "worn":
        parts.append(piece("hat-gold", x, top - 0.55 * width, width * 0.7))
    if standing.captives:
        parts.append(_badge(len(names), x + 0.42 * width, top - 0.4 * width))
    gold = {"carried": ["golden hat"], "worn": []}.get(standing.golden, [])
    below = [*names[1:], *gold]
    title = f"{names[0]}{' with the golden hat' if standing.golden == 'worn' else ''}"
    shadow = (
        f'<ellipse cx="{x:.1f}" cy="{y + 0.44 * width:.1f}" rx="{0.46 * width:.1f}" ry="{0.13 * width:.1f}"'
    )
    return (
        f"<g><title>{title}{' on ' + ', '.join(below) if below else ''}</title>"
        f'{shadow} fill="#2b1b10" opacity=".22"/>{"".join(parts)}</g>'
    )


def _badge(number: int, x: float, y: float) -> str:
    """How many hats a tower has."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="var(--paper)" {LINE}/>'
        f'<text x="{x:.1f}" y="{y + 6:.1f}" font-size="17" {PRINT} fill="var(--ink)">{number}</text>'
    )


def _die(view: View) -> str:
    """The die, in an empty part of the board."""
    x, y = (500, 300) if view.homes == 4 else (920, 920)
    return "" if view.over else piece(f"die-{view.die}", x, y, 70)
