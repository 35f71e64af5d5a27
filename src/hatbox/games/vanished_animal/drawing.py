"""The circle of hats as a picture, drawn from a view."""

from math import cos, pi, sin

from hatbox.art import SEAT_COLOURS, Point, picture, piece
from hatbox.games.vanished_animal.board import TOKENS, Layout, wide
from hatbox.games.vanished_animal.state import NAMES, PLACES
from hatbox.games.vanished_animal.view import View

LINE = 'stroke="var(--piece-line)" stroke-width="2.6"'
PRINT = 'text-anchor="middle" font-weight="800" font-family="Vollkorn,Georgia,serif"'
SHADOW = 'fill="#2b1b10" opacity=".2"'
MARKS = ("heart", "square", "triangle", "star")  # a seat is a colour, a mark and a letter
FOLD = 62  # width of one fold of the curtain
PLUM, PLUM_2 = "var(--plum,#6B3A78)", "var(--plum-2,#8E5A9B)"
TILTS = (-2.0, 1.5, -1.0, 2.0, -1.5, 1.0)  # of the cards, in degrees
HAT, FOOT = 138.0, 48.0  # width of a hat, and how far below the centre of its place it stands


def svg(view: View) -> str:
    """The table with everything that this viewer may see."""
    board = wide()
    parts = [_stage(board), _table(board), _hats(board, view), _box(board, view), _tokens(board, view)]
    return picture(board.width, board.height, "Vanished Animal", "".join(parts) + _cards(board, view))


def _stage(board: Layout) -> str:
    """The ground, and a theatre curtain along the top."""
    folds = "".join(
        f'<path d="M{x} -10H{x + FOLD}V46C{x + FOLD} 70 {x} 70 {x} 46Z" fill="{PLUM if k % 2 else PLUM_2}" {LINE}/>'
        for k, x in enumerate(range(-20, board.width, FOLD))
    )
    return f'<rect width="{board.width}" height="{board.height}" fill="var(--board)"/>{folds}'


def _table(board: Layout) -> str:
    """A round table with a scalloped cloth and a star in the middle."""
    x, y = board.centre.x, board.centre.y + 2
    edge = [Point(x + 276 * cos(k * pi / 10), y + 276 * sin(k * pi / 10)) for k in range(21)]
    bows = "".join(f"A62 62 0 0 1 {point.x:.1f} {point.y:.1f}" for point in edge[1:])
    star = " ".join(
        f"{x + r * sin(k * pi / 5):.1f},{y - r * cos(k * pi / 5):.1f}" for k, r in enumerate((70, 30) * 5)
    )
    return (
        f'<ellipse cx="{x}" cy="{y + 16}" rx="312" ry="296" {SHADOW}/>'
        f'<circle cx="{x}" cy="{y}" r="294" fill="var(--board-3)" {LINE}/>'
        f'<path d="M{edge[0].x:.1f} {edge[0].y:.1f}{bows}Z" fill="var(--field)" {LINE}/>'
        f'<polygon points="{star}" fill="var(--board-2)" stroke="var(--board-3)" stroke-width="3"/>'
    )


def _hats(board: Layout, view: View) -> str:
    """Five hats on their numbered places, back to front."""
    order = sorted(range(PLACES), key=lambda place: board.places[place].y)
    return "".join(_hat(board.places[place], view, place) for place in order)


def _hat(at: Point, view: View, place: int) -> str:
    """One hat: closed, or lifted to show what this viewer may see."""
    foot = at.y + FOOT
    warm = place + 1 == view.lifted or place + 1 in view.swapped
    tone = "last" if warm else "board-2"
    mat = f'<ellipse cx="{at.x:.1f}" cy="{foot:.1f}" rx="80" ry="26" fill="var(--{tone})" stroke="var(--board-3)" '
    mat += f'stroke-width="2.5"/><ellipse cx="{at.x:.1f}" cy="{foot + 4:.1f}" rx="62" ry="16" {SHADOW}/>'
    known = view.told[place] if view.over else view.noted[place]
    if view.inside[place] or view.lifted == place + 1:
        hat = _lifted(at, view.inside[place])
    else:
        hat = piece("tophat", at.x, foot - 56, HAT) + (_note(at.x + 62, at.y - 38, known) if known else "")
    return mat + hat + _disc(at.x - 66, foot + 18, 15, str(place + 1))


