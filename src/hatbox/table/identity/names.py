"""Names that people give themselves."""

import unicodedata

from hatbox.table.wire.problems import Refused

LONGEST = 24
_JOINER = "\u200d"  # holds emoji together
_BAD = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean(name: str) -> str:
    """The name as it is kept and shown, or the refusal."""
    text = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not is_plain(text):
        raise Refused("A name has no control characters.", "bad_name")
    text = " ".join(text.split())
    if not text.strip(_JOINER):
        raise Refused("Please type a name.", "name_empty")
    if len(text) > LONGEST:
        raise Refused(f"A name has at most {LONGEST} characters.", "name_long")
    return text


def is_plain(text: str) -> bool:
    """Whether a text has no control characters and nothing invisible but what holds emoji together."""
    return all(unicodedata.category(letter) not in _BAD or letter == _JOINER for letter in text)
