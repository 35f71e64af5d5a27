"""A row of a matrix for compiled loops, lent and not counted.

`matrix[i]` as an argument counts a reference up and down again at every step, by instructions that all cores wait for:
longer than many an observation takes to be written. Here the caller keeps the matrix alive, and nothing is counted.
"""

from typing import Any

from hatbox.engine.jit import compiled_in


def row_of(matrix: Any, i: Any) -> Any:
    """One row of a matrix; use it only while somebody else holds the matrix."""
    return matrix[i]


compiled_in("hatbox.adapters.rows_numba")
