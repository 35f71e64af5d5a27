"""What a viewer is shown, as a record of integers: declared once, filled by rules, read by Python and browsers.

    class View(schema.View, frozen=True, kw_only=True):
        die: int
        choosing: Annotated[str, Words("roll", "hat", "field")]      # a number with names, -1: ""
        scores: Annotated[list[int], UpTo(6, "players")]             # as long as that field says
        winners: Annotated[list[int], UpTo(6)]                       # as long as `n_winners` says

A view lists explicitly what one seat may see. Rules write into a record with the same names, in which everything is a
32-bit number; a list is an array, and where no field gives its length, `n_<name>` does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
import numpy.typing as npt

Int32s = npt.NDArray[np.int32]
SPECTATOR = -1


class Words(tuple[str, ...]):
    """What a number stands for: word k for k, "" for -1."""

    name: str  # of the TypeScript type, if several fields share the words
    optional: bool  # whether a field may also be empty

    def __new__(cls, *words: str, name: str = "", optional: bool = False) -> "Words":
        """Any number of words; "" stands for a number that never occurs."""
        found = super().__new__(cls, words)
        found.name, found.optional = name, optional
        return found

    def or_none(self) -> "Words":
        """The same words, for fields that may also be empty."""
        return Words(*self, name=self.name, optional=True)

    def __eq__(self, other: object) -> bool:
        """Compare `optional` too: Python keeps one annotation for equal notes, so different ones must not be equal."""
        return isinstance(other, Words) and self.optional == other.optional and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Consistent with `__eq__`."""
        return hash((tuple(self), self.optional))


@dataclass(frozen=True)
class UpTo:
    """The length of a list: at most `most`, and exactly as many as a field says; two of them for lists of lists."""

    most: int
    count: str = ""  # the field with the length; empty: `n_<name>`


@dataclass(frozen=True)
class Exactly:
    """The length of a list that never changes."""

    most: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one seat or spectator may see now; a game adds its own fields, each one deliberately."""

    seat: int
    turn: int
    players: int
    over: bool
    capped: bool


@dataclass(frozen=True)
class Part:
    """One field: a number, a list of numbers, a list of lists, or rows of structures."""

    name: str
    kind: Any  # int, bool, str, or the class of a row
    words: Words
    lengths: tuple[UpTo | Exactly, ...]

    @property
    def is_rows(self) -> bool:
        """Whether it is a list of structures."""
        return isinstance(self.kind, type) and issubclass(self.kind, msgspec.Struct)

    @property
    def shape(self) -> tuple[int, ...]:
        """The capacity of its array."""
        return tuple(length.most for length in self.lengths)

    def count(self, depth: int) -> str:
        """The field that says how long the list is at a depth; empty if the length never changes."""
        length = self.lengths[depth]
        return "" if isinstance(length, Exactly) else length.count or f"n_{self.name}"

    @property
    def own_counts(self) -> list[tuple[str, tuple[int, ...]]]:
        """The counts that are in the record only for this list: name and shape."""
        return [
            (f"n_{self.name}", self.shape[:depth])
            for depth, length in enumerate(self.lengths)
            if isinstance(length, UpTo) and not length.count
        ]


@cache
def parts_of(struct: type[msgspec.Struct]) -> tuple[Part, ...]:
    """What the declaration of a view, or of a row in it, says."""
    hints = get_type_hints(struct, include_extras=True)
    return tuple(_part(name, hints[name]) for name in struct.__struct_fields__)


def _part(name: str, hint: Any) -> Part:
    """One field from its annotation."""
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    words = next((note for note in notes if isinstance(note, Words)), Words())
    lengths = tuple(note for note in notes if isinstance(note, UpTo | Exactly))
    while get_origin(kind) is list:
        (kind,) = get_args(kind)
    assert (kind is str) == bool(words), f"{name}: a text needs its words"
    return Part(name, kind, words, lengths)


# ---- the record ------------------------------------------------------------------------------------------


@cache
def dtype_of(struct: type[msgspec.Struct]) -> "np.dtype[Any]":
    """The dtype of the record that rules fill."""
    fields: list[Any] = []
    for part in parts_of(struct):
        fields.append((part.name, dtype_of(part.kind) if part.is_rows else np.int32, part.shape))
        fields += [(name, np.int32, shape) for name, shape in part.own_counts]
    return np.dtype((np.record, np.dtype(fields)))


@cache
def places_of(struct: type[msgspec.Struct]) -> dict[str, int]:
    """Where the fields of a record start, counted in numbers."""
    kind: Any = dtype_of(struct)
    return {name: kind.fields[name][1] // 4 for name in kind.names}


# ---- reading ---------------------------------------------------------------------------------------------


class ViewReader:
    """Turns the records of one game into views; records are reused, because a table shows many per second."""

    def __init__(self, view: type[View]) -> None:
        """Start without any spare records."""
        self._dtype, self._read = dtype_of(view), reader(view)
        self._kept: list[tuple[Any, Int32s]] = []

    def take(self) -> tuple[Any, Int32s]:
        """A record to fill, and its numbers; no other thread has it."""
        try:
            return self._kept.pop()
        except IndexError:
            record = np.zeros(1, self._dtype)
            return record, record.view(np.int32)

    def read(self, record: Any, numbers: Int32s) -> View:
        """Read the view in a filled record and keep the record; what lies beyond the counts is never shown."""
        found: View = self._read(numbers.tolist())
        self._kept.append((record, numbers))
        return found


@cache
def reader(view: type[View]) -> Callable[[list[int]], View]:
    """A function that turns a record's numbers into a view; generated as code, because it is called often."""
    known: dict[str, Any] = {}
    found: Callable[[list[int]], View] = eval(f"lambda n: {_structure(view, '', known)}", known)
    return found


