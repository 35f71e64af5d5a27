"""Eight numbers written at once: rows of a table, copied into an observation.

On its own, the compiler splits overlapping copies into small pieces, and the odd end of a row into a masked copy, which
takes some processors dozens of steps; see wide_numba.py.
"""

from typing import Any

from hatbox.engine.jit import compiled_in

EIGHT = 8


def put_eight(table: Any, row: Any, out: Any, at: Any) -> None:
    """Copy a row of eight numbers to `out[at]` and the seven places after it."""
    out[int(at) : int(at) + EIGHT] = table[int(row)]


compiled_in("hatbox.engine.wide_numba")
