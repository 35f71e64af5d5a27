"""What seats were shown and when, and how well a mind remembers it; belief.py decides what is left.

A sighting is something that was shown: where (`slot`), when (`age` in actions since), how much was shown
after it (`later`), and how often it was moved (`moved`).
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from hashlib import blake2b
from typing import Any

import numpy as np

from hatbox.bots import belief
from hatbox.engine.record import States
from hatbox.match.match import Match

LONGEST = 600  # actions that are searched at most: a mind that forgets has lost what is older


@dataclass(frozen=True)
class Sighting:
    """Something that was shown to a seat and could still be known."""

    slot: int  # a place of the game
    what: int  # the value seen there
    when: int = -1  # the action before which it was shown; -1: unknown
    age: int = belief.USUAL_AGE
    later: int = 0  # other things shown since
    moved: int = 0  # swaps of it since


NAMES = [field.name for field in fields(Sighting)]


@dataclass(frozen=True)
class Memory:
    """How well a mind remembers; all numbers except the last are chances."""

    attention: float = 1.0  # that it was noticed at all
    fading: float = 0.0  # that it is forgotten, per action since
    distraction: float = 0.0  # that it is forgotten, per other thing shown since
    swapping: float = 0.0  # that it is expected in the wrong place, per swap
    confusion: float = 0.0  # that it is mixed up with its neighbour
    span: int = 10_000  # things remembered at once

    @property
    def perfect(self) -> bool:
        """Whether nothing is ever forgotten."""
        return self == Memory()

    def mind(self) -> Any:
        """Return a record for compiled code, of a mind that has this memory."""
        mind = np.zeros(1, belief.MIND)
        for field in fields(self):
            mind[0][field.name] = getattr(self, field.name)
        mind[0]["perfect"] = self.perfect
        return mind


@dataclass(frozen=True)
class Belief:
    """What is left: forgotten sightings, and those remembered at a neighbouring place."""

    lost: list[Sighting]
    mixed_up: list[Sighting]


def believe(memory: Memory, sightings: Sequence[Sighting], whose: int, salt: int = 0) -> Belief:
    """Return what one mind makes of all that it was shown; `whose` distinguishes minds, `salt` tables."""
    shown = written(sightings)
    belief.believe(memory.mind(), shown, len(sightings), whose, np.uint64(salt))
    found = list(zip(read(shown, len(sightings)), shown["verdict"].tolist(), strict=False))
    return Belief(
        [one for one, verdict in found if verdict == belief.LOST],
        [one for one, verdict in found if verdict == belief.MIXED_UP],
    )


def written(sightings: Sequence[Sighting]) -> Any:
    """Return sightings as records for compiled code, with room for more."""
    shown = np.zeros(max(len(sightings), belief.MOST) + 1, belief.SIGHTING)
    for k, one in enumerate(sightings):
        for name, value in zip(NAMES, astuple(one), strict=True):
            shown[k][name] = value
    return shown


def read(shown: Any, count: int) -> tuple[Sighting, ...]:
    """Return sightings from their records."""
    return tuple(Sighting(*(int(one[name]) for name in NAMES)) for one in shown[:count])


def sightings_of(match: Match, seat: int) -> tuple[Sighting, ...]:
    """Return all that a seat was shown and could still know, in a game whose bot.py supports it."""
    reach = min(LONGEST, belief.look_back(match.now.states))
    history, actions = match.past(reach)
    skipped = match.ply - len(actions) if reach else 0
    shown = written(())
    count = belief.recall(match.now.states, seat, history, actions, skipped, shown)
    return read(shown, count)


def untold(states: States, seat: int) -> tuple[Sighting, ...]:
    """Return sightings without times, where they are not given."""
    shown, nothing = written(()), np.zeros(0, np.int32)
    return read(shown, belief.recall(states, seat, states[:0], nothing, 0, shown))


def salt_of(match: Match) -> int:
    """Return a number for every game that does not reveal its seed."""
    return int.from_bytes(blake2b(f"salt {match.seed}".encode(), digest_size=6).digest(), "big")
