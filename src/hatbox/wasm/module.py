"""From an object file to a module: LLVM has done everything except the memory, the stack, the exports and our section.

One object file contains a whole game, so every address in it is final and no linker is needed.
"""

from collections.abc import Iterator, Mapping

STACK = PAGE = 1 << 16
CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, CODE, DATA, DATA_COUNT = (
    0,
    1,
    2,
    3,
    5,
    6,
    7,
    10,
    11,
    12,
)
ORDER = (TYPES, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, DATA_COUNT, CODE, DATA)
A_MEMORY, A_GLOBAL, A_NUMBER, I32_CONST, END = b"\2", b"\3", b"\x7f", b"\x41", b"\x0b"
SYMBOLS, UNDEFINED, NAMED = 8, 0x10, 0x40  # of the linking section
A_FUNCTION, A_SECTION, OF_DATA = 0, 3, 1


def finished(made: bytes, exports: list[str], own: Mapping[str, bytes]) -> bytes:
    """The module of an object file: `memory`, `heap` (the start of free memory), the functions, and custom sections."""
    parts = dict(_sections(made))
    assert parts[IMPORTS][0] == 2, "rules need only memory and a stack: not mathematics of C, not allocation"
    functions = _function_numbers(parts["linking"])
    heap = -(-(_data_end(parts.get(DATA, b"\0")) + STACK) // 16) * 16  # the stack grows down from here
    listed = [_text("memory") + A_MEMORY + b"\0", _text("heap") + A_GLOBAL + b"\1"]
    listed += [_text(name) + b"\0" + _number(functions[name]) for name in exports]
    address = I32_CONST + _signed(heap) + END
    parts[MEMORY] = b"\1\0" + _number(heap // PAGE + 1)
    parts[GLOBALS] = (
        b"\2" + A_NUMBER + b"\1" + address + A_NUMBER + b"\0" + address
    )  # the top of the stack, the heap
    parts[EXPORTS] = _number(len(listed)) + b"".join(listed)
    body = [_section(kind, parts[kind]) for kind in ORDER if kind in parts]
    return made[:8] + b"".join(body + [_section(CUSTOM, _text(name) + data) for name, data in own.items()])


def named_section(module: bytes, name: str) -> bytes | None:
    """The content of a module's custom section, or None."""
    return dict(_sections(module)).get(name)


# ---- writing ---------------------------------------------------------------------------------------------


def _section(kind: int, body: bytes) -> bytes:
    """A section with its length."""
    return bytes([kind]) + _number(len(body)) + body


def _number(number: int) -> bytes:
    """A number in WebAssembly's encoding: seven bits per byte."""
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + _number(number >> 7)


def _signed(number: int) -> bytes:
    """The same for signed numbers; ours are never negative."""
    return bytes([number]) if number < 64 else bytes([number & 127 | 128]) + _signed(number >> 7)


def _text(text: str) -> bytes:
    """A name with its length."""
    return _number(len(text)) + text.encode()


# ---- reading ---------------------------------------------------------------------------------------------


class _Reader:
    """Reads numbers and parts from bytes."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        """Start at an offset."""
        self.data, self.at = data, at

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """The next number."""
        byte = self.byte()
        return byte if byte < 128 else byte - 128 | self.number() << 7

    def part(self) -> bytes:
        """A part preceded by its length."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]


def _sections(made: bytes) -> Iterator[tuple[int | str, bytes]]:
    """The sections by number, custom ones by name."""
    file = _Reader(made, 8)
    while file.at < len(made):
        kind, body = file.byte(), file.part()
        inner = _Reader(body)
        yield (inner.part().decode(), body[inner.at :]) if kind == CUSTOM else (kind, body)


def _data_end(body: bytes) -> int:
    """Where the rules' tables end in memory."""
    part, end = _Reader(body), 0
    for _ in range(part.number()):
        assert bytes((part.byte(), part.byte())) == b"\0" + I32_CONST, "data at an address that is not final"
        start = part.number()
        part.byte()
        end = max(end, start + len(part.part()))
    return end


def _function_numbers(body: bytes) -> dict[str, int]:
    """The functions of an object file by name, from its linking section."""
    part = _Reader(body)
    found: dict[str, int] = {}
    assert part.number() == 2, "another version of object files"
    while part.at < len(body):
        kind, inner = part.byte(), _Reader(part.part())
        for _ in range(inner.number() if kind == SYMBOLS else 0):
            what, flags = inner.byte(), inner.number()
            defined = not flags & UNDEFINED
            if what == OF_DATA:
                _ = inner.part(), [inner.number() for _ in range(3 * defined)]
                continue
            number = inner.number()
            if what != A_SECTION and (defined or flags & NAMED):
                name = inner.part().decode()
                found |= {name: number} if what == A_FUNCTION else {}
    return found
