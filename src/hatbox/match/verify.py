"""Check a record: is it whole, does every move follow the rules, were the dice those that were promised?"""

from typing import Literal

import msgspec

from hatbox.errors import BadRecord
from hatbox.match.draw import By, Draw, Share, keeps_commitments, keeps_promise, seed_of
from hatbox.match.match import Match
from hatbox.match.recording import OLD_FORMAT, MatchRecord, from_json, replay

CheckName = Literal[
    "readable", "moves", "covered", "names", "forks", "promise", "shares", "noted", "finished"
]
KEPT = "The seed is the one that was promised before the game."
NOT_KEPT = "The seed is not the one that was promised before the game."
NO_PROMISE = "Nobody promised the dice of this game: the author of the record may have chosen them."
OLD = (
    f"The record has the old format {OLD_FORMAT}: its fingerprint covers moves and dice, but not the names, "
    "the options and the promise, which may have been changed."
)


UNKNOWABLE = (
    "The promise covered the names, so it can no longer be computed again: the dice follow from the numbers "
    "in the record, but whether these are the ones that were promised cannot be checked any more."
)


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was checked."""

    check: CheckName
    ok: bool
    sentence: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result, in one sentence and check by check."""

    ok: bool
    sentence: str
    checks: list[Check]


def verify(data: bytes, noted: str = "") -> Verdict:
    """Check a record as JSON; `noted` is a promise that was written down before the game."""
    try:
        record = from_json(data)
    except BadRecord as error:
        return _wrong([Check(check="readable", ok=False, sentence=str(error))])
    checks = [Check(check="readable", ok=True, sentence="The record is whole.")]
    try:
        match = replay(record)
    except BadRecord as error:
        return _wrong([*checks, Check(check="moves", ok=False, sentence=str(error))])
    checks += [_moves(match), *_covered(record), *_names(record), *_forks(record)]
    checks += [*_promises(record), *_noted(record, noted), *_finished(match)]
    return _wrong(checks) if any(not check.ok for check in checks) else _genuine(record, checks)


def _moves(match: Match) -> Check:
    count = "one move" if match.ply == 1 else f"{match.ply} moves"
    return Check(
        check="moves", ok=True, sentence=f"{count} played again: every fingerprint fits.".capitalize()
    )


def _covered(record: MatchRecord) -> list[Check]:
    """What an old record cannot vouch for."""
    return [Check(check="covered", ok=True, sentence=OLD)] if record.format == OLD_FORMAT else []


def _names(record: MatchRecord) -> list[Check]:
    """Whose names were removed after the game."""
    if not record.removed:
        return []
    seats = ", ".join(str(seat + 1) for seat in record.removed)
    what = f"seat {seats} was" if len(record.removed) == 1 else f"seats {seats} were"
    return [Check(check="names", ok=True, sentence=f"The name at {what} removed on request after the game.")]


def _lost_promise(record: MatchRecord) -> bool:
    """Whether the promise was made over names that are gone."""
    return bool(record.removed) and record.draw is not None and record.draw.shares is not None


def _forks(record: MatchRecord) -> list[Check]:
    """Where the game left another one; the dice before belong to that one."""
    if not record.forks:
        return []
    unnamed = next((fork for fork in record.forks if not fork.named), None)
    if unnamed is not None:
        sentence = (
            f"The dice change after move {unnamed.ply}, where no named fork began: they may have been chosen."
        )
        return [Check(check="forks", ok=False, sentence=sentence)]
    last = record.forks[-1]
    other = last.code or last.of
    sentence = f"The first {last.ply} moves come from another game ({other}); nothing is said about its dice."
    return [Check(check="forks", ok=True, sentence=sentence)]


def _promises(record: MatchRecord) -> list[Check]:
    """The seed against the promise in the record, and who had a share in it."""
    draw = record.draw
    if draw is None:
        return [Check(check="promise", ok=True, sentence=NO_PROMISE)]
    lost = _lost_promise(record)
    kept = keeps_commitments(draw, record.players) if lost else keeps_promise(draw, record.head)
    if not kept or seed_of(draw) != record.drawn_seed:
        return [Check(check="promise", ok=False, sentence=NOT_KEPT)]
    said = Check(check="promise", ok=True, sentence=UNKNOWABLE if lost else KEPT)
    return [said, Check(check="shares", ok=True, sentence=_shares(draw, record.names))]


def _shares(draw: Draw, names: list[str]) -> str:
    """Whose numbers are in the dice."""
    shares = draw.shares or []
    mixed = _named(shares, names, "player") if shares else ""
    if not mixed:
        return "No player sent a number: the table alone rolled the dice."
    late = _named(shares, names, "late")
    alone = _named(shares, names, "none")
    sentence = f"The dice hold the numbers of {mixed}."
    sentence += f" {late} did not open a number in time." if late else ""
    return sentence + (f" {alone} gave none." if alone else "")


def _named(shares: list[Share], names: list[str], by: By) -> str:
    return ", ".join(name for share, name in zip(shares, names, strict=True) if share.by == by)


def _noted(record: MatchRecord, noted: str) -> list[Check]:
    """Compare the promise in the record with the one that was written down."""
    if not noted:
        return []
    same = record.draw is not None and record.draw.promise == noted.strip().lower()
    sentence = "The promise is the one that was noted." if same else "Another promise was noted."
    return [Check(check="noted", ok=same, sentence=sentence)]


def _finished(match: Match) -> list[Check]:
    sentence = "The game was played to its end." if match.over else "The game was not played to its end."
    return [Check(check="finished", ok=True, sentence=sentence)]


def _wrong(checks: list[Check]) -> Verdict:
    """The first thing that does not fit."""
    wrong = next(check for check in checks if not check.ok)
    return Verdict(ok=False, sentence=wrong.sentence, checks=checks)


def _genuine(record: MatchRecord, checks: list[Check]) -> Verdict:
    """Everything matches; the sentence claims no more than was checked."""
    if record.draw is None or _lost_promise(record):
        dice = ""
    elif record.forks:
        dice = f" and the dice after move {record.forks[-1].ply} were those that were promised"
    else:
        dice = " and the dice were those that were promised"
    gap = " Names and options are not covered." if record.format == OLD_FORMAT else ""
    gap += " A name was removed since, and with it the proof of its promise." if _lost_promise(record) else ""
    return Verdict(ok=True, sentence=f"This record is genuine: every move fits{dice}.{gap}", checks=checks)
