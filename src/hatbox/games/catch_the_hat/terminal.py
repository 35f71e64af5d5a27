"""The wheel as characters: empty fields show their numbers, rest fields are in brackets."""

from collections import Counter
from collections.abc import Callable, Sequence

from hatbox.games.catch_the_hat.board import (
    FOUR,
    GREY,
    RING,
    SIX_HOMES,
    SPOKE,
    centre,
    home_field,
    junction,
    spoke_field,
)
from hatbox.games.catch_the_hat.events import (
    BroughtHome,
    Caught,
    CaughtFrom,
    Freed,
    GoldenCaught,
    GoldenWorn,
    WalksOnFromHome,
)
from hatbox.games.catch_the_hat.view import Piece, View
from hatbox.interfaces import Event

LETTERS, MARKS = "RBGYWK", "♥■▲★●✚"  # by home
CELL = 5  # characters per field
WIDTH, MIDDLE = 74, 33  # MIDDLE: of the six-home side
LEGEND = "12 free field   [3] rest field   R+2 tower with 2 caught hats   * golden hat"


def text(view: View, names: Sequence[str]) -> str:
    """The board, the towers, and one line per player."""
    players = [_player(view, seat, names) for seat in range(view.players)]
    return "\n".join([*_board(view), "", LEGEND, *_notes(view), *players])


def effect(view: View, events: Sequence[Event], say: Callable[..., str]) -> str:
    """What a move would do: hats caught, brought home or freed, the golden hat, a path through home."""
    parts = []
    for event in events:
        if isinstance(event, Caught | CaughtFrom):
            parts.append(say("way_catches", count=event.count))
        elif isinstance(event, BroughtHome):
            parts.append(say("way_brings", count=event.count))
        elif isinstance(event, Freed):
            parts.append(say("way_frees", count=event.count))
        elif isinstance(event, GoldenCaught | GoldenWorn):
            parts.append(say("golden_hat"))
        elif isinstance(event, WalksOnFromHome):
            parts.append(say("way_by_home"))
    return ", ".join(dict.fromkeys(parts))


# ---- the board ---------------------------------------------------------------------------------------------------


def _board(view: View) -> list[str]:
    """The track, each field in its place."""
    side = FOUR if view.homes == 4 else SIX_HOMES
    spots = _four_homes() if side == FOUR else _six_homes()
    rows = [[" "] * WIDTH for _ in range(1 + max(row for row, _ in spots.values()))]
    for field, (row, column) in spots.items():
        label = _label(view, side, field)
        start = column - len(label) // 2
        rows[row][start : start + len(label)] = label
    return ["".join(row).rstrip() for row in rows]


def _four_homes() -> dict[int, tuple[int, int]]:
    """The ring as a square with the homes at its corners, the spokes as diagonals."""
    lines = [*range(7), *range(8, 15)]  # the middle line is only for the centre
    quarter = RING[FOUR] // 4
    corners = [(0, 0, 0, 1), (0, 13, 1, 0), (13, 13, 0, -1), (13, 0, -1, 0)]
    places = {}
    for home, (row, column, down, across) in enumerate(corners):
        for k in range(quarter):
            places[quarter * home + k] = (lines[row + down * k], lines[column + across * k])
        for j in range(SPOKE[FOUR]):
            inward = j + 1
            places[spoke_field(FOUR, home, j)] = (
                lines[row + (inward if row == 0 else -inward)],
                lines[column + (inward if column == 0 else -inward)],
            )
    places[centre(FOUR)] = (7, 7)
    return {field: (row, 2 + CELL * column) for field, (row, column) in places.items()}


