"""What makes a name, written as TypeScript for the tables in the page, so that both know the same lists."""

from hatbox.cli.typescript_types import literal
from hatbox.match.match import NAMES
from hatbox.table.identity import names

HEAD = "// Made by `hatbox schema` from src/hatbox/table/identity/names.py. Do not edit.\n"


def written() -> str:
    """The whole file."""
    marks = [names.JOINER, *names.BLANK]
    unseen = [_escaped(ord(mark)) for mark in marks]
    unseen += [f"{_escaped(first)}-{_escaped(last)}" for first, last in names.SELECTORS]
    bad = "".join(f"\\p{{{category}}}" for category in names.BAD)
    values = {
        "NAMES": f"[{', '.join(map(literal, NAMES))}] as const",
        "LONGEST": str(names.LONGEST),
        "MOST_MARKS": str(names.MOST_MARKS),
        "BAD": f"/(?!{_escaped(ord(names.JOINER))})[{bad}]/u",
        "BLANK": f"/[{''.join(_escaped(ord(mark)) for mark in names.BLANK)}]/u",
        "UNSEEN": f"/[{''.join(unseen)}]/u",
        "ALIKE": f"[{', '.join(map(literal, names.ALIKE))}] as const",
        "SAME": f"[{', '.join(map(literal, names.SAME))}] as const",
    }
    return HEAD + "\n" + "".join(f"export const {name} = {value}\n" for name, value in values.items())


def _escaped(number: int) -> str:
    """A letter of a regular expression that can be seen in the source."""
    return f"\\u{{{number:x}}}"
