"""What a move does, for people who want to know why: numbers for the rules, sentences of the word list for everybody.

    FACTS = Facts()
    CATCHES = FACTS.add("coach_catches", "player", "count")

    say(out, CATCHES, owner, caught, 0)

A fact is told to the seat that must act, so it must be true in every world that this seat cannot tell apart.
"""

from typing import Any

import msgspec
import numpy as np

from hatbox.engine.jit import rule

ROOM = 16  # facts of one move that are noted, of which the first few are told
ROW = 4  # numbers of a fact: its kind, and what its sentence needs
NOTES: "np.dtype[Any]" = np.dtype(
    (np.record, np.dtype([("count", "i4"), ("kind", "i4", ROOM), ("given", "i4", (ROOM, ROW - 1))]))
)
Notes = Any  # one such record


class Said(msgspec.Struct, frozen=True):
    """A fact as a key of the word list with the numbers in its sentence; `player` is a seat."""

    key: str
    given: dict[str, int] = {}


class Fact(int):
    """A kind of fact: a number for the rules, words for everybody else."""

    key: str
    given: tuple[str, ...]  # the names of what the sentence needs


class Facts(list[Fact]):
    """All that a game's moves can do; what holds for every game comes first."""

    def __init__(self) -> None:
        """Begin with what every game has."""
        super().__init__()
        for key in ("reason_best_chance", "reason_wins_now", "reason_only_move"):
            self.add(key)

    def add(self, key: str, *given: str) -> Fact:
        """One more, with the names of at most three numbers."""
        assert len(given) < ROW
        fact = Fact(len(self))
        fact.key, fact.given = key, given
        self.append(fact)
        return fact

    def read(self, kind: int, *numbers: int) -> Said:
        """The sentence behind a noted fact."""
        fact = self[kind]
        return Said(fact.key, dict(zip(fact.given, map(int, numbers), strict=False)))


BEST_CHANCE, WINS_NOW, ONLY_MOVE = range(3)


@rule
def say(out: Notes, kind: int, first: int, second: int, third: int) -> None:
    """Note a fact with its numbers; the most telling ones come first."""
    if out.count < ROOM:
        out.kind[out.count] = kind
        out.given[out.count, 0] = first
        out.given[out.count, 1] = second
        out.given[out.count, 2] = third
        out.count += 1
