"""Records: a match as a small JSON text, and back with every ply checked."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from hatbox.errors import BadRecord, HatboxError, IllegalMove
from hatbox.game import load_old, rulebook
from hatbox.match.match import Match
from hatbox.match.trace import CHECK

FORMAT = 1
LARGEST = 1_000_000  # bytes: far above the longest game, far below what hurts


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is needed to play a match again, and to notice that somebody changed it."""

    format: int
    game: str
    ruleset: int
    players: int
    options: dict[str, bool | int | str | list[int]]
    seed: int
    names: list[str]
    actions: list[int]
    checks: str  # two characters per ply, the set-up first
    hash: str  # of the whole match
    reseeds: list[tuple[int, int]] = []  # (ply, seed): where a fork got a new generator
    promise: str | msgspec.UnsetType = (
        msgspec.UNSET
    )  # what a table published before the game: sha256 of salt:seed
    salt: str | msgspec.UnsetType = msgspec.UNSET


def to_record(match: Match, salt: str | None = None) -> MatchRecord:
    """The record of a match as it stands; with the salt of a table it carries the promise of its seed."""
    options: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in match.game.options.items()
    }
    return MatchRecord(
        format=FORMAT,
        game=match.game.slug,
        ruleset=match.game.rulebook.ruleset,
        players=match.game.players,
        options=options,
        seed=match.seed,
        names=match.names,
        actions=match.actions,
        checks=match._trace.checks,
        hash=match.hash,
        reseeds=match.reseeds,
        promise=msgspec.UNSET if salt is None else promise_of(salt, drawn_seed(match.seed, match.reseeds)),
        salt=msgspec.UNSET if salt is None else salt,
    )


def promise_of(salt: str, seed: int) -> str:
    """What a table publishes before a game; salt and seed follow when it is over."""
    return sha256(f"{salt}:{seed}".encode()).hexdigest()


def drawn_seed(seed: int, reseeds: Sequence[tuple[int, int]]) -> int:
    """The seed that was drawn for a match: of a fork the one with which it went its own way."""
    return reseeds[-1][1] if reseeds else seed


def to_json(match: Match, salt: str | None = None) -> bytes:
    """The record as JSON."""
    return msgspec.json.encode(to_record(match, salt))


def from_json(data: bytes) -> MatchRecord:
    """A record from JSON; what is not one is refused with a reason."""
    if len(data) > LARGEST:
        raise BadRecord(f"A record has at most {LARGEST} bytes; this one has {len(data)}.")
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"This is not a record: it is no complete JSON text ({error}).") from error
    if not isinstance(head, dict) or "format" not in head:
        raise BadRecord("This is not a record: it has no field `format`.")
    if head["format"] != FORMAT:
        raise BadRecord(
            f"This record has format {head['format']!r}; this version of hatbox reads format {FORMAT}."
        )
    try:
        return msgspec.convert(head, MatchRecord)
    except msgspec.ValidationError as error:
        raise BadRecord(f"This record is damaged: {error}.") from error


def replay(record: MatchRecord) -> Match:
    """Play a record again; every ply must give the same fingerprint."""
    match = _begin(record)
    expected = [record.checks[at : at + CHECK] for at in range(0, len(record.checks), CHECK)]
    if len(expected) != len(record.actions) + 1:
        raise BadRecord(
            f"This record has {len(record.actions)} moves but fingerprints of {len(expected) - 1}."
        )
    for ply, action in enumerate(record.actions):
        match._reseed_at(ply, record.reseeds)
        if match._trace.check != expected[ply]:
            raise BadRecord(f"This record was altered: the fingerprint of ply {ply} does not fit.")
        try:
            match.play(action)
        except IllegalMove as error:
            raise BadRecord(f"This record was altered: move {ply + 1} is illegal. {error}") from error
    match._reseed_at(len(record.actions), record.reseeds)
    if match.hash != record.hash:
        raise BadRecord("This record was altered: its fingerprint does not fit.")
    return match


def _begin(record: MatchRecord) -> Match:
    """The match before its first move."""
    try:
        book = rulebook(record.game)
        if record.ruleset != book.ruleset:
            raise BadRecord(
                f"This record follows ruleset {record.ruleset} of {record.game}; this version has {book.ruleset}."
            )
        options = {name: tuple(v) if isinstance(v, list) else v for name, v in record.options.items()}
        return load_old(record.game, record.players, options).match(record.seed, record.names)
    except BadRecord:
        raise
    except HatboxError as error:
        raise BadRecord(f"This record cannot be played: {error}") from error
