"""Sets of cells as two words, low and high; see board.py for the bit of a cell."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.games.magic_hexagon.board import BITS, CELL, WORD, frozen

U = np.uint64
ONE = U(1)
EMPTY = U(0)
Cells = tuple[np.uint64, np.uint64]

# A De Bruijn sequence: after a shift by 0 … 63, its six highest bits are all different.
DE_BRUIJN = U(0x03F79D71B4CB0A89)
TOP_SIX = U(58)
_TOPS = [((int(DE_BRUIJN) << bit) % (1 << WORD)) >> int(TOP_SIX) for bit in range(WORD)]
_PLACES = [_TOPS.index(top) for top in range(WORD)]
CELL_AT_TOP = frozen([[CELL[at] if at < BITS else -1 for at in (place, WORD + place)] for place in _PLACES])


@rule
def lowest_of(word: np.uint64) -> np.uint64:
    """The lowest set bit of a word, alone."""
    return U(word & U(U(~word) + ONE))


@rule
def cell_of(one: np.uint64, word: int) -> int:
    """The cell of a single bit in the low (0) or high (1) word."""
    return CELL_AT_TOP[U(U(one * DE_BRUIJN) >> TOP_SIX), word]


@rule
def without_lowest(low: np.uint64, high: np.uint64) -> Cells:
    """A non-empty set without its lowest bit."""
    return (U(low & U(low - ONE)), high) if low else (low, U(high & U(high - ONE)))


@rule
def has(low: np.uint64, high: np.uint64, bit: int) -> bool:
    """Whether a bit is in the set; bits beyond the board never are."""
    if bit < 0 or bit >= 2 * WORD:
        return False
    word = low if bit < WORD else high
    return U(word >> U(bit % WORD)) & ONE == ONE


@rule
def below_all(word: np.uint64) -> np.uint64:
    """All bits below the lowest set bit of a word; for an empty word, all bits."""
    return U(U(~word) & U(word - ONE))


@rule
def above_all(word: np.uint64) -> np.uint64:
    """All bits above the highest set bit of a word; for an empty word, all bits."""
    word = U(word | word >> U(1))
    word = U(word | word >> U(2))
    word = U(word | word >> U(4))
    word = U(word | word >> U(8))
    word = U(word | word >> U(16))
    return U(~U(word | word >> U(32)))


@rule
def several(low: np.uint64, high: np.uint64) -> bool:
    """Whether a set has more than one cell."""
    if low and high:
        return True
    word = U(low | high)
    return U(word & U(word - ONE)) != EMPTY


@rule
def around(low: np.uint64, high: np.uint64) -> Cells:
    """All cells next to a cell of the set."""
    low_2, high_2 = (
        U(low | low << U(1)),
        U(high | high << U(1) | low >> U(63)),
    )  # each with its east neighbour
    return (
        U(low << U(1) | low >> U(1) | high << U(63) | low_2 << U(11) | low_2 >> U(12) | high_2 << U(52)),
        U(high << U(1) | low >> U(63) | high >> U(1) | high_2 << U(11) | low_2 >> U(53) | high_2 >> U(12)),
    )


@rule
def linked(low: np.uint64, high: np.uint64, on_low: np.uint64, on_high: np.uint64) -> Cells:
    """The set, and everything connected to it through the cells of a second set."""
    while True:
        near_low, near_high = around(low, high)
        new_low, new_high = U(near_low & on_low & ~low), U(near_high & on_high & ~high)
        if U(new_low | new_high) == EMPTY:
            return low, high
        low, high = U(low | new_low), U(high | new_high)
