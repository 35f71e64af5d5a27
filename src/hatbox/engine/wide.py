"""Eight numbers written at once: rows of a table, copied to where an observation wants them.

Left to itself the compiler cuts copies that overlap into small pieces, and those of a row's odd end into a masked one,
which some processors take dozens of steps for; see wide_numba.py.
"""

from typing import Any

from hatbox.engine.jit import compiled_in

EIGHT = 8


def put_eight(table: Any, row: Any, out: Any, at: Any) -> None:
    """Copy a row of eight numbers to `out[at]` and the seven places behind it."""
    out[int(at) : int(at) + EIGHT] = table[int(row)]


compiled_in("hatbox.engine.wide_numba")
