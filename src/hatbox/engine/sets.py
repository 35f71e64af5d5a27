"""Actions as a bit set, bit a for action a: how compiled rules list them, count them and spread them to a mask."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer

U = np.uint64
EVERY_SECOND, EVERY_OTHER_PAIR = U(0x5555555555555555), U(0x3333333333333333)
EVERY_OTHER_FOUR, EVERY_EIGHTH = U(0x0F0F0F0F0F0F0F0F), U(0x0101010101010101)
# A set of eight actions is one byte: as eight mask bytes, and as its members in order followed by their number.
SPREAD = np.unpackbits(np.arange(256, dtype=np.uint8), bitorder="little").view(np.uint64)
_MEMBERS = [[a for a in range(8) if byte >> a & 1] for byte in range(256)]
MEMBERS = np.array([[*some, *[0] * (8 - len(some)), len(some)] for some in _MEMBERS], np.int8)


@rule
def listed(bits: np.uint64, out: Buffer) -> int:
    """Write the members of a set into `out`, in order, and return their number."""
    n = first = 0
    while bits != U(0):
        eight = bits & U(255)
        count = int(MEMBERS[eight, 8])
        for k in range(count):
            out[n + k] = first + MEMBERS[eight, U(k)]
        n += count
        first += 8
        bits = U(bits >> U(8))
    return n


@rule
def size(bits: np.uint64) -> int:
    """How many members a set has: sums of neighbouring bits, then of pairs, fours and eights."""
    bits = U(bits - (bits >> U(1) & EVERY_SECOND))
    bits = U((bits & EVERY_OTHER_PAIR) + (bits >> U(2) & EVERY_OTHER_PAIR))
    return int(U(U(bits + (bits >> U(4)) & EVERY_OTHER_FOUR) * EVERY_EIGHTH) >> U(56))


@rule
def member(bits: np.uint64, k: int) -> int:
    """Member number k of a set, counted from 0."""
    first = 0
    eight = bits & U(255)
    while k >= MEMBERS[eight, 8]:
        k -= MEMBERS[eight, 8]
        first += 8
        bits = U(bits >> U(8))
        eight = bits & U(255)
    return first + int(MEMBERS[eight, U(k)])
