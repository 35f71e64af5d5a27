"""The record of a Magic Hexagon game, its constants and its options."""

from enum import IntEnum
from typing import Annotated

from hatbox.engine.record import Bool, Int8, Int8s, Int16, Int16s, Record, Uint8, Uint64s
from hatbox.games.magic_hexagon.board import CELLS, NEIGHBOURS
from hatbox.options import ON_OFF, Option

SEATS = 4
HATS = 4  # red, blue, green, white; hat h collects colour h
HAT_NAMES = ("red", "blue", "green", "white")
NOBODY = NO_HAT = NONE = -1

# discs: what a cell shows, and the kinds of coloured discs; the value of a kind is kind + 1 (MH-02)
HOLE, BLACK_DISC = -1, 44
FACES = 44
INGREDIENT, KITCHEN, MAGIC = range(3)
KINDS = 3
COPIES = 4  # of each ingredient; each tool exists once per colour
FIRST_KITCHEN, FIRST_MAGIC = 12, 28  # faces
DISCS, WHOLE_VALUE = 80, 128
BOX_STONES = (16, 8, 8)  # MH-O05: green, light blue, dark blue

# values of the options
THIS_HAT, ANY_HAT = range(2)
STRAIGHT, PATH = range(2)
ANY_DISC, LOWER_ONLY = range(2)
FORBIDDEN, SKIP = range(2)
UNLIMITED, BOX = range(2)
NOBODY_CAN, FIRST_STUCK = range(2)
SHARED, BY_STONES = range(2)
RANDOM_START = 4

LAYOUTS = ("lozenge", "corners", "ring")
OPTIONS = (
    Option("layout", "lozenge", "MH-R20", choices=LAYOUTS, house=True),
    Option("stone_values", (2, 4, 6), "MH-R19", span=(0, 20), count=KINDS, house=True),
    Option("hypnosis", True, "MH-05", choices=ON_OFF, house=True),
    Option("jump_condition", "this_hat", "MH-O01", choices=("this_hat", "any_hat")),
    Option("movement", "straight", "MH-O02", choices=("straight", "path"), house=True),
    Option("first_round_limit", True, "MH-21", choices=ON_OFF, house=True),
    Option("restriction_counts", "any", "MH-O03", choices=("any", "lower_only")),
    Option("hypnosis_dead_hat", "forbidden", "MH-O04", choices=("forbidden", "skip")),
    Option("stone_supply", "unlimited", "MH-O05", choices=("unlimited", "box")),
    Option("end_rule", "nobody_can", "MH-O06", choices=("nobody_can", "first_stuck")),
    Option("tie_break", "shared", "MH-O07", choices=("shared", "stones"), house=True),
    Option("start", 0, "MH-O08", choices=(0, 1, 2, 3, "random"), house=True, seat=True),
)


class Phase(IntEnum):
    """What is to be chosen."""

    HYPNO, MOVE, PICK, OVER = range(4)


class Action(IntEnum):
    """The first action number of each group."""

    MOVE = 0  # + (hat · 91 + cell) · 3 + kind
    PICK = 1092  # + direction of the disc from the hat
    NO_HYPNOSIS = 1098
    NAME = 1099  # + hat: hypnotise by naming it


N_ACTIONS = 1103
MOST_MOVES = 480  # each move takes a disc next to its cell, and there are 2 · 240 pairs of neighbours


class State(Record, slug="magic_hexagon"):
    """Everything on the table. `turn` is the seat being asked: during HYPNO, the one after the current seat."""

    board: Annotated[Int8s, CELLS]  # HOLE, a face or BLACK_DISC
    hats: Annotated[Int8s, HATS]  # their cells
    owned: Annotated[Int8s, SEATS, FACES]
    stones: Annotated[Int8s, SEATS, KINDS]  # green, light blue, dark blue
    turn_index: Int16
    moves_made: Int16
    first: Int8  # the seat of turn 0
    phase: Int8
    named: Int8  # the hat that must be moved, or NO_HAT
    cards: Uint8  # one bit per seat: still has the hypnosis card
    protected: Int8  # the seat that cannot be hypnotised, or NOBODY
    pend: Annotated[Int8s, 3]  # hat, cell and value while one disc is picked (MH-21), else NONE

    # computed from the fields above by `derive`, and kept up to date by the rules
    discs: Annotated[Uint64s, 2]  # cells with any disc
    lying: Annotated[Uint64s, HATS, KINDS, 2]  # cells with discs of a colour and kind
    counts: Annotated[Int8s, SEATS, HATS, KINDS]  # owned discs by colour and kind
    sets: Annotated[Int8s, SEATS, KINDS]  # complete sets, paid or not
    score: Annotated[Int16s, SEATS]

    layout: Int8
    stone_values: Annotated[Int8s, KINDS]
    hypnosis: Bool
    jump_condition: Int8
    movement: Int8
    first_round_limit: Bool
    restriction_counts: Int8
    hypnosis_dead_hat: Int8
    stone_supply: Int8
    end_rule: Int8
    tie_break: Int8
    start: Int8


def kind_of(face: int) -> int:
    """MH-02: ingredient, kitchen or magic tool."""
    return INGREDIENT if face < FIRST_KITCHEN else KITCHEN if face < FIRST_MAGIC else MAGIC


def colour_of(face: int) -> int:
    """The disc's colour, which is the hat that collects it."""
    return face // 3 if face < FIRST_KITCHEN else face % 4


def symbol_of(face: int) -> int:
    """Twelve ingredients, four kitchen and four magic tools."""
    return face if face < FIRST_KITCHEN else FIRST_KITCHEN + (face - FIRST_KITCHEN) // 4


# ---- invariants ------------------------------------------------------------------------------------------


def conserved(s: State) -> None:
    """Every face appears as often as in the box: 128 points in all, and scores match discs and stones (MH-72)."""
    for face in range(FACES):
        owned = sum(int(s.owned[seat][face]) for seat in range(SEATS))
        assert list(s.board).count(face) + owned == (COPIES if face < FIRST_KITCHEN else 1)
    on_board = sum(kind_of(face) + 1 for face in s.board if 0 <= face < FACES)
    in_hand = sum((kind_of(face) + 1) * row[face] for row in s.owned for face in range(FACES))
    assert on_board + in_hand == WHOLE_VALUE
    for seat in range(SEATS):
        discs = sum((kind_of(face) + 1) * s.owned[seat][face] for face in range(FACES))
        assert s.score[seat] == discs + sum(s.stones[seat][k] * s.stone_values[k] for k in range(KINDS))


def linked(s: State, start: list[int]) -> set[int]:
    """The discs connected to these cells (MH-40)."""
    found, waiting = set(start), list(start)
    while waiting:
        for cell in NEIGHBOURS[waiting.pop()]:
            if s.board[cell] != HOLE and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found
