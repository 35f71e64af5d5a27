"""Check a record: is it whole, does every move follow the rules, were the dice those that were promised?"""

from typing import Literal

import msgspec

from hatbox.errors import BadRecord
from hatbox.match.match import Match
from hatbox.match.recording import MatchRecord, drawn_seed, from_json, promise_of, replay

CheckName = Literal["readable", "moves", "promise", "noted", "finished"]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was looked at."""

    check: CheckName
    ok: bool
    sentence: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What came out, in one sentence and one by one."""

    ok: bool
    sentence: str
    checks: list[Check]


def verify(data: bytes, noted: str = "") -> Verdict:
    """Check a record as JSON; `noted` is the promise that somebody wrote down before the game."""
    try:
        record = from_json(data)
    except BadRecord as error:
        return _verdict([Check(check="readable", ok=False, sentence=str(error))])
    checks = [Check(check="readable", ok=True, sentence="The record is whole.")]
    try:
        match = replay(record)
    except BadRecord as error:
        return _verdict([*checks, Check(check="moves", ok=False, sentence=str(error))])
    return _verdict([*checks, _moves(match), *_promises(record, noted), *_finished(match)])


def _moves(match: Match) -> Check:
    count = "one move" if match.ply == 1 else f"{match.ply} moves"
    return Check(
        check="moves", ok=True, sentence=f"{count} played again: every fingerprint fits.".capitalize()
    )


def _promises(record: MatchRecord, noted: str) -> list[Check]:
    """The seed against the promise in the record, and that against the one that somebody noted."""
    found: list[Check] = []
    if isinstance(record.promise, str):
        salt = record.salt if isinstance(record.salt, str) else ""
        kept = promise_of(salt, drawn_seed(record.seed, record.reseeds)) == record.promise
        said = "The seed is the one that was promised before the game."
        not_said = "The seed is not the one that was promised before the game."
        found.append(Check(check="promise", ok=kept, sentence=said if kept else not_said))
    if noted:
        same = record.promise == noted.strip().lower()
        sentence = "The promise is the one that was noted." if same else "Another promise was noted."
        found.append(Check(check="noted", ok=same, sentence=sentence))
    return found


def _finished(match: Match) -> list[Check]:
    sentence = "The game was played to its end." if match.over else "The game was not played to its end."
    return [Check(check="finished", ok=True, sentence=sentence)]


def _verdict(checks: list[Check]) -> Verdict:
    """The whole is right when everything is."""
    wrong = next((check for check in checks if not check.ok), None)
    if wrong is not None:
        return Verdict(ok=False, sentence=wrong.sentence, checks=checks)
    promised = any(check.check == "promise" for check in checks)
    dice = " and the dice were those that were promised" if promised else ""
    return Verdict(ok=True, sentence=f"This record is genuine: every move fits{dice}.", checks=checks)