def _structure(struct: type[msgspec.Struct], start: str, known: dict[str, Any]) -> str:
    """The expression that turns the numbers from `start` on into a view, or a row in it."""
    known[struct.__name__] = struct
    values = [f"{part.name}={_value(struct, part, start, known)}" for part in parts_of(struct)]
    return f"{struct.__name__}({', '.join(values)})"


def _value(struct: type[msgspec.Struct], part: Part, start: str, known: dict[str, Any]) -> str:
    """The expression that reads a field."""
    at, words = f"{start}{places_of(struct)[part.name]}", f"words_of_{struct.__name__}_{part.name}"
    if part.words:
        known[words] = (*part.words, "")
    if not part.lengths:
        return _one(part, words, f"n[{at}]")
    length = _length(struct, part, 0, start)
    if part.is_rows:
        size = dtype_of(part.kind).itemsize // 4
        row = _structure(part.kind, "a + ", known)
        return f"[{row} for a in range({at}, {at} + {size} * {length}, {size})]"
    if len(part.lengths) == 1:
        return _list(part, words, at, length)
    inner = _list(part, words, f"{at} + {part.shape[1]} * k", _length(struct, part, 1, start))
    return f"[{inner} for k in range({length})]"


def _one(part: Part, words: str, number: str) -> str:
    """One number as it is shown."""
    return f"{words}[{number}]" if part.words else f"{number} != 0" if part.kind is bool else number


def _list(part: Part, words: str, at: str, length: str) -> str:
    """A list of numbers as it is shown."""
    numbers = f"n[{at} : {at} + {length}]"
    return numbers if part.kind is int else f"[{_one(part, words, 'x')} for x in {numbers}]"


def _length(struct: type[msgspec.Struct], part: Part, depth: int, start: str) -> str:
    """The expression for the length of a list at a depth."""
    count = part.count(depth)
    if not count:
        return str(part.shape[depth])
    return f"n[{start}{places_of(struct)[count]}{' + k' if depth else ''}]"
