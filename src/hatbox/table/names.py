"""Names that people give themselves."""

import unicodedata

from hatbox.table.problems import Refused

LONGEST = 24
_JOINER = "\u200d"  # holds emoji together
_BAD = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean(name: str) -> str:
    """The name as it is kept and shown, or the refusal."""
    text = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if any(unicodedata.category(letter) in _BAD and letter != _JOINER for letter in text):
        raise Refused("A name has no control characters.", "bad_name")
    text = " ".join(text.split())
    if not text.strip(_JOINER):
        raise Refused("Please type a name.", "name_empty")
    if len(text) > LONGEST:
        raise Refused(f"A name has at most {LONGEST} characters.", "name_long")
    return text
