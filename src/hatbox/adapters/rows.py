"""A row of a matrix for compiled loops, lent and not counted.

`matrix[i]` as an argument counts a reference up and down again at every step, by instructions that all cores wait for:
longer than many an observation takes to be written. Here the caller keeps the matrix alive, and nothing is counted.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

from hatbox.engine.numba_internals import arrays, cgutils, config


def _lent(matrix: Any, i: int) -> Any:
    """One row of a matrix; use it only while somebody else holds the matrix."""
    return matrix[i]


def _typed(context: Any, matrix: Any, i: Any) -> Any:
    """How `row_of` is compiled: an array that nobody owns, over the bytes of the row."""
    row = types.Array(matrix.dtype, 1, "C")

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = arrays.make_array(matrix)(target, builder, arguments[0])
        size = cgutils.unpack_tuple(builder, whole.shape, 2)[1]
        made = arrays.make_array(row)(target, builder)
        start = builder.mul(arguments[1], size)
        arrays.populate_array(
            made,
            data=builder.gep(whole.data, [start]),
            shape=cgutils.pack_array(builder, [size]),
            strides=cgutils.pack_array(builder, [whole.itemsize]),
            itemsize=whole.itemsize,
            meminfo=None,
        )
        return made._getvalue()

    return row(types.Array(matrix.dtype, 2, "C"), types.intp), generate


row_of: Any = _lent if config.DISABLE_JIT else intrinsic(_typed)
