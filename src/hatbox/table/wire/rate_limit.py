"""How fast a visitor may ask."""

import time
from collections import OrderedDict


class Bucket:
    """Refills with time; whoever takes more than there is goes into debt."""

    def __init__(self, rate: float, size: float) -> None:
        """Begin full."""
        self._rate, self._size = rate, size
        self._level, self._at = size, time.monotonic()

    def take(self) -> float:
        """Take one and give what is left; below 0: too fast."""
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate) - 1
        self._at = now
        return self._level

    @property
    def empty(self) -> bool:
        """Whether nothing is left to take now."""
        return self._level + (time.monotonic() - self._at) * self._rate < 1

    def give_back(self) -> None:
        """What was refused costs nothing."""
        self._level += 1


class Buckets:
    """A bucket per address, the oldest forgotten."""

    def __init__(self, rate: float, size: float, most: int = 4096) -> None:
        """All buckets are alike."""
        self._rate, self._size, self._most = rate, size, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether this address may ask once more."""
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
        """Whether this address could not ask once more; asking this costs nothing."""
        bucket = self._buckets.get(address)
        return bucket is not None and bucket.empty
