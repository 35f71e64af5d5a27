"""How eight numbers are written at once."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from hatbox.engine.compiling import FORMS
from hatbox.engine.numba_internals import arrays
from hatbox.engine.wide import EIGHT, put_eight


def _compiled(context: Any, table: Any, row: Any, out: Any, at: Any) -> Any:
    """How `put_eight` is compiled: one load and one store, without bounds checks or alignment."""

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


FORMS[put_eight] = intrinsic(_compiled)