def _lifted(at: Point, animal: str) -> str:
    """A tipped hat; the animal below it is only for the player who looks."""
    tipped = piece("tophat", at.x + 30, at.y - 92, 128)
    inside = piece(f"animal-{animal}", at.x, at.y + 8, 92) if animal else ""
    eye = f'<circle cx="{at.x - 66:.1f}" cy="{at.y - 26:.1f}" r="19" fill="var(--surface)" stroke="var(--turn)" '
    eye += f'stroke-width="3.5"/>{piece("i-eye", at.x - 66, at.y - 26, 22)}'
    return f'{inside}<g transform="rotate(24 {at.x:.1f} {at.y:.1f})">{tipped}</g>{eye}'


def _note(x: float, y: float, animal: str) -> str:
    """What the memory aid has noted, or what the end has revealed: a small animal on a paper disc."""
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="29" fill="var(--paper)" {LINE}/>'
    return disc + piece(f"animal-{animal}", x, y, 48)


def _disc(x: float, y: float, r: int, sign: str) -> str:
    """A small disc with a sign printed on it."""
    middle = f'x="{x:.1f}" y="{y + 0.45 * r:.1f}" font-size="{1.35 * r:.0f}"'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="var(--surface)" stroke="var(--board-3)" stroke-width="2"/>'
        f'<text {middle} {PRINT} fill="var(--ink)">{sign}</text>'
    )


def _box(board: Layout, view: View) -> str:
    """The hat box with a question mark, or with the animal for viewers who know it."""
    x, y = board.box.x, board.box.y
    known = view.told[PLACES] if view.over else view.box
    shadow = f'<ellipse cx="{x}" cy="{y + 84}" rx="{0.6 * board.hatbox:.0f}" ry="18" {SHADOW}/>'
    sign = _note(x, y + 32, known) if known else _disc(x, y + 32, 27, "?")
    return shadow + piece("hatbox", x, y - 4, board.hatbox) + sign


def _tokens(board: Layout, view: View) -> str:
    """The tokens that are left, the owners of those taken, and the wand."""
    owners = [seat for seat, count in enumerate(view.tokens) for _ in range(count)][:TOKENS]
    free = TOKENS - len(owners)
    out = [piece("token-hat", point.x, point.y, 58) for point in board.tokens[:free]]
    out += [_owner(point.x, point.y, seat) for point, seat in zip(board.tokens[free:], owners, strict=True)]
    out.append(piece("token-wand", board.wand.x, board.wand.y, 82))
    if view.winner >= 0:
        out.append(_owner(board.wand.x + 42, board.wand.y + 30, view.winner))
    return "".join(out)


def _owner(x: float, y: float, seat: int) -> str:
    """A seat as mark and letter in a dashed ring."""
    ring = f'<circle cx="{x}" cy="{y}" r="25" fill="var(--surface)" stroke="var(--line-strong)" stroke-width="2" '
    letter = SEAT_COLOURS[seat][0].upper()
    text = f'<text x="{x + 9}" y="{y + 7}" font-size="20" {PRINT} fill="var(--ink)">{letter}</text>'
    return f'{ring}stroke-dasharray="3 6"/>{piece(f"mark-{MARKS[seat]}", x - 9, y, 20)}{text}'


def _cards(board: Layout, view: View) -> str:
    """VA-02: the six animal cards, face up; a wrongly named one has the letter of the player who named it."""
    out = []
    for animal, (name, at) in enumerate(zip(NAMES, board.cards, strict=True)):
        label = (
            f'<text x="{at.x}" y="{at.y + 50}" font-size="18" {PRINT} fill="var(--piece-line)">{name}</text>'
        )
        card = piece(f"card-{name}", at.x, at.y, board.card) + label
        said = [seat for seat, word in enumerate(view.named) if word == name]
        badges = [_owner(at.x + 40 - 30 * k, at.y - 50, seat) for k, seat in enumerate(said)]
        out.append(f'<g transform="rotate({TILTS[animal]} {at.x} {at.y})">{card}</g>{"".join(badges)}')
    return "".join(out)
