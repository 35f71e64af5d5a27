"""Positions and moves of Great Hall as text, and back.

A move is what a player types at each choice: `give 5`, `play 7`, `as start`, `from 35`, `2 steps`, `hall`, `with 20`.

A position reads `R=D,5,H B=… care=39 hands=2356/47 … phase=card`: figures by house (D dormitory, H hall), cards as
one character each, seats A to D. It contains the hands, so it is for files and tests, not for players.
"""

from collections.abc import Sequence
from typing import Any

from hatbox.games.great_hall.state import (
    DORMITORY,
    DRAW,
    HALL,
    HAND_SIZES,
    KINDS,
    NOBODY,
    NONE,
    SEATS,
    TRACK_LENGTHS,
    UNUSED,
    Action,
    Phase,
    State,
    Use,
    houses,
)

LETTERS = "ABCD"
HOUSE_LETTERS = "RBGY"
CARDS = ("2", "3", "5", "6", "4", "7", "start/9", "start/1/8", "swap", "joker")
MODE_WORDS = ("start", "1", "2", "3", "4", "-4", "5", "6", "7", "8", "9", "swap", "nothing")
SIGNS = "23564798SJ"  # one character per kind
PHASES: dict[int, tuple[str, str]] = {
    Phase.EXCHANGE: ("exchange", "give a card"),
    Phase.CARD: ("card", "play a card"),
    Phase.MODE: ("mode", "choose a use"),
    Phase.PIECE: ("piece", "choose a figure"),
    Phase.STEPS: ("steps", "choose steps"),
    Phase.HALL_OR_WALK: ("hall", "enter or walk on"),
    Phase.TARGET: ("target", "choose whom to swap with"),
    Phase.DISCARD: ("discard", "discard and draw"),
    Phase.DISCARD_AGAIN: ("again", "discard"),
    Phase.ENDED: ("over", ""),
}  # the name in a position, and what to do
SINGLE: dict[int, str] = {
    Action.FOLD: "fold", Action.ENTER: "hall", Action.WALK: "walk", Action.CARETAKER: "caretaker",
    Action.STEP + 1: "1 step",
}  # fmt: skip
PLACE_SIGNS = {DORMITORY: "D", HALL: "H", UNUSED: "-"}
NUMBERS = {
    "care": "caretaker_at", "round": "round_number", "ply": "ply", "mode": "sel_mode", "at": "sel_piece",
    "steps": "sel_steps", "left": "seven_left", "moved": "moved", "folded": "folded",
}  # fmt: skip
EMPTY = {"caretaker_at": NONE, "sel_mode": NONE, "sel_piece": NONE, "sel_steps": NONE}


def move_text(s: State, action: int) -> str:
    """One choice as a player types it."""
    if action in SINGLE:
        return SINGLE[action]
    groups = ((Action.PLAY, "give"), (Action.THROW, "play"), (Action.FOLD, "discard"))
    for end, word in groups:
        if action < end:
            return f"{word} {CARDS[action % KINDS]}"
    if action <= Action.STEP:
        return f"as {MODE_WORDS[action - Action.USE]}"
    if action < Action.ENTER:
        return f"{action - Action.STEP} steps"
    return f"from {action - Action.FIGURE}" if action < Action.OTHER else f"with {action - Action.OTHER}"


# ---- positions -------------------------------------------------------------------------------------------


def position_text(s: State) -> str:
    """The whole position except generator and options."""
    fields = {HOUSE_LETTERS[h]: ",".join(PLACE_SIGNS.get(p, str(p)) for p in s.pos[h]) for h in houses(s)}
    fields |= {"first": "yes" if s.first_in else ""}
    fields |= {
        "hands": _heaps(s.hand, s.players), "stock": _counts(s.stock), "discard": _counts(s.discard),
        "given": "".join(_sign(kind) for kind in s.given[: s.players]),
        "laid": _heaps(s.laid, s.players), "lacks": "/".join(_kinds(bits) for bits in s.lacks[: s.players]),
        "drawn": _sign(s.drawn), "card": _sign(s.sel_kind), "top": _sign(s.top),
        "dealer": LETTERS[s.dealer], "turn": LETTERS[s.turn], "phase": PHASES[s.phase][0],
    }  # fmt: skip
    for key, name in NUMBERS.items():
        value = getattr(s, name)
        fields[key] = "" if value == EMPTY.get(name, 0) else str(value)
    fields["winner"] = "" if s.winner == NOBODY else str(s.winner)
    return " ".join(
        f"{key}={value}" for key, value in fields.items() if value.strip("/.-") or key in HOUSE_LETTERS
    )


