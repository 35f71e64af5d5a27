"""Connect Four: drop discs, get four in a row. The tutorial game: a whole game in one file.

docs/add-a-game.md walks through it. `benchmarks/connect_four_bits.py` plays the same game with tricks, for speed.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from hatbox.engine.jit import rule
from hatbox.engine.notes import Event, told
from hatbox.engine.reasons import NUMBER, Reasons, because
from hatbox.engine.record import Buffer, Int8, Int8s, Record, Tensor, Values
from hatbox.engine.schema import Exactly, Words
from hatbox.engine.tape import note
from hatbox.game import Rulebook
from hatbox.interfaces import BoardView, Piece

COLUMNS, ROWS, FOUR = 7, 6, 4
NOBODY = -1


# ---- state: where is everything?
class State(Record, slug="connect_four"):
    """The fields of a position; `rng`, `players`, `turn`, `over` and `capped` are in every game's record."""

    owner: Annotated[Int8s, COLUMNS, ROWS]  # the seat whose disc is there, or NOBODY; rows from the bottom
    winner: Int8  # the seat that has won, or NOBODY


RULEBOOK = Rulebook(__name__, State, players=(2,), actions=COLUMNS, widest=COLUMNS, product=False)


# ---- events: what can happen?
class DiscDropped(Event, frozen=True):
    """A disc falls into a column, counted from 1."""

    seat: int
    column: int


@told("CF-05")
class EndFour(Event, frozen=True):
    """Four in a row: this seat has won."""

    seat: int


@told("CF-06")
class EndFull(Event, frozen=True):
    """The grid is full: a draw."""


# ---- rules: may I move there?
@rule
def setup(s: State) -> None:
    """CF-01, CF-02: an empty grid; seat 0 starts."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            s.owner[column, row] = NOBODY
    s.winner = NOBODY
    s.turn = 0
    s.over = False


@rule
def is_full(s: State, column: int) -> bool:
    """Whether no disc fits into a column."""
    return s.owner[column, ROWS - 1] != NOBODY


@rule
def legal(s: State, out: Buffer) -> int:
    """CF-03: every column that is not full. Action 0 is the first column."""
    count = 0
    for column in range(COLUMNS):
        if not is_full(s, column):
            out[count] = column
            count += 1
    return count


@rule
def apply(s: State, action: int) -> None:
    """CF-04…06: the disc falls to the lowest free cell; four in a row wins; a full grid is a draw."""
    seat, row = s.turn, 0
    while s.owner[action, row] != NOBODY:
        row += 1
    s.owner[action, row] = seat
    note(s, DiscDropped, seat, action + 1)
    if makes_four(s, action, row):
        s.winner = seat
        s.over = True
        note(s, EndFour, seat)
    elif grid_is_full(s):
        s.over = True
        note(s, EndFull)
    s.turn = 1 - seat


@rule
def makes_four(s: State, column: int, row: int) -> bool:
    """CF-05: four of the player's discs in a row through this one – horizontal, vertical or diagonal."""
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        if 1 + run(s, column, row, right, up) + run(s, column, row, -right, -up) >= FOUR:
            return True
    return False


@rule
def run(s: State, column: int, row: int, right: int, up: int) -> int:
    """How many discs of the same owner follow this one in a direction."""
    owner, count = s.owner[column, row], 0
    column, row = column + right, row + up
    while 0 <= column < COLUMNS and 0 <= row < ROWS and s.owner[column, row] == owner:
        count += 1
        column, row = column + right, row + up
    return count


@rule
def grid_is_full(s: State) -> bool:
    """CF-06: whether no disc fits anywhere."""
    for column in range(COLUMNS):
        if not is_full(s, column):
            return False
    return True


@rule
def returns(s: State, out: Values) -> None:
    """The value of a finished game: 1 for the winner, -1 for the loser, 0 for both after a draw."""
    for seat in range(s.players):
        out[seat] = 0.0 if s.winner == NOBODY else 1.0 if seat == s.winner else -1.0


# ---- knowledge: may I see that? Everything is open, so there is nothing to resample
OBSERVATION = (Piece("own discs", 42, "by column, from below"), Piece("other discs", 42, "likewise"))


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """The grid as numbers for learning programs: the player's own discs, then the opponent's."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            cell = column * ROWS + row
            out[cell] = 1.0 if s.owner[column, row] == seat else 0.0
            out[COLUMNS * ROWS + cell] = 1.0 if s.owner[column, row] == 1 - seat else 0.0


class View(BoardView, frozen=True, kw_only=True):
    """What players and spectators see: rows from the top, ● is the first player."""

    cells: Annotated[list[str], Words("·", "●", "○"), Exactly(COLUMNS * ROWS)]


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Show the grid, the same for everyone; each cell holds the index of its word."""
    v.width = COLUMNS
    for row in range(ROWS):
        for column in range(COLUMNS):
            v.cells[row * COLUMNS + column] = 1 + s.owner[column, ROWS - 1 - row]


# ---- refusals: why may I not? A move can only fail because the column is full
REASONS = Reasons()
COLUMN_FULL = REASONS.add("CF-03", "column_full", "Column {column} is full.", column=NUMBER)


@rule
def why_not(s: State, action: int) -> int:
    """Why an illegal action is refused; never called for legal ones."""
    return because(COLUMN_FULL, action + 1)


# ---- notation: how do I say it? From here on `s` is a snapshot: plain numbers and lists
def move_text(s: State, action: int) -> str:
    """A move is its column, counted from 1."""
    return f"column {action + 1}"


def position_text(s: State) -> str:
    """Columns from the bottom up, then the winner: `01/0/1//// -`."""
    columns = ["".join(str(seat) for seat in column if seat != NOBODY) for column in s.owner]
    return f"{'/'.join(columns)} {'-' if s.winner == NOBODY else s.winner}"


def read_position(s: State, text: str) -> None:
    """Put the discs of a position text on the grid."""
    grid, winner = text.split(" ")
    s.owner[:] = NOBODY
    for column, discs in enumerate(grid.split("/")):
        for row, seat in enumerate(discs):
            s.owner[column, row] = int(seat)
    dropped = sum(len(discs) for discs in grid.split("/"))
    s.turn = dropped % 2
    s.winner = NOBODY if winner == "-" else int(winner)
    s.over = s.winner != NOBODY or dropped == COLUMNS * ROWS


def summary(s: State, names: Sequence[str]) -> str:
    """The position in one line."""
    discs = sum(seat != NOBODY for column in s.owner for seat in column)
    if s.over:
        return f"{'a draw' if s.winner == NOBODY else f'{names[s.winner]} has won'} · {discs} discs"
    return f"{names[s.turn]} to drop a disc · {discs} discs"
