"""The board as characters: the track as a square, everything else inside and below it."""

from collections.abc import Sequence

from hatbox.games.great_hall.notation import CARDS, HOUSE_LETTERS, MODE_WORDS
from hatbox.games.great_hall.state import CARD_NAMES, DORMITORY, DRAW, HALL
from hatbox.games.great_hall.track import DARK
from hatbox.games.great_hall.view import View

HOUSES = ("♥ Ember", "■ Tide", "▲ Fern", "★ Honey")
LEGEND = "R12 a figure   [R0] protected   <39> caretaker   (0r) start field   °15 dark field   ✓ has chosen"


def text(view: View, names: Sequence[str]) -> str:
    """The board with the viewer's house at the bottom; figures run clockwise, the caretaker counter-clockwise."""
    cell = 5 if view.track > 40 else 7  # characters per field, so that the lines inside have room
    rows, inside = _square(view, cell), _inside(view, names)
    room = cell * (len(rows) - 2)
    margin = " " * ((room - max(map(len, inside))) // 2)
    for number, line in enumerate(inside, start=(len(rows) - len(inside)) // 2):
        rows[number][1:-1] = [(margin + line).ljust(room)]
    return "\n".join(["".join(row).rstrip() for row in rows] + ["", *_below(view, names), LEGEND])


def _square(view: View, cell: int) -> list[list[str]]:
    """The fields around a square, with the start field of the viewer's house in the middle of the bottom row."""
    side, house = view.track // 4, view.houses[max(view.seat, 0)]
    rows = [[" " * cell] * (side + 1) for _ in range(side + 1)]
    for field in range(view.track):
        way = (field - house * side + side // 2) % view.track  # steps from the lower right corner
        along, turn = way % side, way // side
        x, y = ((side - along, side), (0, side - along), (along, 0), (side, along))[turn]
        rows[y][x] = _field(view, field).center(cell)
    return rows


def _field(view: View, field: int) -> str:
    """One field and the figure on it, if any."""
    if field == view.caretaker:
        return f"<{field}>"
    quarter = view.track // 4
    for house, places in enumerate(view.figures):
        if field in places:
            figure = f"{HOUSE_LETTERS[house]}{field}"
            return f"[{figure}]" if field == house * quarter else figure
    if field % quarter == 0:
        return f"({field}{HOUSE_LETTERS[field // quarter].lower()})"
    return f"°{field}" if field % quarter == DARK else str(field)


def _inside(view: View, names: Sequence[str]) -> list[str]:
    """A line per player: beds, hall, cards."""
    top = f", on top {_card(view.top)}" if view.top else ""
    lines = [f"round {view.round}   stack {view.stock}   discards {view.discard}{top}", ""]
    for seat, house in enumerate(view.houses):
        figures = view.figures[house]
        beds, hall = figures.count(DORMITORY), figures.count(HALL)
        marks = [f"{view.hand_sizes[seat]} cards", "deals" if seat == view.dealer else ""]
        marks += ["out" if seat in view.folded else "", "✓" if seat in view.chosen else ""]
        turn = "→" if seat == view.turn and not view.over else " "
        who = f"{turn} {HOUSES[house]:8} {names[seat][:10]:10}"
        lines.append(f"{who} bed {beds} hall {hall}  {' '.join(filter(None, marks))}")
    asleep = "the caretaker is in the hall" if view.has_caretaker and view.caretaker < 0 else ""
    return [*lines, *(["", asleep] if asleep else [])]


def _card(name: str) -> str:
    """A card as a player types it."""
    return CARDS[CARD_NAMES.index(name)]


def _below(view: View, names: Sequence[str]) -> list[str]:
    """The table's cards and the viewer's own."""
    lines = [
        f"{names[seat]} laid {' '.join(map(_card, cards))}" for seat, cards in enumerate(view.laid) if cards
    ]
    if view.card:
        use = f" as {MODE_WORDS[view.mode]}" if view.mode >= 0 else ""
        chosen = f", figure on {view.piece}" if view.piece >= 0 else ""
        left = f", {view.seven_left} steps left" if view.seven_left else ""
        lines.append(f"now: {_card(view.card)}{use}{chosen}{left}")
    if view.over:
        lines.append(_result(view, names))
    if view.seat >= 0:
        lines.append(f"your cards: {'  '.join(map(_card, view.hand)) or 'none'}{_gifts(view)}")
    return lines


def _gifts(view: View) -> str:
    """What was given and received in this round."""
    given = f"   you gave {_card(view.given)}" if view.given else ""
    still = " (still there)" if view.gift_is_there else ""
    return given + still + (f", you got {_card(view.received)}" if view.received else "")


def _result(view: View, names: Sequence[str]) -> str:
    """Who has won."""
    if view.winner == DRAW:
        return "nobody has won"
    team = [view.winner, view.winner + 2] if view.players == 4 else [view.winner]
    return f"{' and '.join(names[seat] for seat in team)} won"
