"""A record as plain Python values: what views, stories and notations read.

A snapshot has the names of the record's fields, numbers as `int` and `bool`, arrays as lists. Reading it is many
times faster than reading a NumPy record, and nothing done to it can reach the state.
"""

import struct
from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import numpy as np

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}


class Reader:
    """Reads the bytes of one kind of record."""

    def __init__(self, dtype: "np.dtype[Any]") -> None:
        """Lay out which values belong to which field; overlapping and filling fields are passed over."""
        assert dtype.names is not None and dtype.fields is not None
        codes, at, end = "<", 0, 0
        numbers: list[tuple[str, int]] = []  # name and where it stands among all values
        self._arrays: list[tuple[str, int, int, tuple[int, ...]]] = []  # name, from, to, shape
        for name in dtype.names:
            kind, offset = dtype.fields[name][:2]
            if offset < end:  # shares the bytes of an earlier field
                continue
            end = offset + kind.itemsize
            size = int(np.prod(kind.shape, dtype=int))
            codes += f"{size}{_CODES[kind.base.str[1:]]}"
            if not kind.shape:
                numbers.append((name, at))
            elif not name.startswith("hole_"):
                self._arrays.append((name, at, at + size, kind.shape))
            at += size
        self._struct = struct.Struct(codes)
        self.size, self.turn, self.over = dtype.itemsize, _place(dtype, "turn"), _place(dtype, "over")
        self._rng = struct.Struct(f"<{_place(dtype, 'rng')}xQ")
        self._names = [name for name, _ in numbers]
        self._numbers = itemgetter(*(at for _, at in numbers))

    def rng(self, data: bytes) -> int:
        """The generator in a record's bytes."""
        number: int = self._rng.unpack_from(data)[0]
        return number

    def read(self, data: bytes) -> SimpleNamespace:
        """The snapshot of one record's bytes."""
        values = self._struct.unpack(data)
        found = SimpleNamespace()
        fields = found.__dict__
        fields.update(zip(self._names, self._numbers(values), strict=True))
        for name, start, end, shape in self._arrays:
            fields[name] = _nested(values[start:end], shape)
        return found


def _place(dtype: "np.dtype[Any]", name: str) -> int:
    """Where a field begins; 0 in a record that is not a game's."""
    fields: Any = dtype.fields or {}
    return int(fields[name][1]) if name in fields else 0


def _nested(values: tuple[Any, ...], shape: tuple[int, ...]) -> list[Any]:
    """A flat tuple as (nested) lists."""
    if len(shape) == 1:
        return list(values)
    width = len(values) // shape[0]
    return [_nested(values[k : k + width], shape[1:]) for k in range(0, len(values), width)]


@cache
def reader(dtype: "np.dtype[Any]") -> Reader:
    """The reader of a game's records."""
    return Reader(dtype)


def snapshot(record: Any) -> Any:
    """Plain values of one record."""
    return reader(record.dtype).read(record.tobytes())
