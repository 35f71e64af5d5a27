"""Metrics for operators, in the text format of Prometheus; nothing about people."""

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metrics:
    """Counts events, and how long a move took from the mailbox to its acknowledgement."""

    def __init__(self) -> None:
        """Start with all counters at zero."""
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def count(self, name: str, label: str = "", value: str = "") -> None:
        """Count one more event."""
        self._counts[name, label, value] += 1

    def stored(self, seconds: float) -> None:
        """Record how long a change took until it was stored."""
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: dict[str, int]) -> str:
        """Return all metrics as text."""
        lines = [f"hatbox_{name} {value}" for name, value in gauges.items()]
        lines += [f"hatbox_{_named(*counted)} {number}" for counted, number in sorted(self._counts.items())]
        below = 0
        for bound, number in zip((*BOUNDS, "+Inf"), self._buckets, strict=True):
            below += number
            lines.append(f'hatbox_store_seconds_bucket{{le="{bound}"}} {below}')
        return "\n".join(
            [*lines, f"hatbox_store_seconds_sum {self._seconds}", f"hatbox_store_seconds_count {below}", ""]
        )


def _named(name: str, label: str, value: str) -> str:
    """Return one counter as Prometheus writes it."""
    return f'{name}_total{{{label}="{value}"}}' if label else f"{name}_total"
