"""Records: a match as a small JSON text, and back with every ply checked."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from hatbox.errors import BadRecord, HatboxError, IllegalMove
from hatbox.game import load_old, rulebook
from hatbox.match.draw import Draw, Fork, Head, SeedText, canonical, sha256_of
from hatbox.match.match import Match
from hatbox.match.trace import CHECK

FORMAT = 2
OLD_FORMAT = 1  # its fingerprint covers moves and dice only, and its forks have no names
LARGEST = 1_000_000  # bytes: far above the longest game, far below what hurts

Options = dict[str, bool | int | str | list[int]]


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything needed to replay a match, and to notice changes."""

    format: int
    game: str
    ruleset: int
    players: int
    options: Options
    names: list[str]
    seed: SeedText
    forks: list[Fork]  # in the order of their plies
    draw: Draw | None  # how a table drew the seed of this game: of the last fork, if there is one
    actions: list[int]
    checks: str  # two characters per ply, the set-up first
    hash: str  # of all moves
    seal: str  # of the whole record but itself
    removed: list[int] = []  # seats whose names were removed later, on request
    bots: list[str] = []  # levels by seat, "" for people; empty if not recorded

    @property
    def head(self) -> Head:
        """What was fixed before the first move of this game."""
        forks, last = list(self.forks), self.forks[-1] if self.forks else None
        if last is not None:
            forks[-1] = msgspec.structs.replace(last, seed="")
        return Head(
            game=self.game,
            ruleset=self.ruleset,
            players=self.players,
            options=self.options,
            names=self.names,
            seed=self.seed if last else "",
            forks=forks,
            actions=self.actions[: last.ply] if last else [],
        )

    @property
    def drawn_seed(self) -> int:
        """The seed that was drawn for this game; for a fork, the seed of the fork."""
        return int(self.forks[-1].seed if self.forks else self.seed)


class OldRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record of format 1."""

    format: int
    game: str
    ruleset: int
    players: int
    options: Options
    seed: int
    names: list[str]
    actions: list[int]
    checks: str
    hash: str
    reseeds: list[tuple[int, int]] = []  # (ply, seed)
    promise: str | None = None
    salt: str = ""

    def renewed(self) -> MatchRecord:
        """The same as it is read today; it keeps its format, because it keeps its gaps."""
        drawn = self.reseeds[-1][1] if self.reseeds else self.seed
        draw = None
        if self.promise is not None:
            draw = msgspec.convert({"promise": self.promise, "salt": self.salt, "number": str(drawn)}, Draw)
        return MatchRecord(
            format=self.format,
            game=self.game,
            ruleset=self.ruleset,
            players=self.players,
            options=self.options,
            names=self.names,
            seed=str(self.seed),
            forks=[Fork(ply=ply, seed=str(seed), redrawn=False) for ply, seed in self.reseeds],
            draw=draw,
            actions=self.actions,
            checks=self.checks,
            hash=self.hash,
            seal="",
        )


def to_record(
    match: Match, draw: Draw | None = None, options: Options | None = None, removed: Sequence[int] = ()
) -> MatchRecord:
    """The record of a match as it stands; `draw` says how a table drew its seed, `options` are those it promised."""
    record = MatchRecord(
        format=FORMAT,
        game=match.game.slug,
        ruleset=match.game.rulebook.ruleset,
        players=match.game.players,
        options=plain_options(match.game.options) if options is None else options,
        names=match.names,
        seed=str(match.seed),
        forks=match.forks,
        draw=draw,
        actions=match.actions,
        checks=match._trace.checks,
        hash=match.hash,
        seal="",
        removed=list(removed),
    )
    return _sealed(record)


def _sealed(record: MatchRecord) -> MatchRecord:
    return msgspec.structs.replace(record, seal=seal_of(record))


def without_names(data: bytes, seats: Collection[int], instead: str) -> bytes:
    """A record as JSON with another name at some seats, sealed again and marked as changed.

    The names of format 1 were never covered by anything, so there is nothing to mark.
    """
    record = from_json(data)
    names = [instead if seat in seats else name for seat, name in enumerate(record.names)]
    if record.format == OLD_FORMAT:
        return msgspec.json.encode({**msgspec.json.decode(data), "names": names})
    marked = sorted({*record.removed, *seats})
    return msgspec.json.encode(_sealed(msgspec.structs.replace(record, names=names, removed=marked)))


def plain_options(options: Any) -> Options:
    """Options as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


