"""What a seat may know: everything; nothing is hidden in this game, and nothing needs to be remembered."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.magic_hexagon.board import CELLS, frozen
from hatbox.games.magic_hexagon.collection import disc_points, seat_on_turn
from hatbox.games.magic_hexagon.state import (
    BLACK_DISC,
    BOX,
    BOX_STONES,
    BY_STONES,
    COPIES,
    FACES,
    FIRST_KITCHEN,
    FIRST_MAGIC,
    HATS,
    HOLE,
    KINDS,
    LAYOUTS,
    NO_HAT,
    NONE,
    PICK,
    SEATS,
    State,
    colour_of,
    symbol_of,
)
from hatbox.rooms import Piece, View

SYMBOLS = 20
PER_CELL = HATS + SYMBOLS + 1  # colour, symbol, black
PHASES = ("hypnosis", "move", "pick", "nothing")
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
    """Where a disc is marked within its cell: colour and symbol, or black twice; for a hole nothing is marked."""
    if face in (HOLE, BLACK_DISC):
        return HATS + SYMBOLS, HATS + SYMBOLS
    return colour_of(face), HATS + symbol_of(face)


MARKS = frozen([marks(face) for face in range(HOLE, BLACK_DISC + 1)])
SHOWN = frozen([0.0 if face == HOLE else 1.0 for face in range(HOLE, BLACK_DISC + 1)], np.float32)
PART = frozen([1.0 / COPIES if face < FIRST_KITCHEN else 1.0 for face in range(FACES)], np.float32)


class MagicHexagonView(View, frozen=True, kw_only=True):
    """The whole table."""

    layout: str
    board: list[int]  # per cell: -1 a hole, 0 … 43 a face, 44 black
    hats: list[int]  # cells
    owned: list[list[int]]  # per seat and face
    stones: list[list[int]]  # per seat: green, light blue, dark blue
    discs: list[int]  # points for discs
    score: list[int]
    places: list[int]  # 1: leading; equal seats share the better place
    cards: list[bool]  # who still has the hypnosis card
    protected: int  # -1: nobody
    named: int  # the hat that must be moved, -1: any
    on_turn: int  # whose turn it is; `turn` is the seat that is asked
    choosing: str  # hypnosis, move, pick or nothing
    picking: list[int]  # hat, cell and value while one disc is picked, else empty
    round_one: bool
    needed: list[int]  # discs of its colour that unlock a disc of each kind
    stone_values: list[int]
    stones_left: list[int]  # in the box; empty when there is no end of them
    turn_index: int
    moves_made: int


@rule
def observe_board(s: State, out: Tensor) -> int:
    """Discs and hats; gives the number of values written."""
    for cell in range(CELLS):  # from tables: what lies where is nothing that a processor could foresee
        look, at = int(s.board[cell]) - HOLE, cell * PER_CELL
        out[at + MARKS[look, 0]] = SHOWN[look]
        out[at + MARKS[look, 1]] = SHOWN[look]
    at = CELLS * PER_CELL
    for hat in range(HATS):
        out[at + hat * CELLS + int(s.hats[hat])] = 1.0
    return at + HATS * CELLS


@rule
def observe_players(s: State, me: int, out: Tensor, at: int) -> int:
    """Collections, stones, points, cards and protection; gives where to go on."""
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
    """The whole table, seen from `seat`; see OBSERVATION."""
    out[:] = 0.0
    at = observe_players(s, seat, out, observe_board(s, out))
    if s.named != NO_HAT:
        out[at + int(s.named)] = 1.0
    at += HATS
    if not s.over:
        out[at + int(s.phase)] = 1.0
    at += 3
    if s.phase == PICK:
        out[at + int(s.pend[0])] = 1.0
        out[at + HATS + int(s.pend[1])] = 1.0
        out[at + HATS + CELLS + int(s.pend[2]) - 1] = 1.0
    at += HATS + CELLS + KINDS
    out[at] = 1.0 if s.turn_index < s.players else 0.0
    out[at + 1 + (int(s.first) + int(s.turn_index) - seat) % int(s.players)] = 1.0
    out[at + 1 + SEATS] = 1.0 if s.turn == seat and not s.over else 0.0


def places(s: State) -> list[int]:
    """MH-73, MH-O07: the place of each seat now; equal seats share the better one."""
    ranks = [_rank(s, seat) for seat in range(s.players)]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def _rank(s: State, seat: int) -> tuple[int, ...]:
    """What is compared, larger first."""
    if s.tie_break != BY_STONES:
        return (int(s.score[seat]),)
    magic = sum(s.owned[seat][FIRST_MAGIC:])
    return int(s.score[seat]), sum(s.stones[seat]), magic


def stones_left(s: State) -> list[int]:
    """MH-O05: what the box still holds; empty without that option."""
    if s.stone_supply != BOX:
        return []
    return [supply - sum(row[kind] for row in s.stones) for kind, supply in enumerate(BOX_STONES)]


def view(s: State, seat: int, aid: bool) -> MagicHexagonView:
    """The same for every seat and spectator; there is nothing to remember, so `aid` changes nothing."""
    seats = range(s.players)
    return MagicHexagonView(
        **View.shared(s, seat),
        layout=LAYOUTS[s.layout],
        board=list(s.board),
        hats=list(s.hats),
        owned=[list(s.owned[k]) for k in seats],
        stones=[list(s.stones[k]) for k in seats],
        discs=[disc_points(s.owned[k]) for k in seats],
        score=[int(s.score[k]) for k in seats],
        places=places(s),
        cards=[bool(s.cards >> k & 1) for k in seats],
        protected=int(s.protected),
        named=int(s.named),
        on_turn=seat_on_turn(s),
        choosing=PHASES[s.phase],
        picking=list(s.pend) if s.pend[0] != NONE else [],
        round_one=s.turn_index < s.players,
        needed=[0, 1, 2] if s.players == 2 else [0, 2, 3],
        stone_values=list(s.stone_values),
        stones_left=stones_left(s),
        turn_index=int(s.turn_index),
        moves_made=int(s.moves_made),
    )
