"""A record as plain Python values, for stories and notations.

A snapshot has the names of the record's fields, numbers as `int` and `bool`, arrays as lists. Each field is read on
first access: the text of a move needs few of them, often none. Nothing done to a snapshot can reach the state.
"""

import struct
from functools import cache
from math import prod
from typing import Any

import numpy as np

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}


class Field:
    """The position of one field in a record's bytes."""

    def __init__(self, dtype: "np.dtype[Any]", at: int) -> None:
        """Prepare reading its numbers; an array has a shape."""
        self._shape = dtype.shape
        self._numbers = struct.Struct(f"<{at}x{prod(dtype.shape)}{_CODES[dtype.base.str[1:]]}")

    def read(self, data: bytes) -> Any:
        """A number, or an array as (nested) lists."""
        values = self._numbers.unpack_from(data)
        return _nested(values, self._shape) if self._shape else values[0]


class Snapshot:
    """The values of one record; its `vars` are those that were read or set."""

    __slots__ = ("__dict__", "_data", "_fields")

    def __init__(self, fields: dict[str, Field], data: bytes) -> None:
        """Keep the bytes; nothing is read yet."""
        self._fields, self._data = fields, data

    def __getattr__(self, name: str) -> Any:
        """Read a field and keep its value, so that the next access finds it directly."""
        if name.startswith("_") or name not in self._fields:
            raise AttributeError(f"the state has no {name}")
        value = self._fields[name].read(self._data)
        setattr(self, name, value)
        return value


class Reader:
    """Reads the bytes of one kind of record."""

    def __init__(self, dtype: "np.dtype[Any]") -> None:
        """Find every field, skipping overlapping and filler ones."""
        assert dtype.names is not None and dtype.fields is not None
        self._fields: dict[str, Field] = {}
        end = 0
        for name in dtype.names:
            kind, at = dtype.fields[name][:2]
            if at < end:  # shares the bytes of an earlier field
                continue
            end = at + kind.itemsize
            if not name.startswith("hole_"):
                self._fields[name] = Field(kind, at)
        self.size, self.turn, self.over = dtype.itemsize, _place(dtype, "turn"), _place(dtype, "over")
        self._rng = struct.Struct(f"<{_place(dtype, 'rng')}xQ")

    def rng(self, data: bytes) -> int:
        """The generator in a record's bytes."""
        number: int = self._rng.unpack_from(data)[0]
        return number

    def read(self, data: bytes) -> Snapshot:
        """The snapshot of one record's bytes."""
        return Snapshot(self._fields, data)


def _place(dtype: "np.dtype[Any]", name: str) -> int:
    """The offset of a field; 0 in a record that is not a game's."""
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
