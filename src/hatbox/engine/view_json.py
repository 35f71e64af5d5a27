"""A view as JSON straight from its record: one compiled function for all games, driven by steps from the declaration.

A table sends a view to every seat after every move. Turning the numbers into a structure first, as `schema.ViewReader`
does for Python, and then into JSON takes several times as long.
"""

from typing import Any, NamedTuple

import msgspec
import numpy as np

from hatbox.engine.entries import show
from hatbox.engine.jit import brief_entry, rule
from hatbox.engine.record import Int32s, States, Uint8s
from hatbox.engine.schema import Part, View, dtype_of, parts_of, places_of

TEXT, NUMBER, WORD, FLAG, LIST, END = range(6)  # kinds of steps
LONGEST_NUMBER = len("-2147483648")
DEEPEST = 4  # nested lists
ALWAYS_FULL = -(2**31)
COMMA, OPEN, CLOSE, MINUS, ZERO = b",[]-0"


class Step(NamedTuple):
    """One step; places are counted in numbers, within a list from the start of the item."""

    kind: int
    at: int = 0  # the number's place, or that of a list's first item
    text: int = 0  # where a text starts, or the row of the word for 0
    size: int = 0  # of a text in bytes, of an item in numbers
    end: int = 0  # the step that ends a list
    most: int = 0  # items of a list
    count_at: int = 0  # the place of a list's length, or ALWAYS_FULL if it is `most`
    count_step: int = 0  # the offset to add to that for each item of the enclosing list


class Program:
    """How one kind of view is written."""

    def __init__(self, view: type[View]) -> None:
        """Compute the steps, and the space that the longest view needs."""
        self._text, self._rows, self._steps = bytearray(), list[tuple[int, int]](), list[Step]()
        self._flags = self._add_words(["false", "true"], quoted=False)
        self._room = self._structure(view)
        self.steps = np.array(self._steps, np.int32)
        self.words = np.array(self._rows, np.int32)  # where a word starts, and its size
        self.texts = np.frombuffer(self._text, np.uint8)

    def buffer(self) -> Uint8s:
        """A buffer for one view."""
        return np.zeros(self._room, np.uint8)

    def _add_text(self, text: bytes) -> int:
        """Add a step that writes a text, and return its size."""
        self._steps.append(Step(TEXT, text=len(self._text), size=len(text)))
        self._text += text
        return len(text)

    def _add_words(self, words: list[str], quoted: bool = True) -> int:
        """Store words, and return the row of the first."""
        first = len(self._rows)
        for word in words:
            text = msgspec.json.encode(word) if quoted else word.encode()
            self._rows.append((len(self._text), len(text)))
            self._text += text
        return first

    def _structure(self, struct: type[msgspec.Struct]) -> int:
        """Add the steps of a view, or of a row in it, and return the most bytes they can write."""
        room = 0
        for number, part in enumerate(parts_of(struct)):
            room += self._add_text(b'%b"%b":' % (b"," if number else b"{", part.name.encode()))
            room += self._value(struct, part, 0, places_of(struct)[part.name])
        return room + self._add_text(b"}")

    def _value(self, struct: type[msgspec.Struct], part: Part, depth: int, at: int) -> int:
        """Add the steps of a field, or of an item at some depth of its lists."""
        if depth < len(part.lengths):
            return self._list(struct, part, depth, at)
        if part.is_rows:
            return self._structure(part.kind)
        if part.words:
            first = self._add_words(["", *part.words])  # -1 means no word
            self._steps.append(Step(WORD, at, first + 1))
            return max(size for _, size in self._rows[first:])
        self._steps.append(Step(FLAG, at, self._flags) if part.kind is bool else Step(NUMBER, at))
        return LONGEST_NUMBER

    def _list(self, struct: type[msgspec.Struct], part: Part, depth: int, at: int) -> int:
        """Add the steps of a list; in a list of lists the lengths are side by side, apart from the items."""
        places, most, count = places_of(struct), part.shape[depth], part.count(depth)
        inner = int(np.prod(part.shape[depth + 1 :], dtype=int))
        size = dtype_of(part.kind).itemsize // 4 if part.is_rows else inner
        count_at = ALWAYS_FULL if not count else places[count] - (places[part.name] if depth else 0)
        begin = len(self._steps)
        self._steps.append(Step(LIST))
        room = self._value(struct, part, depth + 1, 0)
        step = Step(LIST, at, 0, size, len(self._steps), most, count_at, 1 - most if depth else 0)
        self._steps[begin] = step
        self._steps.append(Step(END))
        return 2 + most * (room + 1)


