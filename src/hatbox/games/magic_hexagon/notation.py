"""Positions and moves of Magic Hexagon as text, and back.

A position reads `board=aq2*/… hats=15,18,72,75 owned=aab/- turns=3 moves=3 first=A phase=move`: the rows of the board
from the top, a letter per face, `*` for a black disc, a number for a run of holes. Empty entries are left out.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from hatbox.games.magic_hexagon.board import CELLS, COORDINATES, DIRECTIONS, NEXT
from hatbox.games.magic_hexagon.collection import derive, seat_on_turn
from hatbox.games.magic_hexagon.state import (
    BLACK_DISC,
    BOX,
    DISCS,
    FACES,
    HAT_NAMES,
    HATS,
    HOLE,
    KINDS,
    NO_HAT,
    NOBODY,
    NONE,
    SEATS,
    Action,
    Phase,
    State,
)

LETTERS = "ABCD"  # seats
FACE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR"
PHASES = ("hypno", "move", "pick", "over")
ROWS = [[cell for cell, (_, row) in enumerate(COORDINATES) if row == r] for r in range(-5, 6)]


def move_text(s: State, action: int) -> str:
    """`red to 45 for 1`, `pick 35`, `no hypnosis` or `hypnotise blue`."""
    if action < Action.PICK:
        hat, cell, value = parts(action)
        return f"{HAT_NAMES[hat]} to {cell} for {value}"
    if action < Action.NO_HYPNOSIS:
        return _pick_text(s, action - Action.PICK)
    return "no hypnosis" if action == Action.NO_HYPNOSIS else f"hypnotise {HAT_NAMES[action - Action.NAME]}"


def _pick_text(s: State, direction: int) -> str:
    """A pick named by its cell while a hat is waiting, otherwise by its direction."""
    cell = NEXT[s.pend[1]][direction] if s.phase == Phase.PICK else NONE
    return f"pick {cell if cell != NONE else DIRECTIONS[direction]}"


def parts(action: int) -> tuple[int, int, int]:
    """Hat, cell and value of a move."""
    place, kind = divmod(action, KINDS)
    return place // CELLS, place % CELLS, kind + 1


# ---- positions -------------------------------------------------------------------------------------------


def position_text(s: State) -> str:
    """The whole position except generator and options."""
    seats = range(s.players)
    fields = {
        "board": "/".join(_row_text([int(s.board[cell]) for cell in row]) for row in ROWS),
        "hats": ",".join(str(cell) for cell in s.hats),
        "owned": "/".join(_collection_text(s.owned[seat]) for seat in seats),
        "stones": "/".join(".".join(map(str, s.stones[k])) for k in seats) if s.stone_supply == BOX else "",
        "turns": str(s.turn_index),
        "moves": str(s.moves_made),
        "first": LETTERS[s.first],
        "phase": PHASES[s.phase],
        "named": "" if s.named == NO_HAT else HAT_NAMES[s.named],
        "cards": "".join(LETTERS[seat] for seat in seats if s.cards >> seat & 1),
        "safe": "" if s.protected == NOBODY else LETTERS[s.protected],
        "pick": ",".join(map(str, s.pend)) if s.phase == Phase.PICK else "",
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def _row_text(faces: list[int]) -> str:
    """`ab2*`: letters for discs, a number for holes, a star for black."""
    parts = []
    for is_hole, group in groupby(faces, lambda face: face == HOLE):
        cells = list(group)
        parts.append(str(len(cells)) if is_hole else "".join(map(_face_text, cells)))
    return "".join(parts)


def _face_text(face: int) -> str:
    return "*" if face == BLACK_DISC else FACE_LETTERS[face]


def _collection_text(owned: Sequence[int]) -> str:
    """`aab`: one letter per disc, `-` for none."""
    return "".join(FACE_LETTERS[face] * owned[face] for face in range(FACES)) or "-"


def read_position(s: State, text: str) -> None:
    """Put a position text on the board of a game with the same players and options."""
    fields = dict(part.split("=") for part in text.split())
    s.board[:] = _read_board(fields["board"])
    s.owned[:] = [_read_collection(row) for row in _per_seat(s, fields["owned"], "-")]
    s.hats[:] = _read_hats(fields["hats"])
    s.stones[:] = [
        [int(n) for n in row.split(".")] for row in _per_seat(s, fields.get("stones", ""), "0.0.0")
    ]
    s.turn_index, s.moves_made = _number(fields["turns"], SEATS * DISCS), _number(fields["moves"], DISCS)
    s.first = _seat(s, fields["first"])
    s.phase = PHASES.index(fields["phase"])
    s.named = HAT_NAMES.index(fields["named"]) if "named" in fields else NO_HAT
    s.cards = sum(1 << _seat(s, letter) for letter in set(fields.get("cards", "")))
    s.protected = _seat(s, fields["safe"]) if "safe" in fields else NOBODY
    s.pend[:] = _read_pick(s, fields.get("pick", ""))
    s.over, s.capped = s.phase == Phase.OVER, False
    derive(s)


def _read_board(text: str) -> list[int]:
    """Read all cells, row by row."""
    rows = []
    for row in text.split("/"):
        tokens = re.findall(r"\d{1,2}|.", row)
        faces = [[HOLE] * int(token) if token.isdigit() else [_read_face(token)] for token in tokens]
        rows.append([face for group in faces for face in group])
    if [len(row) for row in rows] != [len(row) for row in ROWS]:
        raise ValueError
    return [face for row in rows for face in row]


def _read_face(letter: str) -> int:
    return BLACK_DISC if letter == "*" else FACE_LETTERS.index(letter)


def _read_collection(text: str) -> list[int]:
    """Read the number of discs per face."""
    letters = "" if text == "-" else text
    if not set(letters) <= set(FACE_LETTERS):
        raise ValueError
    return [letters.count(letter) for letter in FACE_LETTERS]


def _read_hats(text: str) -> list[int]:
    """Read four cells."""
    hats = [_number(cell, CELLS - 1) for cell in text.split(",")]
    if len(hats) != HATS:
        raise ValueError
    return hats


def _read_pick(s: State, text: str) -> list[int]:
    """Read hat, cell and value while a hat is waiting."""
    if s.phase != Phase.PICK:
        return [NONE] * 3
    hat, cell, value = (int(part) for part in text.split(","))
    if not 0 <= hat < HATS or s.hats[hat] != cell or not 1 <= value <= KINDS:
        raise ValueError
    return [hat, cell, value]


def _per_seat(s: State, text: str, nothing: str) -> list[str]:
    """One part per seat, padded for the seats that do not play."""
    rows = text.split("/") if text else [nothing] * s.players
    if len(rows) != s.players:
        raise ValueError
    return rows + [nothing] * (SEATS - s.players)


def _seat(s: State, letter: str) -> int:
    if len(letter) != 1:
        raise ValueError
    return LETTERS.index(letter, 0, s.players)


def _number(text: str, most: int) -> int:
    number = int(text)
    if not 0 <= number <= most:
        raise ValueError
    return number


# ---- in one line -----------------------------------------------------------------------------------------


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    left = sum(0 <= face < FACES for face in s.board)
    points = " ".join(str(s.score[seat]) for seat in range(s.players))
    return f"{_expected(s, names)} · {left} discs · points {points}"


def _expected(s: State, names: Sequence[str]) -> str:
    """Who has to do what."""
    who, mover = names[s.turn], names[seat_on_turn(s)]
    if s.phase == Phase.OVER:
        return "the game is over"
    if s.phase == Phase.HYPNO:
        return f"{who} may hypnotise {mover}"
    if s.phase == Phase.PICK:
        return f"{who} to pick one disc"
    return f"{who} to move {'a hat' if s.named == NO_HAT else f'the {HAT_NAMES[s.named]} hat'}"
