"""A memory that fades: what a mind has seen, what it has lost, and what it mixes up.

A sighting is something that was shown: where (`slot`), when (`age` in actions since), how much was shown after it
(`later`), and how often it was moved (`moved`). Each sighting has a fate of its own, drawn from what it was and
when: what is forgotten stays forgotten until it is shown again, and a bot that forgets acts on what it believes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from hatbox.match.match import Match

USUAL_AGE = 6  # of a sighting whose time is not told
LONG_AGO = 40  # actions that are gone through for the times of sightings

Shown = tuple[int, int, int, int]  # slot, what, when (-1: not told), moved


@dataclass(frozen=True)
class Sighting:
    """Something that was shown to a seat and could still be known."""

    slot: int  # a place of the game
    what: int  # the value seen there
    when: int = -1  # the action before which it was shown; -1: not told
    age: int = USUAL_AGE
    later: int = 0  # other things shown since
    moved: int = 0  # swaps of it since


@dataclass(frozen=True)
class Memory:
    """How well a mind keeps things; all numbers are chances but the last."""

    attention: float = 1.0  # that it was noticed at all
    fading: float = 0.0  # that it is lost, per action since
    distraction: float = 0.0  # that it is lost, per other thing shown since
    swapping: float = 0.0  # that it is looked for in the wrong place, per swap
    confusion: float = 0.0  # that it is mixed up with its neighbour
    span: int = 10_000  # things kept at once

    @property
    def perfect(self) -> bool:
        """Whether nothing is ever lost."""
        return self == Memory()

    def keeps(self, seen: Sighting) -> float:
        """The chance that a sighting is still there."""
        return self.attention * (1 - self.fading) ** seen.age * (1 - self.distraction) ** seen.later

    def places(self, seen: Sighting) -> float:
        """The chance that what is still there is looked for in the right place."""
        return (1 - self.confusion) * (1 - self.swapping) ** seen.moved


@dataclass(frozen=True)
class Belief:
    """What is left: sightings that are lost, and those that are believed next to where they are."""

    lost: list[Sighting]
    mixed_up: list[Sighting]


def believe(memory: Memory, sightings: Iterable[Sighting], whose: int) -> Belief:
    """What one mind makes of all that it was shown; `whose` tells minds apart."""
    newest_first = sorted(sightings, key=lambda seen: (seen.age, seen.slot))
    kept = [seen for seen in newest_first if _fate(seen, whose, "keep") < memory.keeps(seen)][: memory.span]
    mixed_up = [seen for seen in kept if _fate(seen, whose, "place") >= memory.places(seen)]
    return Belief([seen for seen in newest_first if seen not in kept], mixed_up)


def sightings_of(match: Match, seat: int) -> tuple[Sighting, ...]:
    """All that a seat was shown and could still know, in a game that says so in its bot.py."""
    book = match.game.rulebook
    room = book.room("bot") if book.has_room("bot") else None
    if room is None or not hasattr(room, "sightings"):
        return ()
    skipped = max(0, match.ply - LONG_AGO)
    past = match.history(LONG_AGO) if getattr(room, "TELLS_WHEN", True) else []
    found = room.sightings(past, match.state, seat)
    return tuple(_sighting(match.ply, skipped, one, found) for one in found)


def _sighting(now: int, skipped: int, one: Shown, found: list[Shown]) -> Sighting:
    """What the game tells of one thing, with its age; what is not in the last actions was long ago."""
    slot, what, when, moved = one
    if when < 0:
        return Sighting(slot, what, age=LONG_AGO if skipped else USUAL_AGE, moved=moved)
    later = sum(other[2] > when for other in found)
    return Sighting(slot, what, skipped + when, now - skipped - when, later, moved)


def _fate(seen: Sighting, whose: int, question: str) -> float:
    """A number from 0 to 1 that is the same as long as nothing new is shown."""
    place = seen.slot if seen.when < 0 else ""  # a thing with a time of its own may be moved
    text = f"{question} {whose} {place} {seen.what} {seen.when}"
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)