class ViewWriter:
    """Writes the views of one game; records and buffers are reused, because a table shows many per second."""

    def __init__(self, view: type[View]) -> None:
        """Start without any spare records."""
        self._dtype, self._program = dtype_of(view), Program(view)
        self._kept: list[tuple[Any, Int32s, Int32s, Uint8s]] = []

    def written(self, states: States, i: int, seat: int, aid: bool) -> bytes:
        """What a seat may see of a state, as JSON."""
        record, numbers, around, out = kept = self._kept.pop() if self._kept else self._new()
        show(states, i, seat, aid, record)
        program = self._program
        size = write(numbers, program.steps, program.words, program.texts, around, out)
        found = out[:size].tobytes()
        self._kept.append(kept)
        return found

    def _new(self) -> tuple[Any, Int32s, Int32s, Uint8s]:
        """A record, its numbers, space for the enclosing lists, and a buffer for its text."""
        record = np.zeros(1, self._dtype)
        return record, record.view(np.int32), np.zeros((DEEPEST, 4), np.int32), self._program.buffer()


# ---- compiled --------------------------------------------------------------------------------------------


@rule
def put_text(out: Uint8s, end: int, texts: Uint8s, start: int, size: int) -> int:
    """Write a text and return the new end."""
    for k in range(size):
        out[end + k] = texts[start + k]
    return end + size


@rule
def put_number(out: Uint8s, end: int, number: int) -> int:
    """Write a number and return the new end."""
    if number < 0:
        out[end] = MINUS
        end, number = end + 1, -number
    rest, digits = number // 10, 1
    while rest > 0:
        rest, digits = rest // 10, digits + 1
    for k in range(digits - 1, -1, -1):
        out[end + k] = ZERO + number % 10
        number //= 10
    return end + digits


@brief_entry
def write(numbers: Int32s, steps: Int32s, words: Int32s, texts: Uint8s, around: Int32s, out: Uint8s) -> int:
    """Write the view in a record's numbers and return its size. `around` saves the lists around the current one."""
    first = count = item = base = depth = end = 0  # current list: its first step, its items, the current item
    k = 0
    while k < len(steps):
        kind, at, text, size, last, most, count_at, count_step = steps[k]
        if kind == TEXT:
            end = put_text(out, end, texts, text, size)
        elif kind == NUMBER:
            end = put_number(out, end, numbers[base + at])
        elif kind in (WORD, FLAG):
            number = numbers[base + at]
            row = text + (number if kind == WORD else number != 0)
            end = put_text(out, end, texts, words[row, 0], words[row, 1])
        elif kind == LIST:
            around[depth, 0], around[depth, 1] = first, count
            around[depth, 2], around[depth, 3] = item, base
            depth += 1
            length = most if count_at == ALWAYS_FULL else numbers[base + count_at + item * count_step]
            first, count, item, base = k, min(length, most), 0, base + at
            out[end] = OPEN
            end += 1
            k = k if count > 0 else last - 1
        else:
            item += 1
            if item < count:
                out[end] = COMMA
                base += steps[first, 3]
                k = first
            else:
                out[end] = CLOSE
                depth -= 1
                first, count, item, base = around[depth]
            end += 1
        k += 1
    return end