def read_position(s: Any, text: str) -> None:
    """Put a position text on the board of a game with the same players and options."""
    fields = dict(part.split("=") for part in text.split())
    s.pos[:] = UNUSED
    for house in houses(s):
        s.pos[house] = [_place(s, sign) for sign in fields.pop(HOUSE_LETTERS[house]).split(",")]
    empty = "/".join([""] * s.players)
    for seat in range(SEATS):
        s.hand[seat] = s.laid[seat] = 0
        s.given[seat], s.lacks[seat] = NONE, 0
    for name, key in (("hand", "hands"), ("laid", "laid")):
        for seat, heap in enumerate(_parts(s, fields.pop(key, empty))):
            s[name][seat] = [heap.count(sign) for sign in SIGNS]
    for seat, kinds in enumerate(_parts(s, fields.pop("lacks", empty))):
        s.lacks[seat] = sum(1 << SIGNS.index(sign) for sign in kinds)
    for seat, sign in enumerate(fields.pop("given", "." * s.players)):
        s.given[seat] = _kind(sign)
    for name in ("stock", "discard"):
        s[name] = [int(count) for count in fields.pop(name, "0" * KINDS)]
    s.drawn, s.sel_kind = _kind(fields.pop("drawn", ".")), _kind(fields.pop("card", "."))
    s.top = _kind(fields.pop("top", "."))
    s.first_in = fields.pop("first", "") == "yes"
    s.dealer = LETTERS.index(fields.pop("dealer"), 0, s.players)
    s.turn = LETTERS.index(fields.pop("turn"), 0, s.players)
    _fill_numbers(s, fields)


def _fill_numbers(s: Any, fields: dict[str, str]) -> None:
    """Read phase, winner and plain numbers."""
    s.phase = {word: phase for phase, (word, _) in PHASES.items()}[fields.pop("phase")]
    s.winner = int(fields.pop("winner", str(NOBODY)))
    s.over, s.capped = s.phase == Phase.ENDED, s.winner == DRAW
    for key, name in NUMBERS.items():
        s[name] = int(fields.pop(key, EMPTY.get(name, 0)))
    s.hand_size = HAND_SIZES[(s.round_number - 1) % len(HAND_SIZES)]


def _parts(s: State, text: str) -> list[str]:
    """Split a text into one part per seat."""
    parts = text.split("/")
    if len(parts) != s.players:
        raise ValueError
    return parts


def _place(s: State, sign: str) -> int:
    """The place that a sign stands for."""
    place = {word: place for place, word in PLACE_SIGNS.items()}.get(sign)
    if place is None and not 0 <= int(sign) < TRACK_LENGTHS[s.track_len]:
        raise ValueError
    return int(sign) if place is None else place


def _sign(kind: int) -> str:
    return "." if kind == NONE else SIGNS[kind]


def _kind(sign: str) -> int:
    return NONE if sign == "." else SIGNS.index(sign)


def _kinds(bits: int) -> str:
    return "".join(SIGNS[kind] for kind in range(KINDS) if bits >> kind & 1)


def _counts(heap: Any) -> str:
    return "".join(map(str, heap))


def _heaps(rows: Any, players: int) -> str:
    """The cards of each seat, one character per card."""
    return "/".join("".join(SIGNS[k] * row[k] for k in range(KINDS)) for row in rows[:players])


# ---- one line --------------------------------------------------------------------------------------------


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    where = " ".join(
        f"{HOUSE_LETTERS[h]} {' '.join(_short(p) for p in s.pos[h] if p != UNUSED)}" for h in houses(s)
    )
    caretaker = f" · caretaker {s.caretaker_at}" if s.caretaker_at != NONE else ""
    return f"{_expected(s, names)} · round {s.round_number} · {where}{caretaker}"


def _short(place: int) -> str:
    return {DORMITORY: "bed", HALL: "hall"}.get(place, str(place))


def _expected(s: State, names: Sequence[str]) -> str:
    """Who has to do what."""
    if s.over:
        won = [s.winner, s.winner + 2] if s.players == 4 else [s.winner]
        return "nobody has won" if s.winner == DRAW else f"{' and '.join(names[seat] for seat in won)} won"
    left = f" ({s.seven_left} steps left)" if s.sel_mode == Use.SEVEN else ""
    return f"{names[s.turn]} to {PHASES[s.phase][1]}{left}"
