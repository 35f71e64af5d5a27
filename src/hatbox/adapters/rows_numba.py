"""How a row is lent to compiled loops."""

from typing import Any

from numba import types
from numba.extending import intrinsic

from hatbox.adapters.rows import row_of
from hatbox.engine.compiling import FORMS
from hatbox.engine.numba_internals import arrays, cgutils


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


FORMS[row_of] = intrinsic(_typed)
