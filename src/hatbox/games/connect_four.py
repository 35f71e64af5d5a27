"""Connect Four: drop discs, get four in a row. The tutorial game and the yardstick for speed, in one file."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from hatbox.game import Rulebook
from hatbox.jit import rule
from hatbox.record import Buffer, Int8, Record, Tensor, Uint64s, Values
from hatbox.rooms import BoardView, Event, Piece, Refusal, View
from hatbox.sets import listed

U, COLUMNS, ROWS, WIDE, NOBODY = np.uint64, 7, 6, 8, -1
STEPS = np.array([1, 6, 7, 8], np.uint64)  # up, down-right, right, up-right
TOPS, GATHER = (U(sum(1 << a + b * column for column in range(COLUMNS))) for a, b in ((5, 7), (42, -6)))


class State(Record, slug="connect_four"):
    """Bit 7·column + row of `discs[seat]` is set where that seat has a disc; one spare bit on top."""

    discs: Annotated[Uint64s, 2]
    count: Int8
    winner: Int8


RULEBOOK = Rulebook(__name__, State, players=(2,), actions=COLUMNS, widest=COLUMNS, product=False)


# ---- rules: may I move there?
@rule
def setup(s: State) -> None:
    """CF-01, CF-02: an empty board; seat 0 begins."""
    s.discs[0] = s.discs[1] = U(0)
    s.count, s.turn, s.winner, s.over = 0, 0, NOBODY, False


@rule
def legal_set(s: State) -> np.uint64:
    """CF-03: every column that is not full, as bits: its top cell, pushed to the others by a multiplication."""
    return ((~(s.discs[0] | s.discs[1]) & TOPS) * GATHER) >> U(47) & U(2**COLUMNS - 1)


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
    return found != U(0)


@rule
def apply(s: State, action: int) -> None:
    """CF-04…06: the disc falls to the lowest free cell; four in a row win; a full board is a draw."""
    taken = s.discs[0] | s.discs[1]
    bottom = U(1) << U(7 * action)
    s.discs[U(s.turn)] |= (taken + bottom) & (bottom * U(2**ROWS - 1)) & ~taken
    s.count += 1
    s.winner = s.turn if four_in_a_row(s.discs[U(s.turn)]) else NOBODY
    s.over = s.winner != NOBODY or s.count == COLUMNS * ROWS
    s.turn = 1 - s.turn


@rule
def returns(s: State, out: Values) -> None:
    """The winner gets 1, the loser -1."""
    out[0] = 0.0 if s.winner == NOBODY else 1.0 - 2.0 * s.winner
    out[1] = -out[0]


# ---- knowledge: may I see that? Everything is open, so there is nothing to resample
OBSERVATION = (Piece("own discs", 42, "by column, from below"), Piece("other discs", 42, "likewise"))
SEEN = np.array([[bits >> row & 1 for row in range(WIDE)] for bits in range(2**ROWS)], np.float32)


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """Own discs, then the other's, from a table; a wide write is fast, and the next column covers its end."""
    for k in range(2):
        discs = s.discs[U(seat ^ k)]
        for column in range(COLUMNS):
            for row in range(ROWS if k + column == COLUMNS else WIDE):
                out[42 * k + ROWS * column + row] = SEEN[(discs >> U(7 * column)) & U(2**ROWS - 1), row]


def columns(s: State) -> list[str]:
    """Whose discs lie in each column."""
    owners = ["".join(seat for seat in "01" if s.discs[int(seat)] >> cell & 1) for cell in range(49)]
    return ["".join(owners[7 * column : 7 * column + ROWS]) for column in range(COLUMNS)]


def view(s: State, seat: int, aid: bool) -> BoardView:
    """The same for everybody: rows from the top, ● is the first player."""
    cells = [column.ljust(ROWS, "·").replace("0", "●").replace("1", "○") for column in columns(s)]
    rows = [" ".join(column[row] for column in cells) for row in reversed(range(ROWS))]
    return BoardView(**View.shared(s, seat), rows=[*rows, "1 2 3 4 5 6 7"])


# ---- story and notation: how do I say it?
class DiscDropped(Event, frozen=True):
    """A disc fell into a column."""

    seat: int
    column: int


def tell(before: State, action: int, after: State) -> list[Event]:
    """One event per move."""
    return [DiscDropped(before.turn, action + 1)]


def why_not(s: State, action: int) -> Refusal:
    """The only thing that can stand in the way."""
    return Refusal("CF-03", "column_full", f"Column {action + 1} is full.")


def move_text(s: State, action: int) -> str:
    """A move is its column, counted from 1."""
    return f"column {action + 1}"


def position_text(s: State) -> str:
    """Columns from below, then the winner: `01/0/1//// -`."""
    return f"{'/'.join(columns(s))} {'-' if s.winner == NOBODY else s.winner}"


def read_position(s: State, text: str) -> None:
    """Put the discs of a position text on the board."""
    board, winner = text.split(" ")
    s.discs[:] = 0
    for c, column in enumerate(board.split("/")):
        for r, seat in enumerate(column):
            s.discs[int(seat)] |= 1 << 7 * c + r
    s.count = board.count("0") + board.count("1")
    s.turn, s.winner = s.count % 2, NOBODY if winner == "-" else int(winner)
    s.over = s.winner != NOBODY or s.count == COLUMNS * ROWS


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    return f"{names[s.turn]} to drop a disc · {s.count} discs"
