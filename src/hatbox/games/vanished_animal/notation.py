"""Positions and moves of Vanished Animal as text, and back.

A position reads `hats=20513/4 seen=A,-,AB,-,- named=B1 peek=1 turn=A starter=A tokens=0,1 round=2 turns=3`: animals
as numbers, the box after the slash, seats as letters, places from 1; empty entries are left out. It contains the
hidden animals, so it is for files and tests, not for players.
"""

from collections.abc import Iterable, Sequence

from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.state import (
    ANIMALS,
    BOX,
    DRAW,
    HATS,
    NAMES,
    NOBODY,
    NONE,
    PLACES,
    SEATS,
    Action,
    Phase,
    State,
)

LETTERS = "ABCD"
UNTOLD = "-"
DOING: dict[int, str] = {
    Phase.ACT: "look or name",
    Phase.SWAPPING: "swap",
    Phase.SWAPPING_AGAIN: "swap again",
}


def move_text(s: State, action: int) -> str:
    """`look 3`, `name frog`, `swap 5`, `no swap`; for experts `swap 1 4` and `no second swap`."""
    if action < Action.NAME:
        return f"look {action + 1}"
    if action < Action.SWAP:
        return f"name {NAMES[action - Action.NAME]}"
    if action in (Action.NO_SWAP, Action.NO_SECOND_SWAP):
        return "no swap" if action == Action.NO_SWAP else "no second swap"
    if action < Action.NO_SWAP:
        return f"swap {action - Action.SWAP + 1}"
    one, other = PAIR[action - Action.SECOND_SWAP].tolist()
    return f"swap {one + 1} {other + 1}"


def position_text(s: State) -> str:
    """The whole position except generator and options."""
    fields = {
        "hats": _hats(s.hats),
        "seen": ",".join(_letters(bits) or "-" for bits in s.seen_by) if any(s.seen_by) else "",
        "named": ",".join(f"{LETTERS[seat]}{name}" for seat, name in enumerate(s.named) if name != NONE),
        "peek": "" if s.peek == NONE else str(s.peek + 1),
        "with": "" if s.swap_to == NONE else str(s.swap_to + 1),
        "turn": LETTERS[s.turn],
        "starter": LETTERS[s.round_starter],
        "tokens": ",".join(str(count) for count in s.tokens[: s.players]),
        "round": str(s.rounds),
        "turns": str(s.round_turns),
        "voids": str(s.voids) if s.voids else "",
        "over": "" if s.winner == NOBODY else "draw" if s.winner == DRAW else LETTERS[s.winner],
        "told": _hats(s.told) if any(animal != NONE for animal in s.told) else "",
        "last": "" if s.last_box == NONE else str(s.last_box),
        "knew": _letters(s.last_out),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def read_position(s: State, text: str) -> None:
    """Put a position text on the board of a game with the same players and options."""
    fields = dict(part.split("=") for part in text.split())
    _fill_hats(s, fields)
    _fill_round(s, fields)
    _fill_last_round(s, fields)


def _fill_hats(s: State, fields: dict[str, str]) -> None:
    """Fill in the hats, who has seen them, and who has named what."""
    hats, seen = _read_hats(fields["hats"]), fields.get("seen", "-,-,-,-,-").split(",")
    if sorted(hats) != list(range(ANIMALS)) or len(seen) != PLACES:
        raise ValueError
    s.hats[:] = hats
    s.seen_by[:] = [_bits(s, letters.replace("-", "")) for letters in seen]
    s.named[:] = [NONE] * SEATS
    s.out = 0
    for said in filter(None, fields.get("named", "").split(",")):
        seat, animal = _seat(s, said[0]), int(said[1:])
        if animal not in range(ANIMALS) or animal == hats[BOX]:
            raise ValueError
        s.named[seat] = animal
        s.out |= 1 << seat


def _fill_round(s: State, fields: dict[str, str]) -> None:
    """Fill in turn, phase, tokens, counters and winner."""
    tokens = [int(count) for count in fields["tokens"].split(",")]
    if len(tokens) != s.players or not all(0 <= count < s.wins_needed for count in tokens):
        raise ValueError
    s.tokens[:] = tokens + [0] * (SEATS - len(tokens))
    s.turn, s.round_starter = _seat(s, fields["turn"]), _seat(s, fields["starter"])
    s.rounds, s.round_turns, s.voids = (int(fields.get(key, "0")) for key in ("round", "turns", "voids"))
    s.peek, s.swap_to = _place(fields.get("peek", "0")), _place(fields.get("with", "0"))
    over = fields.get("over", "")
    s.winner = NOBODY if not over else DRAW if over == "draw" else _seat(s, over)
    s.over, s.capped = bool(over), over == "draw"
    looked = Phase.SWAPPING if s.swap_to == NONE else Phase.SWAPPING_AGAIN
    s.phase = Phase.ENDED if over else Phase.ACT if s.peek == NONE else looked


def _fill_last_round(s: State, fields: dict[str, str]) -> None:
    """Fill in what the end of the last round revealed."""
    told, last = _read_hats(fields.get("told", "-----/-")), int(fields.get("last", "-1"))
    if last not in range(NONE, ANIMALS) or told[BOX] not in (NONE, last):
        raise ValueError
    s.told[:] = told
    s.last_box, s.last_out = last, _bits(s, fields.get("knew", ""))


def _hats(animals: Iterable[int]) -> str:
    """Five places, a slash, the box: `20513/4`; unknown ones as `-`."""
    signs = [UNTOLD if animal == NONE else str(animal) for animal in animals]
    return f"{''.join(signs[:BOX])}/{signs[BOX]}"


def _read_hats(text: str) -> list[int]:
    """The animals of such a text."""
    circle, box = text.split("/")
    animals = [NONE if sign == UNTOLD else int(sign) for sign in circle + box]
    if len(animals) != HATS or len(box) != 1 or not all(NONE <= animal < ANIMALS for animal in animals):
        raise ValueError
    return animals


def _letters(bits: int) -> str:
    """The seats of set bits: `AC`."""
    return "".join(LETTERS[seat] for seat in range(SEATS) if bits >> seat & 1)


def _bits(s: State, letters: str) -> int:
    """The bits of such letters."""
    return sum(1 << _seat(s, letter) for letter in set(letters))


def _seat(s: State, letter: str) -> int:
    """The seat with this letter."""
    if len(letter) != 1:
        raise ValueError
    return LETTERS.index(letter, 0, s.players)


def _place(text: str) -> int:
    """A place from 0, NONE for `0`."""
    place = int(text) - 1
    if not NONE <= place < PLACES:
        raise ValueError
    return place


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line, with nothing hidden."""
    tokens = " ".join(str(count) for count in s.tokens[: s.players])
    out = [names[seat] for seat in range(s.players) if s.out >> seat & 1 and not s.over]
    parts = [_expected(s, names), f"round {s.rounds}", f"tokens {tokens}"]
    return " · ".join(parts + ([f"out: {', '.join(out)}"] if out else []))


def _expected(s: State, names: Sequence[str]) -> str:
    """Who has to do what."""
    if s.over:
        return f"{names[s.winner]} has the wand" if s.winner >= 0 else "nobody has won"
    return f"{names[s.turn]} to {DOING[s.phase]}"
