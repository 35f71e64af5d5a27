"""Names that people type: which are valid, and when two look alike. Pure, the same for every table.

`hatbox schema` writes the lists for tables in the page; web/src/local/names.ts does the same with them.
"""

import unicodedata
from collections.abc import Iterable
from itertools import count, groupby

from hatbox.table.wire.problems import Refused

LONGEST = 24
MOST_MARKS = 2  # on one letter; more of them would overlap other lines
JOINER = "\u200d"  # holds emoji together
BAD = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # categories of Unicode
BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f"  # letters and signs that show nothing
SELECTORS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x180B, 0x180D))  # for the shape of a letter; ranges
# Letters that look like Latin ones: each in the first line looks like the one below it.
ALIKE = (
    "АВЕЅІЈКМНОРСТУХԜҮаеѕіјорсухԝһԁьΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυχικτ015|$@",
    "ABESIJKMHOPCTYXWYaesijopcyxwhdbABEZHIKMNOPTYXovpuxiktoisisa",
)
SAME = ("lj", "ii")  # in lower case: l, i, j and 1 are hard to tell apart
_TO_LATIN, _TO_SAME = str.maketrans(*ALIKE), str.maketrans(*SAME)
_AROUND = " \t\r\n"  # pasted along with a name
_UNSEEN = {ord(letter) for letter in JOINER + BLANK} | {
    number for first, last in SELECTORS for number in range(first, last + 1)
}


def clean(name: str, longest: int = LONGEST) -> str:
    """Return the name as it is stored and shown, or refuse it."""
    text = unicodedata.normalize("NFC", name).strip(_AROUND)
    if not is_plain(text) or any(letter in BLANK for letter in text) or _towers(text):
        raise Refused(
            "A name cannot have control characters, invisible characters or stacks of accents.", "bad_name"
        )
    text = " ".join(text.split())
    if not any(_is_seen(letter) for letter in text):
        raise Refused("Please enter a name.", "name_empty")
    if len(text) > longest:
        raise Refused(f"A name can have at most {longest} characters.", "name_long")
    return text


def is_plain(text: str) -> bool:
    """Whether a text has no control characters and nothing invisible except what joins emoji."""
    return all(unicodedata.category(letter) not in BAD or letter == JOINER for letter in text)


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number if it looks like another one: two people called Mia can play together."""
    taken = {skeleton(other) for other in others if other}
    if skeleton(name) not in taken:
        return name
    numbered = (_with_number(name, number) for number in count(2))
    return next(other for other in numbered if skeleton(other) not in taken)


def skeleton(name: str) -> str:
    """Return what names that look alike have in common."""
    text = unicodedata.normalize("NFKC", name).translate(_TO_LATIN)
    small = "".join(
        letter.upper().lower() for letter in text
    )  # what a browser can do too: it has no casefold
    text = small.translate(_TO_LATIN).translate(_TO_SAME)
    kept = [letter for letter in text if unicodedata.category(letter)[0] not in "ZPC" and _is_shown(letter)]
    return "".join(kept) or text


def _with_number(name: str, number: int) -> str:
    more = f" {number}"
    return name[: LONGEST - len(more)].rstrip(" " + JOINER) + more


def _is_shown(letter: str) -> bool:
    return ord(letter) not in _UNSEEN


def _is_seen(letter: str) -> bool:
    """Whether a letter is visible."""
    return unicodedata.category(letter)[0] in "LNPS" and _is_shown(letter)


def _towers(text: str) -> bool:
    """Whether a letter has more marks than usual."""
    marks = groupby(text, lambda letter: unicodedata.category(letter) in ("Mn", "Me"))
    return any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in marks)
