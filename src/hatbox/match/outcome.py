"""How a game ended: who won, and by which rule."""

from collections.abc import Sequence
from typing import Any

import msgspec

from hatbox.engine.notes import TOLD, Event, Told
from hatbox.words import event_key, has, say, tell

END, SCORE_LINE = "end_", "_line"  # how the events of an ending are called, and the lines of a scoring sheet


class Outcome(msgspec.Struct, frozen=True):
    """Who won a finished game, and by which rule; printed, it is a sentence."""

    winners: tuple[int, ...]  # seats; none after a draw
    rule: str  # the ID of the rule that ended the game; empty where the last move is not known
    text: str

    def __str__(self) -> str:
        """The sentence."""
        return self.text


def outcome_of(topic: str, winners: Sequence[int], names: Sequence[str], events: Sequence[Event]) -> Outcome:
    """The outcome of a game; the events of the last move say why it is over."""
    said = result([names[seat] for seat in winners])
    ends = [e for e in events if e.kind.startswith(END) and not e.kind.endswith(SCORE_LINE)]
    if not ends:
        return Outcome(tuple(winners), "", said)
    rule = TOLD.get(type(ends[-1]), Told()).rule
    why = tell(topic, ends[-1], names) if has(topic, event_key(ends[-1])) else ""
    parts: list[Any] = [said, why, rule and f"({rule})"]
    return Outcome(tuple(winners), rule, " ".join(filter(None, parts)))


def result(winners: Sequence[str], language: str = "en") -> str:
    """Who has won, alone or together, as a sentence."""
    key = "draw" if not winners else "win_player" if len(winners) == 1 else "win_shared"
    names = ", ".join(winners)
    return say("shell", key, language, player=names, players=names)
