"""Connect Four on sets of bits: the yardstick for speed against other engines.

The same game as `hatbox.games.connect_four`, move for move (a test compares them), written for the processor
instead of the reader.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.reasons import NUMBER, Reasons, because
from hatbox.engine.record import Bool, Buffer, Record, Tensor, Uint64, Values
from hatbox.engine.schema import Exactly, Words
from hatbox.engine.sets import listed
from hatbox.engine.tape import note
from hatbox.engine.wide import put_eight
from hatbox.game import Game, Rulebook, load, register
from hatbox.interfaces import BoardView, Event, Piece

U, COLUMNS, ROWS, WIDE = np.uint64, 7, 6, 8
STEPS = np.array([1, 6, 7, 8], np.uint64)  # up, down-right, right, up-right
TOPS, GATHER = (U(sum(1 << a + b * column for column in range(COLUMNS))) for a, b in ((5, 7), (42, -6)))
COLUMN = U(2**ROWS - 1)
FULL = U(sum(int(COLUMN) << 7 * column for column in range(COLUMNS)))


class State(Record, slug="connect_four_bits"):
    """A board is bits: 7·column + row is set where a disc lies; one spare bit on top of every column."""

    taken: Uint64  # by anybody
    mine: Uint64  # by the seat that must act
    won: Bool  # by the seat that acted last


RULEBOOK = Rulebook(__name__, State, players=(2,), actions=COLUMNS, widest=COLUMNS, product=False)


def fast_game() -> Game:
    """The game, known under its slug from now on."""
    return load(register(RULEBOOK).slug)


class DiscDropped(Event, frozen=True):
    """What can happen: a disc falls into a column."""

    seat: int
    column: int


# ---- rules: may I move there?
@rule
def setup(s: State) -> None:
    """CF-01, CF-02: an empty board; seat 0 begins."""
    s.taken, s.mine, s.turn, s.won, s.over = 0, 0, 0, False, False


@rule
def legal_set(s: State) -> np.uint64:
    """CF-03: every column that is not full, as bits: its top cell, pushed to the others by a multiplication."""
    return ((~U(s.taken) & TOPS) * GATHER) >> U(47) & U(2**COLUMNS - 1)


@rule
def legal(s: State, out: Buffer) -> int:
    """CF-03: the same as a list."""
    return listed(legal_set(s), out)


@rule
def four_in_a_row(discs: np.uint64) -> bool:
    """CF-05: in any direction; the spare bits keep a line from running on in the next column."""
    found = U(0)
    for k in range(4):
        pairs = discs & (discs >> STEPS[k])
        found |= pairs & (pairs >> U(U(2) * STEPS[k]))
    return bool(found != U(0))


@rule
def apply(s: State, action: int) -> None:
    """CF-04…06: the disc falls to the lowest free cell; four in a row win; a full board is a draw."""
    note(s, DiscDropped, s.turn, action + 1)
    taken = U(s.taken) | (U(s.taken) + (U(1) << U(7 * action)))  # the sum carries up to the free cell
    mine = U(s.mine) ^ U(s.taken) ^ taken
    s.won = four_in_a_row(mine)
    s.over = s.won or taken == FULL
    s.taken, s.mine, s.turn = int(taken), int(taken ^ mine), 1 - s.turn


@rule
def returns(s: State, out: Values) -> None:
    """The winner gets 1, the loser -1."""
    out[s.turn] = -1.0 if s.won else 0.0
    out[1 - s.turn] = -out[s.turn]


# ---- knowledge: may I see that? Everything is open, so there is nothing to resample
OBSERVATION = (Piece("own discs", 42, "by column, from below"), Piece("other discs", 42, "likewise"))
SEEN = np.array([[bits >> row & 1 for row in range(WIDE)] for bits in range(2**ROWS)], np.float32)


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """Own discs, then the other's, from a table: eight at once, whose end the next column covers."""
    own = U(s.mine) if seat == s.turn else U(s.taken) ^ U(s.mine)
    other = U(s.taken) ^ own
    for column in range(COLUMNS):
        put_eight(SEEN, own >> U(7 * column) & COLUMN, out, U(ROWS * column))
    for column in range(COLUMNS - 1):
        put_eight(SEEN, other >> U(7 * column) & COLUMN, out, U(42 + ROWS * column))
    for row in range(ROWS):
        out[78 + row] = SEEN[other >> U(42), row]


class View(BoardView, frozen=True, kw_only=True):
    """The same for everybody: rows from the top, ● is the first player."""

    cells: Annotated[list[str], Words("·", "●", "○"), Exactly(COLUMNS * ROWS)]


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Whose disc lies in each cell."""
    v.width = COLUMNS
    for cell in range(COLUMNS * ROWS):
        bit = U(7 * (cell % COLUMNS) + ROWS - 1 - cell // COLUMNS)
        owner = s.turn if (U(s.mine) >> bit) & U(1) else 1 - s.turn
        v.cells[cell] = 1 + owner if (U(s.taken) >> bit) & U(1) else 0


# ---- refusals: why may I not? There is only one thing that can stand in the way
REASONS = Reasons()
COLUMN_FULL = REASONS.add("CF-03", "column_full", "Column {column} is full.", column=NUMBER)


@rule
def why_not(s: State, action: int) -> int:
    """CF-03."""
    return because(COLUMN_FULL, action + 1)


# ---- notation: how do I say it?
def columns(s: State) -> list[str]:
    """Whose discs lie in each column."""
    owners = ["" if not s.taken >> c & 1 else str(s.turn ^ (not s.mine >> c & 1)) for c in range(49)]
    return ["".join(owners[7 * column : 7 * column + ROWS]) for column in range(COLUMNS)]


def move_text(s: State, action: int) -> str:
    """A move is its column, counted from 1."""
    return f"column {action + 1}"


def position_text(s: State) -> str:
    """Columns from below, then the winner: `01/0/1//// -`."""
    return f"{'/'.join(columns(s))} {1 - s.turn if s.won else '-'}"


def read_position(s: State, text: str) -> None:
    """Put the discs of a position text on the board."""
    board, winner = text.split(" ")
    lies = [(7 * c + r, seat) for c, column in enumerate(board.split("/")) for r, seat in enumerate(column)]
    s.turn, s.won = len(lies) % 2, winner != "-"
    s.taken = sum(1 << cell for cell, _ in lies)
    s.mine = sum(1 << cell for cell, seat in lies if int(seat) == s.turn)
    s.over = s.won or len(lies) == COLUMNS * ROWS


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    return f"{names[s.turn]} to drop a disc · {s.taken.bit_count()} discs"
