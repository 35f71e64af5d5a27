"""Why a move is refused: `why_not` returns a number that stands for a reason, and possibly one more number.

    REASONS = Reasons()
    EXACT_ROLL = REASONS.add("CH-06", "exact_roll", count=NUMBER)

    return because(EXACT_ROLL, s.die)

The sentence is in the game's word list, under `refuse_<reason>_<rule>`; a game without a word list gives it here.
"""

from typing import Any

import msgspec

from hatbox.engine.jit import rule
from hatbox.engine.schema import Words

GIVEN = 256  # times the given value, plus the reason
NUMBER = Words()  # the given value is a number, not an index into words


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is refused: the rule's ID, the reason's key in the word list, and the sentence's arguments."""

    rule: str
    reason: str
    sentence: str = ""  # of a game without a word list
    given: dict[str, Any] = {}


class Reason(int):
    """A reason: a number for the rules, words for everyone else."""

    rule: str
    key: str
    given: str  # the name of the value that the sentence needs, or nothing
    words: Words
    sentence: str


class Reasons(list[Reason]):
    """All reasons of a game."""

    def add(self, rule: str, key: str, sentence: str = "", **given: Words) -> Reason:
        """Add a reason; at most one value is given."""
        reason = Reason(len(self))
        reason.rule, reason.key, reason.sentence = rule, key, sentence
        reason.given, reason.words = next(iter(given.items()), ("", NUMBER))
        self.append(reason)
        return reason

    def read(self, answer: int) -> Refusal:
        """The refusal for an answer of `why_not`."""
        reason, value = self[answer % GIVEN], answer // GIVEN
        given = {reason.given: reason.words[value] if reason.words else value} if reason.given else {}
        return Refusal(reason.rule, reason.key, reason.sentence.format(**given), given)


@rule
def because(reason: int, given: int) -> int:
    """A reason together with the value its sentence needs."""
    return reason + GIVEN * int(given)
