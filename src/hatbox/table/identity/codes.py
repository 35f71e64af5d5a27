"""Table codes that can be read aloud, and tokens that are stored only as hashes."""

import hashlib
import re
import secrets
from functools import cache
from importlib.resources import files

import msgspec

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # no I, L, O: they look like digits
CONSONANTS = "BCDFGHJKMNPRSTVZ"  # spell no word, and all of them are on a Russian keyboard too
WORD_LENGTH = TAIL_LENGTH = 4
NIGHT_TAIL = 5  # so that a night's code never looks like a table's
OLD_CODE = re.compile(f"[{LETTERS}]{{5}}")  # of tables made before codes had words
CODE = re.compile(f"[A-Z]{{{WORD_LENGTH}}}-[{CONSONANTS}]{{{TAIL_LENGTH}}}")
NIGHT_CODE = re.compile(f"[A-Z]{{{WORD_LENGTH}}}-[{CONSONANTS}]{{{NIGHT_TAIL}}}")
TYPED = str.maketrans("АБВГДЕЗИЙКЛМНОПРСТУФХЦ01", "ABVGDEZIJKLMNOPRSTUFHCOI")  # by sound, and by look
RECORD_LENGTH = 12
TOKEN_BYTES = 24


@cache
def code_words() -> dict[str, list[str]]:
    """Short, friendly words of every language that codes start with; Russian ones in Latin letters."""
    text = files("hatbox.table.identity").joinpath("code_words.json").read_bytes()
    return {language: words.split() for language, words in msgspec.json.decode(text).items()}


def table_code(language: str = "en") -> str:
    """Return a new code for a table, such as FERN-KTBM; the store refuses one that is taken."""
    return _code(language, TAIL_LENGTH)


def night_code(language: str = "en") -> str:
    """Return a new code for a night, such as FERN-KTBMD."""
    return _code(language, NIGHT_TAIL)


def _code(language: str, length: int) -> str:
    tail = "".join(secrets.choice(CONSONANTS) for _ in range(length))
    return f"{secrets.choice(code_words()[language])}-{tail}"


def canonical(typed: str) -> str:
    """Return a code as it is stored, even if typed in lower case, without the dash, or in Russian letters."""
    letters = "".join(re.findall("[A-Z]", typed.upper().translate(TYPED)))
    if len(letters) in (WORD_LENGTH + TAIL_LENGTH, WORD_LENGTH + NIGHT_TAIL):
        return f"{letters[:WORD_LENGTH]}-{letters[WORD_LENGTH:]}"
    return letters


def record_id() -> str:
    """Return a name for a record that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(RECORD_LENGTH)).lower()


def guest_id() -> str:
    """Return a name for a guest inside the store; it is no secret and is never sent."""
    return secrets.token_hex(8)


def token() -> str:
    """Return a secret for a guest's cookie or a bot's header."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(secret: str) -> bytes:
    """Return the hash of a token; a stranger's token may hold any bytes."""
    return hashlib.sha256(secret.encode(errors="surrogateescape")).digest()


def salt() -> str:
    """Return a random text that keeps a seed from being guessed."""
    return secrets.token_hex(16)


def is_code(text: str) -> bool:
    """Whether this can be a table's code."""
    return bool(CODE.fullmatch(text) or OLD_CODE.fullmatch(text))


def is_night_code(text: str) -> bool:
    """Whether this can be a night's code."""
    return bool(NIGHT_CODE.fullmatch(text))
