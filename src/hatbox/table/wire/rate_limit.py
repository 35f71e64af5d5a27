"""How fast a visitor may send requests."""

import time
from collections import OrderedDict


class Bucket:
    """A token bucket: refills over time; taking more than it holds leaves a debt."""

    def __init__(self, rate: float, size: float) -> None:
        """Start full."""
        self._rate, self._size = rate, size
        self._level, self._at = size, time.monotonic()

    def take(self) -> float:
        """Take one and return what is left; below 0: too fast."""
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate) - 1
        self._at = now
        return self._level

    @property
    def empty(self) -> bool:
        """Whether nothing is left to take now."""
        return self._level + (time.monotonic() - self._at) * self._rate < 1

    def give_back(self) -> None:
        """Give one back: a refused request costs nothing."""
        self._level += 1


class Buckets:
    """One bucket per address; the oldest is dropped."""

    def __init__(self, rate: float, size: float, most: int = 4096) -> None:
        """All buckets have the same size and rate."""
        self._rate, self._size, self._most = rate, size, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether this address may send one more request."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._size)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        if bucket.take() < 0:
            bucket.give_back()
            return False
        return True

    def used_up(self, address: str) -> bool:
        """Whether this address is over its limit; checking costs nothing."""
        bucket = self._buckets.get(address)
        return bucket is not None and bucket.empty
