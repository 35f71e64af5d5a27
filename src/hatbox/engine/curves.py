"""The mathematical functions that bots need, in plain arithmetic: identical bits on every machine, so identical moves.

Math libraries differ in the last bit. These are accurate to about nine digits, and fast.
"""

import numpy as np

from hatbox.engine.jit import rule

LN2, PER_LN2 = 0.6931471805599453, 1.4426950408889634
ROOT_2 = 1.4142135623730951
FRACTION, ONE, SHIFT, BIAS = 0xFFFFFFFFFFFFF, 0x3FF0000000000000, 52, 1023
FARTHEST = 20.0  # beyond this, tanh is 1
A3, A5, A7, A9 = 1 / 3, 1 / 5, 1 / 7, 1 / 9
B2, B3, B4, B5, B6, B7, B8 = 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320
TIE = 1e-6  # so that a power that should be a whole number is never slightly less


@rule
def ln(x: float) -> float:
    """The natural logarithm of a number above 0."""
    bits = np.float64(x).view(np.int64)
    power = float((bits >> SHIFT) - BIAS)
    part = np.int64(bits & FRACTION | ONE).view(np.float64)
    if part > ROOT_2:
        part *= 0.5
        power += 1.0
    z = (part - 1.0) / (part + 1.0)
    q = z * z
    return power * LN2 + 2.0 * z * (1.0 + q * (A3 + q * (A5 + q * (A7 + q * A9))))


@rule
def exp(x: float) -> float:
    """E to the power of a number that is not too far from 0."""
    power = np.floor(x * PER_LN2 + 0.5)
    r = x - power * LN2
    series = 1.0 + r * (1.0 + r * (B2 + r * (B3 + r * (B4 + r * (B5 + r * (B6 + r * (B7 + r * B8)))))))
    return float(series * np.int64((int(power) + BIAS) << SHIFT).view(np.float64))


@rule
def tanh(x: float) -> float:
    """The hyperbolic tangent, from -1 to 1."""
    return 1.0 - 2.0 / (exp(2.0 * min(max(x, -FARTHEST), FARTHEST)) + 1.0)


@rule
def power(x: float, y: float) -> float:
    """X to the power of y, for x of at least 0."""
    if y == 1.0:
        return x
    return exp(y * ln(x)) + TIE if x > 0.0 else 0.0
