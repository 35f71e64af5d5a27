"""How a table draws its dice: the table's number, a number from each player, and the resulting seed.

Everything is hashed as canonical JSON (sorted keys, no spaces), so that a browser computes the same.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec

PROMISE_TEXT, SEED_TEXT = "hatbox promise 2", "hatbox dice 2"  # no hash can be taken for one of another kind
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
SeedText = Annotated[
    str, msgspec.Meta(pattern="^[0-9]{1,19}$")
]  # decimal text, because browsers round large numbers
By = Literal["player", "late", "none"]

_encode = msgspec.json.Encoder(order="sorted").encode


class Fork(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a game left another one: its dice are its own from this ply on."""

    ply: int
    seed: SeedText
    of: str = ""  # the fingerprint of the game that was forked
    code: str = ""  # its table
    redrawn: bool = True  # whether everything that spectators could not see was redrawn; false in old records

    @property
    def named(self) -> bool:
        """Whether it names the game that was forked."""
        return bool(self.of or self.code)


class Share(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one seat contributed to the draw."""

    by: By = "none"  # late: the number was not opened in time, so the draw continued without it
    commitment: str = ""  # sha256 of the number's text
    number: str = ""


class Draw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table drew the seed of a game; without shares, its own number is the seed."""

    promise: Hex  # published before any player opened a number
    salt: str
    number: SeedText  # the table's
    shares: list[Share] | None = None  # by seat


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Everything fixed before the first move; the promise covers it, so it cannot be changed later."""

    game: str
    ruleset: int
    players: int
    options: dict[str, Any]
    names: Sequence[str]
    seed: str  # of the first game of a fork; empty where this is what is drawn
    forks: Sequence[Fork]  # the last one without a seed
    actions: Sequence[int]  # before the last fork


def canonical(value: Any) -> bytes:
    """A value as the text to hash."""
    return _encode(value)


def sha256_of(text: str | bytes) -> str:
    """A fingerprint in hexadecimal."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def promise_of(salt: str, number: int | str) -> str:
    """What a table publishes about its own number; salt and number follow when the game is over."""
    return sha256_of(f"{salt}:{number}")


def joint_promise(head: Head, commitments: Sequence[str], salt: str, number: int | str) -> str:
    """What a table publishes before players open their numbers; from then on nothing can be chosen."""
    return sha256_of(canonical([PROMISE_TEXT, head, commitments, promise_of(salt, number)]))


def drawn_alone(salt: str, seed: int) -> Draw:
    """A draw in which the table's number is the seed."""
    return Draw(promise=promise_of(salt, seed), salt=salt, number=str(seed))


def drawn_together(head: Head, salt: str, number: int, shares: Sequence[Share]) -> Draw:
    """A draw with the players' numbers."""
    promise = joint_promise(head, [share.commitment for share in shares], salt, number)
    return Draw(promise=promise, salt=salt, number=str(number), shares=list(shares))


def seed_of(draw: Draw) -> int:
    """The seed that results from a draw."""
    if draw.shares is None:
        return int(draw.number)
    digest = sha256(canonical([SEED_TEXT, draw.promise, draw.salt, draw.number, draw.shares])).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def keeps_promise(draw: Draw, head: Head) -> bool:
    """Whether the promise and all commitments hold."""
    if draw.shares is None:
        return draw.promise == promise_of(draw.salt, draw.number)
    commitments = [share.commitment for share in draw.shares]
    if draw.promise != joint_promise(head, commitments, draw.salt, draw.number):
        return False
    return keeps_commitments(draw, head.players)


def keeps_commitments(draw: Draw, players: int) -> bool:
    """Whether every number is the one its player committed to."""
    shares = draw.shares or []
    return len(shares) == players and all(map(_is_kept, shares))


def _is_kept(share: Share) -> bool:
    """Whether a number is the one its player committed to."""
    if share.by == "player":
        return sha256_of(share.number) == share.commitment
    return not share.number and (share.by == "late") == bool(share.commitment)
