"""The outer form of a compiled entry: a function that the Python interpreter can call.

An array arrives as its object: the wrapper checks that it is what the entry was compiled for, and reads where its
numbers are and how many there are. So a call costs little more than a C call, and no Python or NumPy header is needed:
`engine/native.py` lists the layout of an array and the Python functions that are used, and verifies the layout.
"""

from typing import Any

from numba import types

from hatbox.engine.native import ARRAY, LAYOUT, NOT_IMPLEMENTED, PYTHON, USABLE
from hatbox.engine.numba_internals import as_dtype

TABLE = f"[{len(PYTHON)} x ptr]"
GIVEN_BY_PYTHON = f"@hatbox_python = global {TABLE} zeroinitializer"
SCALARS = {  # how it is passed, and the function that converts an object to it
    types.int64: ("i64", "PyLong_AsLongLong"),
    types.uint64: ("i64", "PyLong_AsUnsignedLongLongMask"),
    types.boolean: ("i32", "PyObject_IsTrue"),
    types.float64: ("double", "PyFloat_AsDouble"),
}


def wrapper(name: str, made: Any, long: bool) -> str:
    """The wrapper of a compiled entry; a long one lets other threads run in the meantime."""
    return _Wrapper(made, long).text(name)


class _Wrapper:
    """Collects the lines of one wrapper."""

    def __init__(self, made: Any, long: bool) -> None:
        result: Any = made.signature.return_type
        self.kinds, self.result = made.signature.args, getattr(result, "literal_type", result)
        self.inner, self.long = made.fndesc.llvm_func_name, long
        self.lines: list[str] = []
        self.passes: list[str] = []

    def text(self, name: str) -> str:
        """The whole function: it rejects what it was not compiled for, before it touches anything."""
        arrays = [k for k, kind in enumerate(self.kinds) if isinstance(kind, types.Array)]
        self.lines.append(f"%enough = icmp eq i64 %count, {len(self.kinds)}")
        self._go_on_if(["%enough"], "given")
        for k in range(len(self.kinds)):
            self._read(f"a{k}", "ptr", "%arguments", 8 * k)
        kind = self._of_python(ARRAY)
        self._go_on_if([self._is(f"type{k}", "ptr", f"%a{k}", LAYOUT.type, kind) for k in arrays], "arrays")
        self._go_on_if([one for k in arrays for one in self._fits(k, self.kinds[k])], "fitting")
        for k, kind in enumerate(self.kinds):
            self._pass_on(k, kind)
        wrong = self._call("ptr", "PyErr_Occurred")
        self.lines.append(f"%fine = icmp eq ptr {wrong}, null")
        self.lines += ["br i1 %fine, label %call, label %wrong", "call:"]
        self._call_inner()
        self.lines.append("wrong:")
        self._call("void", "PyErr_Clear")
        self.lines += ["br label %refused", "refused:"]
        self._give_one_of_python(NOT_IMPLEMENTED)
        takes = ", ".join(["ptr", "ptr", *(one.split()[0] for one in self.passes)])
        body = "\n".join(self.lines)
        return (
            f"@hatbox_python = external global {TABLE}\ndeclare i32 @{self.inner}({takes})\n"
            f"define ptr @{name}(ptr %self, ptr %arguments, i64 %count) {{\n{body}\n}}"
        )

    def _new(self, line: str) -> str:
        """Assign a value to a new name."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {line}")
        return name

    def _read(self, name: str, how: str, start: str, offset: int) -> str:
        """Load what is at some offset from an address."""
        at = self._new(f"getelementptr i8, ptr {start}, i64 {offset}")
        self.lines.append(f"%{name} = load {how}, ptr {at}")
        return f"%{name}"

    def _is(self, name: str, how: str, start: str, offset: int, wanted: str | int) -> str:
        """Check that the expected value is there."""
        return self._new(f"icmp eq {how} {self._read(name, how, start, offset)}, {wanted}")

    def _go_on_if(self, all_of: list[str], label: str) -> None:
        """Reject the call unless all conditions hold."""
        sure = "true"
        for one in all_of:
            sure = self._new(f"and i1 {sure}, {one}")
        self.lines += [f"br i1 {sure}, label %{label}, label %refused", f"{label}:"]

    def _of_python(self, name: str) -> str:
        """The address of one of Python's objects or functions."""
        at = self._new(f"getelementptr {TABLE}, ptr @hatbox_python, i64 0, i64 {PYTHON.index(name)}")
        return self._new(f"load ptr, ptr {at}")

    def _call(self, how: str, name: str, *given: str) -> str:
        """Call one of Python's functions."""
        call = f"call {how} {self._of_python(name)}({', '.join(given)})"
        if how != "void":
            return self._new(call)
        self.lines.append(call)
        return ""

    def _give_one_of_python(self, name: str) -> None:
        """Return one of Python's own objects, with its reference count increased."""
        it = self._of_python(name)
        self._call("void", "Py_IncRef", f"ptr {it}")
        self.lines.append(f"ret ptr {it}")

    def _fits(self, k: int, kind: Any) -> list[str]:
        """Check that an array has the right type, is contiguous, and is writable."""
        dtype = as_dtype(kind.dtype)
        flags = self._new(f"and i32 {self._read(f'flags{k}', 'i32', f'%a{k}', LAYOUT.flags)}, {USABLE}")
        found = self._read(f"dtype{k}", "ptr", f"%a{k}", LAYOUT.dtype)
        return [
            self._is(f"ndim{k}", "i32", f"%a{k}", LAYOUT.ndim, kind.ndim),
            self._new(f"icmp eq i32 {flags}, {USABLE}"),
            self._is(f"number{k}", "i32", found, LAYOUT.number, dtype.num),
            self._is(f"size{k}", "i64", found, LAYOUT.itemsize, dtype.itemsize),
        ]

    def _pass_on(self, k: int, kind: Any) -> None:
        """Pass an argument on in the form Numba expects."""
        if isinstance(kind, types.Array):
            self._pass_array(k, kind)
        elif kind == types.none:
            self.passes.append("ptr null")
        else:
            how, function = SCALARS[kind]
            value = self._call(how, function, f"ptr %a{k}")
            if kind == types.boolean:
                how, value = "i8", self._new(f"trunc i32 {value} to i8")
            self.passes.append(f"{how} {value}")

    def _pass_array(self, k: int, kind: Any) -> None:
        """Pass no owner, the number of items and their size, their address, sizes and strides."""
        data = self._read(f"data{k}", "ptr", f"%a{k}", LAYOUT.data)
        shape = self._read(f"shape{k}", "ptr", f"%a{k}", LAYOUT.shape)
        sizes = [self._read(f"length{k}.{d}", "i64", shape, 8 * d) for d in range(kind.ndim)]
        each = str(as_dtype(kind.dtype).itemsize)
        strides, items = [each], sizes[-1]
        for size in reversed(sizes[:-1]):
            strides.insert(0, self._new(f"mul i64 {items}, {each}"))
            items = self._new(f"mul i64 {items}, {size}")
        numbers = [f"i64 {n}" for n in [*sizes, *strides]]
        self.passes += ["ptr null", "ptr null", f"i64 {items}", f"i64 {each}", f"ptr {data}", *numbers]

    def _call_inner(self) -> None:
        """Call the entry, and turn its result into an object."""
        self.lines += ["%result = alloca i64", "%error = alloca ptr"]
        thread = self._call("ptr", "PyEval_SaveThread") if self.long else ""
        given = ", ".join(["ptr %result", "ptr %error", *self.passes])
        self._new(f"call i32 @{self.inner}({given})")
        if self.long:
            self._call("void", "PyEval_RestoreThread", f"ptr {thread}")
        if self.result == types.none:
            self._give_one_of_python("None")
            return
        function, how = "PyLong_FromLongLong", "i64"
        if self.result == types.float64:
            function, how = "PyFloat_FromDouble", "double"
        elif self.result == types.uint64:
            function = "PyLong_FromUnsignedLongLong"
        elif self.result == types.boolean:
            function = "PyBool_FromLong"
        bits = 8 if self.result == types.boolean else self.result.bitwidth
        value = self._new(f"load {how if bits == 64 else f'i{bits}'}, ptr %result")
        if bits < 64:
            wider = "sext" if getattr(self.result, "signed", False) else "zext"
            value = self._new(f"{wider} i{bits} {value} to i64")
        self.lines.append(f"ret ptr {self._call('ptr', function, f'{how} {value}')}")
