"""What a seat may know: everything; nothing is hidden in this game, and nothing needs to be remembered."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.magic_hexagon.board import CELLS, frozen
from hatbox.games.magic_hexagon.state import (
    BLACK_DISC,
    COPIES,
    FACES,
    FIRST_KITCHEN,
    HATS,
    HOLE,
    KINDS,
    NO_HAT,
    SEATS,
    Phase,
    State,
    colour_of,
    symbol_of,
)
from hatbox.interfaces import Piece

SYMBOLS = 20
PER_CELL = HATS + SYMBOLS + 1  # colour, symbol, black
OBSERVATION = (
    Piece("board", CELLS * PER_CELL, "per cell 4 colours, 20 symbols, black; all 0: a hole"),
    Piece("hats", HATS * CELLS, "where each hat stands"),
    Piece("owned", SEATS * FACES, "discs per face, own seat first, in parts of all equal ones"),
    Piece("stones", SEATS * KINDS, "power stones, own seat first, in parts of 8"),
    Piece("score", SEATS, "points, own seat first, in parts of 100"),
    Piece("cards", SEATS, "who still has the hypnosis card, own seat first"),
    Piece("protected", SEATS, "who cannot be hypnotised now, own seat first"),
    Piece("named", HATS, "the hat that must be moved"),
    Piece("phase", 3, "hypnosis, move, pick"),
    Piece("pick", HATS + CELLS + KINDS, "hat, cell and kind while one disc is picked"),
    Piece("round one", 1, "1 in the first round"),
    Piece("on turn", SEATS, "whose turn it is, own seat first; while HYPNO another seat must act"),
    Piece("my turn", 1, "1 when this seat must act"),
)


def marks(face: int) -> tuple[int, int]:
    """Where a disc is marked within its cell: colour and symbol, or black twice; nothing is marked for a hole."""
    if face in (HOLE, BLACK_DISC):
        return HATS + SYMBOLS, HATS + SYMBOLS
    return colour_of(face), HATS + symbol_of(face)


MARKS = frozen([marks(face) for face in range(HOLE, BLACK_DISC + 1)])
SHOWN = frozen([0.0 if face == HOLE else 1.0 for face in range(HOLE, BLACK_DISC + 1)], np.float32)
PART = frozen([1.0 / COPIES if face < FIRST_KITCHEN else 1.0 for face in range(FACES)], np.float32)


@rule
def observe_board(s: State, out: Tensor) -> int:
    """Write discs and hats, and return the number of values written."""
    for cell in range(CELLS):  # table lookups, because branches on what lies where would be unpredictable
        look, at = int(s.board[cell]) - HOLE, cell * PER_CELL
        out[at + MARKS[look, 0]] = SHOWN[look]
        out[at + MARKS[look, 1]] = SHOWN[look]
    at = CELLS * PER_CELL
    for hat in range(HATS):
        out[at + hat * CELLS + int(s.hats[hat])] = 1.0
    return at + HATS * CELLS


@rule
def observe_players(s: State, me: int, out: Tensor, at: int) -> int:
    """Write collections, stones, points, cards and protection, and return where to continue."""
    for k in range(s.players):
        seat = (me + k) % s.players
        for face in range(FACES):
            out[at + k * FACES + face] = s.owned[seat, face] * PART[face]
    at += SEATS * FACES
    for k in range(s.players):
        seat = (me + k) % s.players
        for kind in range(KINDS):
            out[at + k * KINDS + kind] = s.stones[seat, kind] / 8.0
        out[at + SEATS * KINDS + k] = s.score[seat] / 100.0
        out[at + SEATS * (KINDS + 1) + k] = (s.cards >> seat) & 1
        out[at + SEATS * (KINDS + 2) + k] = 1.0 if s.protected == seat else 0.0
    return at + SEATS * (KINDS + 3)


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """The whole table from the point of view of `seat`; see OBSERVATION."""
    out[:] = 0.0
    at = observe_players(s, seat, out, observe_board(s, out))
    if s.named != NO_HAT:
        out[at + int(s.named)] = 1.0
    at += HATS
    if not s.over:
        out[at + int(s.phase)] = 1.0
    at += 3
    if s.phase == Phase.PICK:
        out[at + int(s.pend[0])] = 1.0
        out[at + HATS + int(s.pend[1])] = 1.0
        out[at + HATS + CELLS + int(s.pend[2]) - 1] = 1.0
    at += HATS + CELLS + KINDS
    out[at] = 1.0 if s.turn_index < s.players else 0.0
    out[at + 1 + (int(s.first) + int(s.turn_index) - int(seat)) % int(s.players)] = 1.0
    out[at + 1 + SEATS] = 1.0 if s.turn == seat and not s.over else 0.0