def _six_homes() -> dict[int, tuple[int, int]]:
    """The ring as a hexagon with the homes at its corners, the spokes straight to the centre."""
    corners = [(0, 0), (6, 6), (12, 6), (18, 0), (12, -6), (6, -6)]  # row, and steps aside
    places: dict[int, tuple[float, float]] = {centre(SIX_HOMES): (9, 0)}
    for home, (row, aside) in enumerate(corners):
        next_row, next_aside = corners[(home + 1) % 6]
        for k in range(6):
            part = k / 6
            places[6 * home + k] = (row + (next_row - row) * part, aside + (next_aside - aside) * part)
        for j in range(SPOKE[SIX_HOMES]):
            part = (j + 1) / 6
            places[spoke_field(SIX_HOMES, home, j)] = (row + (9 - row) * part, aside * (1 - part))
    return {field: (int(row + 0.5), MIDDLE + round(CELL * aside)) for field, (row, aside) in places.items()}


def _label(view: View, side: int, field: int) -> str:
    """`17` an empty field, `R` a hat, `R+2` a tower with two caught hats, `[…]` a rest field, `*` the golden hat."""
    here = [_short(view, standing) for standing in view.pieces if standing.field == field]
    if len(here) > 1:
        counts = Counter(name[0] for name in here)
        here = [letter if count == 1 else f"{letter}{count}" for letter, count in counts.items()]
    if view.golden_field == field and view.golden_holder < 0:
        here.append("*")
    inside = "".join(here) or str(field)
    return f"[{inside}]" if GREY[side, field] else inside


def _short(view: View, standing: Piece) -> str:
    """A piece in a few characters."""
    star = "*" if standing.golden else ""
    load = f"+{len(standing.captives)}" if standing.captives else ""
    return f"{_letter(view, standing.seat)}{star}{load}"


def _letter(view: View, seat: int) -> str:
    """The letter of a seat's colour."""
    return LETTERS[view.colours[seat]]


# ---- beside the board --------------------------------------------------------------------------------------------


def _notes(view: View) -> list[str]:
    """Every field where a letter does not say everything, and where the golden hat is."""
    notes = []
    for field in sorted({standing.field for standing in view.pieces}):
        here = [standing for standing in view.pieces if standing.field == field]
        at_home = field > centre(FOUR if view.homes == 4 else SIX_HOMES)
        if any(standing.captives or standing.golden for standing in here) or (len(here) > 1 and not at_home):
            notes.append(f"{'home' if at_home else field}: {'  '.join(_whole(view, each) for each in here)}")
    return ["on " + ", ".join(notes)] if notes else []


def _whole(view: View, standing: Piece) -> str:
    """`R(G,Y)`: a piece with everything it carries."""
    load = [_letter(view, seat) for seat in standing.captives]
    load += ["*"] if standing.golden == "carried" else []
    star = "*" if standing.golden == "worn" else ""
    return f"{_letter(view, standing.seat)}{star}{'(' + ','.join(load) + ')' if load else ''}"


def _player(view: View, seat: int, names: Sequence[str]) -> str:
    """One player's line: name, hats and score."""
    home, side = view.colours[seat], FOUR if view.homes == 4 else SIX_HOMES
    field = home_field(side, home)
    own = [standing for standing in view.pieces if standing.seat == seat]
    at_home = sum(standing.field == field for standing in own)
    jail = Counter(_letter(view, owner) for owner in view.jails[seat])
    brought = f" (brought home {' '.join(f'{n}{c}' for c, n in jail.items())})" if jail else ""
    team = f"  team {view.teams[seat] + 1}" if len(set(view.teams)) < view.players else ""
    return (
        f"{LETTERS[home]} {MARKS[home]} {names[seat]:10}  at home (by {junction(side, home)}) {at_home}  "
        f"out {len(own) - at_home}  "
        f"caught {view.scores[seat]}{brought}{team}{_state(view, seat)}"
    )


def _state(view: View, seat: int) -> str:
    """Who is to move, and who has won."""
    if seat in view.winners:
        return "  ← has won"
    if view.over or seat != view.turn:
        return ""
    left = f", {view.pips} steps left" if view.pips else ""
    return f"  ← rolled {view.die}{left}"
