"""Eight numbers written at once: rows of a table, copied to where an observation wants them.

Left to itself the compiler cuts copies that overlap into small pieces, and those of a row's odd end into a masked one,
which some processors take dozens of steps for.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from hatbox.engine.numba_internals import arrays, config

EIGHT = 8


def _interpreted(table: Any, row: Any, out: Any, at: Any) -> None:
    """Copy a row of eight numbers to `out[at]` and the seven places behind it."""
    out[int(at) : int(at) + EIGHT] = table[int(row)]


def _compiled(context: Any, table: Any, row: Any, out: Any, at: Any) -> Any:
    """How `put_eight` is compiled: one load and one store, which ask neither for bounds nor for even places."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, goal = (
            builder.gep(arrays.make_array(kind)(target, builder, array).data, [place])
            for kind, array, place in (
                (table, arguments[0], builder.mul(arguments[1], ir.Constant(arguments[1].type, EIGHT))),
                (out, arguments[2], arguments[3]),
            )
        )
        eight = ir.VectorType(source.type.pointee, EIGHT).as_pointer()
        bytes_each = table.dtype.bitwidth // 8
        row = builder.load(builder.bitcast(source, eight), align=bytes_each)
        builder.store(row, builder.bitcast(goal, eight), align=bytes_each)
        return target.get_dummy_value()

    return types.none(table, types.uint64, out, types.uint64), generate


put_eight: Any = _interpreted if config.DISABLE_JIT else intrinsic(_compiled)
