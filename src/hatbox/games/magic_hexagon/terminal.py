"""The hexagon as characters: a disc reads `R1ch` (colour, value, symbol), its cell number below, a hat `▲R`."""

from collections.abc import Callable, Sequence

from hatbox.games.magic_hexagon.events import (
    AreaClaimed,
    CollectedIngredients,
    CollectedKitchen,
    CollectedMagic,
    HatJumps,
    SetColours,
    SetSymbols,
)
from hatbox.games.magic_hexagon.notation import ROWS
from hatbox.games.magic_hexagon.state import BLACK_DISC, FACES, HAT_NAMES, HOLE, colour_of, kind_of, symbol_of
from hatbox.games.magic_hexagon.view import View
from hatbox.interfaces import Event

WIDTH = 6  # characters per disc
COLOURS = "RBGW"
SYMBOLS = {  # two letters each, in the order of the symbols
    "ch": "chilli", "to": "toadstool", "fi": "fire blossom", "de": "dewdrop", "sh": "shell", "se": "seaweed",
    "ro": "root", "fe": "fern", "ac": "acorn", "ga": "garlic", "co": "cobweb", "ft": "feather",
    "ca": "cauldron", "mo": "mortar", "kn": "knife", "be": "bellows",
    "sp": "spell book", "cr": "crystal ball", "ri": "ring", "wa": "wand",
}  # fmt: skip
CODES = tuple(SYMBOLS)
KINDS = ("ingredients", "kitchen tools", "magic tools")
STONES = ("green", "light blue", "dark blue")
STONE_KEYS = ("green", "light_blue", "dark_blue")  # in the word list


def text(view: View, names: Sequence[str]) -> str:
    """The board, what is expected, the players with their discs, and the legend."""
    rows = [line for row in ROWS for line in _row(view, row)]
    players = [line for seat in range(view.players) for line in _player(view, seat, names)]
    return "\n".join([*rows, "", *_status(view, names), "", *players, "", *_legend(view)])


def effect(view: View, events: Sequence[Event], say: Callable[..., str]) -> str:
    """What a move would earn: points, discs, areas, stones; and whether the hat jumps."""
    jump, points, parts = "", 0, []
    for event in events:
        if isinstance(event, HatJumps):
            jump = say("jump")
        elif isinstance(event, CollectedIngredients | CollectedKitchen | CollectedMagic):
            points += sum(kind_of(face) + 1 for face in event.faces)
            parts += [disc(face) for face in event.faces]
        elif isinstance(event, AreaClaimed):
            points += sum(kind_of(face) + 1 for face in event.faces)
            parts.append(f"{say('area')} {event.count}")
        elif isinstance(event, SetColours | SetSymbols):
            points += view.stone_values[STONE_KEYS.index(event.colour)]
            parts.append(say(f"stone_{event.colour}"))
    return " ".join(filter(None, [f"+{points}" if parts else "", *parts, jump]))


def _row(view: View, row: list[int]) -> list[str]:
    """Two lines: the discs, with hats and cell numbers below."""
    indent = " " * (WIDTH // 2 * (11 - len(row)))
    discs = "".join(disc(view.board[cell]).center(WIDTH) for cell in row)
    below = "".join(_foot(view, cell).center(WIDTH) for cell in row)
    return [(indent + discs).rstrip(), (indent + below).rstrip()]


def disc(face: int) -> str:
    """`R1ch`, `████` for black, a dot for a hole."""
    if face == HOLE:
        return "·"
    if face == BLACK_DISC:
        return "████"
    return f"{COLOURS[colour_of(face)]}{kind_of(face) + 1}{CODES[symbol_of(face)]}"


def _foot(view: View, cell: int) -> str:
    """The cell number, with the hat that is there; nothing for a hole."""
    if cell in view.hats:
        return f"▲{COLOURS[view.hats.index(cell)]}{cell}"
    return "" if view.board[cell] == HOLE else str(cell)


def _status(view: View, names: Sequence[str]) -> list[str]:
    """Who has to do what."""
    who, mover = names[view.turn], names[view.on_turn]
    if view.over:
        best = [name for name, place in zip(names, view.places, strict=False) if place == 1]
        return [f"The game is over. {' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}."]
    if view.choosing == "hypnosis":
        return [f"{who}: hypnotise {mover}, who is to move?"]
    if view.choosing == "pick":
        return [f"{who}: first round, pick one of the discs around cell {view.picking[1]}."]
    if view.named >= 0:
        return [f"{who} is hypnotised and must move the {HAT_NAMES[view.named]} hat."]
    return [f"{who}: move a hat.{' First round: you take just one disc.' if view.round_one else ''}"]


def _player(view: View, seat: int, names: Sequence[str]) -> list[str]:
    """Points, stones and card, and one line of discs per kind."""
    stones = [f"{count} {name}" for name, count in zip(STONES, view.stones[seat], strict=True) if count]
    notes = [f"{view.score[seat]} points", f"stones: {', '.join(stones) or 'none'}"]
    notes += ["has the hypnosis card"] if view.cards[seat] else []
    notes += ["cannot be hypnotised"] if view.protected == seat else []
    mark = ">" if seat == view.on_turn and not view.over else " "
    return [f"{mark} {names[seat]}: {' · '.join(notes)}", *_collection(view.owned[seat])]


def _collection(owned: list[int]) -> list[str]:
    """The discs of one player, a line per kind."""
    lines = []
    for kind, name in enumerate(KINDS):
        faces = [face for face in range(FACES) if kind_of(face) == kind and owned[face]]
        shown = [disc(face) + (f"×{owned[face]}" if owned[face] > 1 else "") for face in faces]
        lines += [f"    {name}: {' '.join(shown)}"] if shown else []
    return lines


def _limits(view: View) -> str:
    """MH-31, MH-32, MH-O03: what unlocks the tools."""
    kitchen, magic = view.needed[1:]
    below_2, below_3 = (" worth 1", " worth 1 or 2") if view.lower_only else ("", "")
    return (
        f"To collect a 2 you need {kitchen} of its colour{below_2}, to collect a 3 you need {magic}{below_3}."
    )


def _legend(view: View) -> list[str]:
    """What the letters and numbers mean."""
    worth = ", ".join(f"{name} {value}" for name, value in zip(STONES, view.stone_values, strict=True))
    left = f"; left in the box: {' '.join(map(str, view.stones_left))}" if view.stones_left else ""
    codes = [f"{code} {name}" for code, name in SYMBOLS.items()]
    return [
        "R red  B blue  G green  W white   1 ingredient  2 kitchen tool  3 magic tool",
        "▲ hat   ████ black   · hole",
        _limits(view),
        "A power stone for four colours of one value, and for four equal symbols:",
        f"{worth}{left}.",
        *("  ".join(codes[at : at + 6]) for at in (0, 6)),
        *("  ".join(codes[at : at + 4]) for at in (12, 16)),
    ]
