"""A memory that fades: what a mind has seen, what it has lost, and what it mixes up.

A sighting is something that was shown: where (`slot`), when (`age` in actions since), how much was shown after it
(`later`), and how often it was moved (`moved`). Each sighting has a fate of its own, drawn from what it was, when and
at which table. Its chance to be there only ever falls, so what is forgotten stays forgotten until it is shown again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from hatbox.match.match import Match

USUAL_AGE = 6  # of a sighting whose time is not told
LONG_AGO = (
    40  # actions that are gone through for the times of sightings, where the game does not say how many
)
LONGEST = 600  # actions that are gone through at most: who forgets at all has lost what is older
NEVER_AGAIN = 1_000_000  # the age of what was shown before that

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
        """The chance that a sighting is still there; as many things shown since as are kept at once push it out."""
        if seen.later >= self.span:
            return 0.0
        return self.attention * (1 - self.fading) ** seen.age * (1 - self.distraction) ** seen.later

    def places(self, seen: Sighting) -> float:
        """The chance that what is still there is looked for in the right place."""
        return (1 - self.confusion) * (1 - self.swapping) ** seen.moved


@dataclass(frozen=True)
class Belief:
    """What is left: sightings that are lost, and those that are believed next to where they are."""

    lost: list[Sighting]
    mixed_up: list[Sighting]


def believe(memory: Memory, sightings: Iterable[Sighting], whose: int, salt: int = 0) -> Belief:
    """What one mind makes of all that it was shown; `whose` tells minds apart, `salt` tables."""
    shown = sorted(sightings, key=lambda seen: (seen.age, seen.slot))
    fates = {seen: _fate(seen, whose, salt, "keep") for seen in shown}
    alive = [seen for seen in shown if fates[seen] < memory.keeps(seen)]
    undated = sorted((seen for seen in alive if seen.when < 0), key=lambda seen: fates[seen])
    kept = {seen for seen in alive if seen.when >= 0} | set(undated[: memory.span])
    mixed_up = [seen for seen in shown if seen in kept and _is_mixed_up(memory, seen, whose, salt)]
    return Belief([seen for seen in shown if seen not in kept], mixed_up)


def _is_mixed_up(memory: Memory, seen: Sighting, whose: int, salt: int) -> bool:
    """Whether a thing that is still there is looked for in the wrong place."""
    return _fate(seen, whose, salt, "place") >= memory.places(seen)


def sightings_of(match: Match, seat: int) -> tuple[Sighting, ...]:
    """All that a seat was shown and could still know, in a game that says so in its bot.py."""
    book = match.game.rulebook
    room = book.room("bot") if book.has_room("bot") else None
    if room is None or not hasattr(room, "sightings"):
        return ()
    if not getattr(room, "TELLS_WHEN", True):
        return tuple(Sighting(*one) for one in room.sightings([], match.state, seat))
    reach = min(LONGEST, room.reach(match.state) if hasattr(room, "reach") else LONG_AGO)
    skipped = max(0, match.ply - reach)
    found = room.sightings(match.history(reach), match.state, seat)
    hidden = [one for one in found if not room.in_view(match.state, seat, one[0])]
    return tuple(_sighting(match.ply, skipped, one, found) for one in hidden)


def salt_of(match: Match) -> int:
    """A number of its own for every game, from which nobody can tell its seed."""
    return int.from_bytes(blake2b(f"salt {match.seed}".encode(), digest_size=6).digest(), "big")


def _sighting(now: int, skipped: int, one: Shown, found: list[Shown]) -> Sighting:
    """What the game tells of one thing, with its age; what is not in the last actions was long ago."""
    slot, what, when, moved = one
    if when < 0:
        return Sighting(slot, what, age=NEVER_AGAIN if skipped else USUAL_AGE, moved=moved)
    later = sum(other[2] > when for other in found)
    return Sighting(slot, what, skipped + when, now - skipped - when, later, moved)


def _fate(seen: Sighting, whose: int, salt: int, question: str) -> float:
    """A number from 0 to 1 that is the same as long as the thing is not shown again."""
    place = seen.slot if seen.when < 0 else ""  # a thing with a time of its own may be moved
    text = f"{question} {salt} {whose} {place} {seen.what} {seen.when}"
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)
