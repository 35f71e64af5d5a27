"""The only random generator, stored in the state record (field `rng`).

It is splitmix64: seed and actions determine the whole game, byte for byte, on every machine.
"""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.notes import CHANCE
from hatbox.engine.record import Record
from hatbox.engine.tape import append

U = np.uint64
GOLDEN = U(0x9E3779B97F4A7C15)
MIX_1 = U(0xBF58476D1CE4E5B9)
MIX_2 = U(0x94D049BB133111EB)
PER_WORD = 2.0**-53


@rule
def scramble(z: np.uint64) -> np.uint64:
    """The bits of a number, thoroughly mixed."""
    z = U((z ^ (z >> U(30))) * MIX_1)
    z = U((z ^ (z >> U(27))) * MIX_2)
    return U(z ^ (z >> U(31)))


@rule
def seeded(seed: np.uint64) -> np.uint64:
    """The generator's first state for a seed; hashed, so that neighbouring seeds share no stream."""
    return scramble(U(scramble(U(seed + GOLDEN)) + GOLDEN))


@rule
def mixed(z: np.uint64, number: int) -> np.uint64:
    """Mix bits with a number of at least 0: different bits for every number, always the same for the same number."""
    return scramble(U(U(z + GOLDEN) ^ U(number)))


@rule
def fraction(z: np.uint64) -> float:
    """A random word as a number from 0 to just below 1."""
    return float(z >> U(11)) * PER_WORD


@rule
def scaled(z: np.uint64, n: int) -> int:
    """A random word scaled to 0 … n-1."""
    return int(U(U(z >> U(32)) * U(n)) >> U(32))


@rule
def below(s: Record, n: int) -> int:
    """A whole number 0 … n-1, drawn from the record's generator."""
    append(s, CHANCE)
    s.rng = U(U(s.rng) + GOLDEN)  # type: ignore[assignment]
    return scaled(scramble(U(s.rng)), n)
