"""The circle of hats as characters."""

from collections.abc import Sequence

from hatbox.games.vanished_animal.state import NAMES, PLACES
from hatbox.games.vanished_animal.view import View

CELL = 18  # characters per hat
CARD = 10  # characters per animal card


def text(view: View, names: Sequence[str]) -> str:
    """Five hats in a circle and the box, the animal cards, the players, and last what only this seat may see."""
    blocks = [_circle(view), [_cards(view)], _players(view, names), _news(view), _private(view)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _circle(view: View) -> list[str]:
    """The hats clockwise from the top, the box at the side."""
    hats = [f"{_hat(view, place):^{CELL}}" for place in range(PLACES)]
    gap, half = " " * CELL, " " * (CELL // 2)
    lines = [gap + hats[0], hats[4] + gap + hats[1], half + hats[3] + hats[2] + half + f"box:{_box(view)}"]
    return [line.rstrip() for line in lines]


def _hat(view: View, place: int) -> str:
    """`3:▲` closed, `3:△` lifted, `3:△ frog` looked into, `3:▲(frog)` noted by the memory aid."""
    sign = "△" if view.lifted == place + 1 else "▲"
    if view.inside[place]:
        return f"{place + 1}:{sign} {view.inside[place]}"
    known = view.told[place] if view.over else view.noted[place]
    return f"{place + 1}:{sign}({known})" if known else f"{place + 1}:{sign}"


def _box(view: View) -> str:
    """`[▲]` closed, `[mouse]` for those who know."""
    known = view.told[PLACES] if view.over else view.box
    return f"[{known or '▲'}]"


def _cards(view: View) -> str:
    """The six animals; wrongly named ones between dashes."""
    cards = [f"-{name}-" if name in view.named else name for name in NAMES]
    return ("animals  " + "".join(f"{card:<{CARD}}" for card in cards)).rstrip()


def _players(view: View, names: Sequence[str]) -> list[str]:
    """One line per player: turn, tokens, wand, and whether they are out."""
    width = max(len(name) for name in names)
    return [
        f"{'>' if seat == view.turn and not view.over else ' '} {'ABCD'[seat]} {names[seat]:<{width}}  "
        f"{_score(view, seat)}{_state(view, seat)}"
        for seat in range(view.players)
    ]


def _score(view: View, seat: int) -> str:
    """`●○`: hat tokens won out of those needed, the last one for the wand."""
    if view.winner == seat:
        return "●" * view.tokens[seat] + "★ wand"
    return "●" * view.tokens[seat] + "○" * (view.wins_needed - view.tokens[seat])


def _state(view: View, seat: int) -> str:
    """Whether this player is out, and with which name."""
    return f"  out, said “{view.named[seat]}”" if view.out[seat] else ""


def _news(view: View) -> list[str]:
    """The round, and which animal had vanished in the previous one."""
    lines = [f"round {view.round}, turn {view.turns + (not view.over)}"]
    if view.voids:
        lines.append(f"void rounds: {view.voids}")
    if view.told[PLACES] and not view.over:
        lines.append(f"last round: the {view.told[PLACES]} had vanished")
    if len(view.swapped) == 2 and not view.over:
        lines.append(f"just swapped: {view.swapped[0]} and {view.swapped[1]}")
    return lines


def _private(view: View) -> list[str]:
    """What only this seat may see at this moment."""
    if view.lifted and view.inside[view.lifted - 1]:
        return [f"only you see this: hat {view.lifted} hides the {view.inside[view.lifted - 1]}"]
    if view.box:
        return [f"only you see this: the box hides the {view.box}. Tell nobody!"]
    return []
