"""Text for terminals: styles, tables, frames, columns and a progress bar, and what is plain where nobody looks.

Styled text carries its codes with it, and the `Console` leaves them out when it writes to a file or a pipe.
"""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TextIO

CODES = {
    name: str(30 + k) for k, name in enumerate(("", "red", "green", "yellow", "blue", "magenta", "", "white"))
}
CODES |= {"bold": "1", "dim": "2"}
CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
CLEAR, START_OF_LINE = "\x1b[2J\x1b[H", "\r\x1b[2K"
BAR = 40  # characters


def styled(text: object, style: str) -> str:
    """Text in a style such as `bold red`."""
    return f"\x1b[{';'.join(CODES[one] for one in style.split())}m{text}\x1b[0m"


def bold(text: object) -> str:
    """Text that matters."""
    return styled(text, "bold")


def dim(text: object) -> str:
    """Text beside what matters."""
    return styled(text, "dim")


def plain(text: str) -> str:
    """Text without styles."""
    return CODE.sub("", text)


def width(text: str) -> int:
    """How many places text takes on a screen."""
    return sum(
        0 if unicodedata.combining(one) else 1 + (unicodedata.east_asian_width(one) in "WF")
        for one in plain(text)
    )


def padded(text: str, places: int, right: bool = False) -> str:
    """Text with blanks after it, or before it."""
    blanks = " " * (places - width(text))
    return blanks + text if right else text + blanks


def framed(text: str, title: str) -> str:
    """Text in a frame that bears a title."""
    lines = text.splitlines()
    places = max(width(title) + 2, *map(width, lines))
    left = places - width(title)
    top = f"╭{'─' * (left // 2)} {title} {'─' * (left - left // 2)}╮"
    return "\n".join([top, *(f"│ {padded(line, places)} │" for line in lines), f"╰{'─' * (places + 2)}╯"])


def in_columns(items: Sequence[str], places: int, gap: int = 3) -> str:
    """As many columns as fit side by side, read from top to bottom."""
    for count in range(len(items), 0, -1):
        height = -(-len(items) // count)
        columns = [items[k : k + height] for k in range(0, len(items), height)]
        widths = [max(map(width, column)) for column in columns]
        if count == 1 or sum(widths) + gap * (len(widths) - 1) <= places:
            break
    rows = [
        (" " * gap).join(
            padded(column[k], wide) for column, wide in zip(columns, widths, strict=True) if k < len(column)
        )
        for k in range(height)
    ]
    return "\n".join(row.rstrip() for row in rows)


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", numbers: Sequence[str] = ()
) -> str:
    """Rows below a line; the columns named in `numbers` end on the right. An empty head is left out."""
    whole = [list(head), *map(list, rows)]
    widths = [max(width(row[k]) for row in whole) for k in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = zip(row, widths, head, strict=True)
        return "  ".join(padded(cell, wide, name in numbers) for cell, wide, name in cells).rstrip()

    top = [line(head), "─" * (sum(widths) + 2 * len(widths) - 2)] if any(head) else []
    return "\n".join([*([bold(title)] if title else []), *top, *map(line, rows)])


class Console:
    """Where text goes: standard output, or standard error."""

    def __init__(self, stderr: bool = False) -> None:
        """Look at nothing yet: tests put other streams there."""
        self._stderr = stderr

    @property
    def stream(self) -> TextIO:
        """The stream as it is now."""
        return sys.stderr if self._stderr else sys.stdout

    @property
    def is_terminal(self) -> bool:
        """Whether somebody looks at it."""
        return self.stream.isatty()

    @property
    def width(self) -> int:
        """How many places a line has."""
        return shutil.get_terminal_size((100, 24)).columns

    def print(self, text: str) -> None:
        """Write a text and end the line."""
        print(self._shown(text), file=self.stream)

    def input(self, prompt: str) -> str:
        """Ask for a line."""
        return input(self._shown(prompt))

    def clear(self) -> None:
        """Begin with an empty screen."""
        if self.is_terminal:
            self.stream.write(CLEAR)

    def _shown(self, text: str) -> str:
        """The text as this stream can show it (see no-color.org)."""
        return text if self.is_terminal and not os.environ.get("NO_COLOR") else plain(text)


class Progress(Protocol):
    """Takes notice of what is done."""

    def __call__(self, done: float, total: float, text: str = "") -> None:
        """Tell how much is done, and what it was."""


@contextmanager
def progress_bar(label: str, console: Console | None = None) -> Iterator[Progress]:
    """A bar that grows with what is done, and is gone at the end; nothing where nobody looks."""
    place = console or Console(stderr=True)

    def show(done: float, total: float, text: str = "") -> None:
        if place.is_terminal:
            full = round(BAR * min(1.0, done / max(total, 1)))
            line = f"{label} {'━' * full}{dim('━' * (BAR - full))} {text or f'{done:g}/{total:g}'}"
            place.stream.write(START_OF_LINE + line)
            place.stream.flush()

    try:
        yield show
    finally:
        if place.is_terminal:
            place.stream.write(START_OF_LINE)
            place.stream.flush()
