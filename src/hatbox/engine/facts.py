"""What a move does, for people who want to know why: numbers in the rules, sentences from the word list for everyone.

    FACTS = Facts()
    CATCHES = FACTS.add("coach_catches", "player", "count")

    say(out, CATCHES, owner, caught, 0)

A fact is shown to the seat that must act, so it must hold in every world that this seat considers possible.
"""

from typing import Any

import msgspec
import numpy as np

from hatbox.engine.jit import rule

ROOM = 16  # facts noted for one move; only the first few are shown
ROW = 4  # numbers per fact: its kind, and what its sentence needs
NOTES: "np.dtype[Any]" = np.dtype(
    (np.record, np.dtype([("count", "i4"), ("kind", "i4", ROOM), ("given", "i4", (ROOM, ROW - 1))]))
)
Notes = Any  # one such record


class Said(msgspec.Struct, frozen=True):
    """A fact as a word list key with the numbers in its sentence; `player` is a seat."""

    key: str
    given: dict[str, int] = {}


class Fact(int):
    """A kind of fact: a number for the rules, words for everyone else."""

    key: str
    given: tuple[str, ...]  # the names of what the sentence needs


class Facts(list[Fact]):
    """Everything a game's moves can do, starting with what all games share."""

    def __init__(self) -> None:
        """Start with the facts that all games share."""
        super().__init__()
        for key in ("reason_best_chance", "reason_wins_now", "reason_only_move"):
            self.add(key)

    def add(self, key: str, *given: str) -> Fact:
        """Add a fact, with the names of at most three numbers."""
        assert len(given) < ROW
        fact = Fact(len(self))
        fact.key, fact.given = key, given
        self.append(fact)
        return fact

    def read(self, kind: int, *numbers: int) -> Said:
        """The sentence for a noted fact."""
        fact = self[kind]
        return Said(fact.key, dict(zip(fact.given, map(int, numbers), strict=False)))


BEST_CHANCE, WINS_NOW, ONLY_MOVE = range(3)


@rule
def say(out: Notes, kind: int, first: int, second: int, third: int) -> None:
    """Note a fact with its numbers; call it for the most important facts first."""
    if out.count < ROOM:
        out.kind[out.count] = kind
        out.given[out.count, 0] = first
        out.given[out.count, 1] = second
        out.given[out.count, 2] = third
        out.count += 1
