"""When Python searches for cyclic garbage: rarely, because a full search stops the whole server.

Moves leave no such garbage, and tables are taken apart when they end, so there is hardly anything to find.
"""

import gc

YOUNG = 10_000  # new objects until the youngest are searched: less than a millisecond
MIDDLE, OLD = 10, 100  # so many searches of one generation until the next is searched too


def search_rarely() -> None:
    """Exclude what exists now for good – modules and compiled rules – and search the rest rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
