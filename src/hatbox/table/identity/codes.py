"""Table codes that can be read aloud, and tokens that are kept only as hashes."""

import hashlib
import secrets

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # no I, L, O: they look like digits
CODE_LENGTH = 5
RECORD_LENGTH = 12
TOKEN_BYTES = 24


def table_code() -> str:
    """A new code for a table; whoever stores it notices when it is taken."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def record_id() -> str:
    """A name for a record that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(RECORD_LENGTH)).lower()


def guest_id() -> str:
    """A name for a guest inside the store; it is no secret and never sent."""
    return secrets.token_hex(8)


def token() -> str:
    """A secret for a guest's cookie or a bot's header."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(secret: str) -> bytes:
    """What is kept of a token; one from a stranger may hold any bytes."""
    return hashlib.sha256(secret.encode(errors="surrogateescape")).digest()


def salt() -> str:
    """A random text that keeps a seed from being found by trying."""
    return secrets.token_hex(16)


def is_code(text: str) -> bool:
    """Whether this can be a table's code."""
    return len(text) == CODE_LENGTH and all(letter in LETTERS for letter in text)