def seal_of(record: MatchRecord) -> str:
    """The fingerprint of everything in a record."""
    fields = {**msgspec.structs.asdict(record), "seal": ""}
    for late in ("removed", "bots"):
        if not fields[late]:
            del fields[late]  # as in records from before there was such a field
    return sha256_of(canonical(fields))


def to_json(
    match: Match, draw: Draw | None = None, options: Options | None = None, removed: Sequence[int] = ()
) -> bytes:
    """The record as JSON.

    >>> import hatbox
    >>> match = hatbox.load("connect_four").match(seed=1)
    >>> _ = match.play("column 4")
    >>> replay(from_json(to_json(match)))
    connect_four · 2 players · Ben to drop a disc · 1 discs
    """
    return msgspec.json.encode(to_record(match, draw, options, removed))


def from_json(data: bytes) -> MatchRecord:
    """Read a record from JSON; anything else is refused with a reason."""
    if len(data) > LARGEST:
        raise BadRecord(f"A record has at most {LARGEST} bytes; this one has {len(data)}.")
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"This is not a record: it is no complete JSON text ({error}).") from error
    if not isinstance(head, dict) or "format" not in head:
        raise BadRecord("This is not a record: it has no field `format`.")
    if head["format"] not in (OLD_FORMAT, FORMAT):
        raise BadRecord(
            f"This record has format {head['format']!r}; this version of hatbox reads formats "
            f"{OLD_FORMAT} and {FORMAT}."
        )
    try:
        if head["format"] == FORMAT:
            return msgspec.convert(head, MatchRecord)
        return msgspec.convert(head, OldRecord).renewed()
    except msgspec.ValidationError as error:
        raise BadRecord(f"This record is damaged: {error}.") from error


def replay(record: MatchRecord) -> Match:
    """Replay a record; its seal and the fingerprint of every ply must match."""
    if record.format == FORMAT and record.seal != seal_of(record):
        raise BadRecord("This record was altered: its seal does not fit.")
    _check_forks(record)
    if record.bots and len(record.bots) != record.players:
        raise BadRecord(
            f"This record has {record.players} players but notes {len(record.bots)} bots or people."
        )
    match = _begin(record)
    expected = [record.checks[at : at + CHECK] for at in range(0, len(record.checks), CHECK)]
    if len(expected) != len(record.actions) + 1:
        raise BadRecord(
            f"This record has {len(record.actions)} moves but fingerprints of {len(expected) - 1}."
        )
    for ply, action in enumerate(record.actions):
        _fork(match, ply, record)
        if match._trace.check != expected[ply]:
            raise BadRecord(f"This record was altered: the fingerprint of ply {ply} does not fit.")
        try:
            match.play(action)
        except IllegalMove as error:
            raise BadRecord(f"This record was altered: move {ply + 1} is illegal. {error}") from error
    _fork(match, len(record.actions), record)
    if match.hash != record.hash:
        raise BadRecord("This record was altered: its fingerprint does not fit.")
    return match


def _check_forks(record: MatchRecord) -> None:
    """New dice are only there where a named fork began, and each fork goes on from the one before."""
    if record.format == OLD_FORMAT:
        return
    before = -1
    for fork in record.forks:
        if not before < fork.ply <= len(record.actions):
            raise BadRecord(f"This record was altered: no fork can follow at move {fork.ply}.")
        if not fork.named:
            raise BadRecord(
                f"This record was altered: its dice change after move {fork.ply}, where no named fork began."
            )
        before = fork.ply


def _fork(match: Match, ply: int, record: MatchRecord) -> None:
    try:
        match._fork_at(ply, record.forks)
    except HatboxError as error:
        raise BadRecord(f"This record cannot be played: {error}") from error


def _begin(record: MatchRecord) -> Match:
    """The match before its first move."""
    try:
        book = rulebook(record.game)
        if record.ruleset != book.ruleset:
            raise BadRecord(
                f"This record follows ruleset {record.ruleset} of {record.game}; this version has {book.ruleset}."
            )
        options = {name: tuple(v) if isinstance(v, list) else v for name, v in record.options.items()}
        return load_old(record.game, record.players, options).match(int(record.seed), record.names)
    except BadRecord:
        raise
    except HatboxError as error:
        raise BadRecord(f"This record cannot be played: {error}") from error
