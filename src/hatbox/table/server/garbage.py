"""When Python looks for garbage that reference counting misses: rarely, because a full search stops everybody.

Moves leave no such garbage, and tables are taken apart when they end, so there is hardly anything to find.
"""

import gc

YOUNG = 10_000  # new objects until the youngest are searched: less than a millisecond
MIDDLE, OLD = 10, 100  # so many searches of the younger ones until the older ones are searched too


def search_rarely() -> None:
    """Leave what is there now alone for good – modules and compiled rules – and search the rest rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
