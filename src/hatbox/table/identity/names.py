"""Names that people give themselves: what is one, and when two of them look alike. Pure, the same for every table."""

import unicodedata
from collections.abc import Iterable
from itertools import count, groupby

from hatbox.table.wire.problems import Refused

LONGEST = 24
MOST_MARKS = 2  # over one letter; more of them climb out of their line
_JOINER = "\u200d"  # holds emoji together
_BAD = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f"  # letters and signs that show nothing
_SELECTORS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x180E))  # of a letter's shape
_UNSEEN = {ord(letter) for letter in _JOINER + _BLANK} | {*_SELECTORS}
# Letters that look like Latin ones: each of the first line looks like the one below it.
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԜҮаеѕіјорсухԝһԁьΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρυχικτ015|$@",
    "ABESIJKMHOPCTYXWYaesijopcyxwhdbABEZHIKMNOPTYXovpuxiktoisisa",
)
_SAME = str.maketrans("lj", "ii")  # of small letters: l, i, j and 1 are hard to tell apart


def clean(name: str) -> str:
    """The name as it is kept and shown, or the refusal."""
    text = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not is_plain(text) or any(letter in _BLANK for letter in text) or _towers(text):
        raise Refused(
            "A name has no control characters, no invisible ones and no towers of accents.", "bad_name"
        )
    text = " ".join(text.split())
    if not any(_is_seen(letter) for letter in text):
        raise Refused("Please type a name.", "name_empty")
    if len(text) > LONGEST:
        raise Refused(f"A name has at most {LONGEST} characters.", "name_long")
    return text


def is_plain(text: str) -> bool:
    """Whether a text has no control characters and nothing invisible but what holds emoji together."""
    return all(unicodedata.category(letter) not in _BAD or letter == _JOINER for letter in text)


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number if it looks like one that is there: two people called Mia can sit at one table."""
    taken = {skeleton(other) for other in others if other}
    if skeleton(name) not in taken:
        return name
    numbered = (_with_number(name, number) for number in count(2))
    return next(other for other in numbered if skeleton(other) not in taken)


def skeleton(name: str) -> str:
    """What is left of a name at a glance: the same for names that look alike."""
    text = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold().translate(_ALIKE).translate(_SAME)
    kept = [letter for letter in text if unicodedata.category(letter)[0] not in "ZPC" and _is_shown(letter)]
    return "".join(kept) or text


def _with_number(name: str, number: int) -> str:
    more = f" {number}"
    return name[: LONGEST - len(more)].rstrip(" " + _JOINER) + more


def _is_shown(letter: str) -> bool:
    return ord(letter) not in _UNSEEN


def _is_seen(letter: str) -> bool:
    """Whether a letter shows something by itself."""
    return unicodedata.category(letter)[0] in "LNPS" and _is_shown(letter)


def _towers(text: str) -> bool:
    """Whether more marks than usual stand on one letter."""
    marks = groupby(text, lambda letter: unicodedata.category(letter) in ("Mn", "Me"))
    return any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in marks)
