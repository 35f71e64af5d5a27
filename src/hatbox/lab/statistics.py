"""Means and shares with their 95 % intervals."""

import math
from collections.abc import Sequence

import numpy as np

SURE = 1.96  # standard deviations of a 95 % interval

Estimate = list[float]  # a mean or a share, and the ends of its interval


def spread(results: Sequence[float], together: int = 1) -> Estimate:
    """A mean with its interval."""
    return [round(one, 1) for one in (sum(results) / len(results), *spread_of(results, together))]


def spread_of(results: Sequence[float], together: int = 1) -> tuple[float, float]:
    """The 95 % interval of a mean; games of one seed count for less if they are similar."""
    mean, n = sum(results) / len(results), len(results)
    variance = sum((one - mean) ** 2 for one in results) / max(1, n - 1)
    wide = SURE * math.sqrt(variance / n * max(1.0, likeness(results, together)))
    return mean - wide, mean + wide


def share(results: Sequence[float], together: int = 1) -> Estimate:
    """A share with its interval."""
    return [round(one, 4) for one in (sum(results) / len(results), *interval(results, together))]


def interval(shares: Sequence[float], together: int = 1) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's, which is also accurate near 0 and 1).

    This many games in a row come from one seed (`together`), and count for less if they end alike.
    """
    mean = sum(shares) / len(shares)
    n = len(shares) / max(1.0, likeness(shares, together))
    middle = (mean + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
    wide = SURE * math.sqrt(mean * (1 - mean) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)
    return max(0.0, middle - wide), min(1.0, middle + wide)


def likeness(shares: Sequence[float], together: int) -> float:
    """How much more the mean varies than that of unrelated games; below 1 if rotation evens it out."""
    whole = np.array(shares[: len(shares) // together * together]).reshape(-1, together)
    spread = float(whole.var()) if len(whole) > 1 else 0.0
    return float(whole.mean(axis=1).var(ddof=1)) * together / spread if spread > 0 else 1.0
