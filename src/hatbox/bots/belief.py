"""A memory that fades, compiled: what a mind has seen, what it has forgotten, and what it mixes up.

Whether each sighting is forgotten is drawn from what it was, when and at which table. Its chance to be
remembered only ever falls, so what is forgotten stays forgotten until it is shown again.
"""

from typing import Any

import numpy as np

from hatbox.engine.dice import fraction, mixed, seeded
from hatbox.engine.dispatch import forget, in_view, mix_up, reach, resample, sightings
from hatbox.engine.jit import brief_entry, rule
from hatbox.engine.record import Int32s, States

USUAL_AGE = 6  # of a sighting whose time is unknown
NEVER_AGAIN = 1_000_000  # the age of what was shown before the positions that are searched
MOST = 95  # sightings of a seat: great_hall has 78 cards
KEPT, LOST, MIXED_UP, PUSHED_OUT = range(4)  # verdicts
KEEPING, PLACING = range(2)  # questions to the generator

SIGHTING: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("fate", "f8"),
                ("slot", "i4"),  # a place of the game
                ("what", "i4"),  # the value seen there
                ("when", "i4"),  # the action before which it was shown; -1: unknown
                ("moved", "i4"),  # swaps of it since
                ("age", "i4"),  # in actions
                ("later", "i4"),  # other things shown since
                ("verdict", "i4"),
                ("unused", "i4"),
            ]
        ),
    )
)

MIND: "np.dtype[Any]" = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("softness", "f8"),  # 0: always the best move found
                ("fairness", "f8"),  # a move that is worse than the best by more than this is never chosen
                ("whim", "f8"),  # softness among whole turns; 0: it searches there too
                ("attention", "f8"),  # the chance that a thing was noticed at all
                ("fading", "f8"),  # that it is forgotten, per action since
                ("distraction", "f8"),  # that it is forgotten, per other thing shown since
                ("swapping", "f8"),  # that it is expected in the wrong place, per swap
                ("confusion", "f8"),  # that it is mixed up with its neighbour
                ("span", "i4"),  # things remembered at once
                ("perfect", "i4"),  # nothing is ever forgotten
                ("takes_wins", "i4"),  # never misses an immediate win
                ("unused", "i4"),
            ]
        ),
    )
)

Sightings = Any  # an array of sightings with room for one more
Mind = Any  # one record


@rule
def left_of(part: float, times: int) -> float:
    """Return what is left of 1 if this part remains so many times in a row."""
    left = 1.0
    while times > 0:
        if times & 1:
            left *= part
        part *= part
        times >>= 1
    return left


@rule
def keeps(mind: Mind, seen: Any) -> float:
    """Return the chance that a sighting is remembered; enough things shown since push it out."""
    if seen.later >= mind.span:
        return 0.0
    left = left_of(1.0 - mind.fading, seen.age) * left_of(1.0 - mind.distraction, seen.later)
    return float(mind.attention * left)


@rule
def places(mind: Mind, seen: Any) -> float:
    """Return the chance that what is remembered is expected in the right place."""
    return float((1.0 - mind.confusion) * left_of(1.0 - mind.swapping, seen.moved))


@rule
def fate(seen: Any, whose: int, salt: np.uint64, question: int) -> float:
    """Return a number from 0 to 1 that stays the same until the thing is shown again."""
    place = seen.slot + 1 if seen.when < 0 else 0  # a thing with its own time may be moved
    mind = mixed(mixed(mixed(salt, question), whose), place)
    return fraction(mixed(mixed(mind, seen.what), seen.when + 1))


@rule
def sort_by_age(shown: Sightings, count: int) -> None:
    """Sort the youngest first, then by place; uses the room after the last."""
    for k in range(1, count):
        shown[count] = shown[k]
        age, slot, at = shown[count].age, shown[count].slot, k
        while at > 0 and (
            shown[at - 1].age > age or (shown[at - 1].age == age and shown[at - 1].slot > slot)
        ):
            shown[at] = shown[at - 1]
            at -= 1
        shown[at] = shown[count]


@rule
def rank(shown: Sightings, count: int, k: int) -> int:
    """Return how many other things without a time are remembered more surely than this one."""
    found = 0
    for other in range(count):
        one = shown[other]
        if one.when < 0 and one.verdict != LOST:
            found += one.fate < shown[k].fate or (one.fate == shown[k].fate and other < k)
    return found


@brief_entry
def believe(minds: States, shown: Sightings, count: int, whose: int, salt: np.uint64) -> int:
    """Sort the sightings and write one mind's verdict on each; return how many it does not know correctly.

    `whose` distinguishes minds, `salt` tables. Of things without a time, as many as fit at once are
    remembered.
    """
    mind, wrong = minds[0], 0
    sort_by_age(shown, count)
    for k in range(count):
        shown[k].fate = fate(shown[k], whose, salt, KEEPING)
        shown[k].verdict = KEPT if shown[k].fate < keeps(mind, shown[k]) else LOST
    for k in range(count):
        if shown[k].when < 0 and shown[k].verdict == KEPT and rank(shown, count, k) >= mind.span:
            shown[k].verdict = PUSHED_OUT
    for k in range(count):
        if shown[k].verdict == PUSHED_OUT:
            shown[k].verdict = LOST
        elif shown[k].verdict == KEPT and fate(shown[k], whose, salt, PLACING) >= places(mind, shown[k]):
            shown[k].verdict = MIXED_UP
        wrong += shown[k].verdict != KEPT
    return wrong


@brief_entry
def look_back(now: States) -> int:
    """Return how many actions back sightings can be found; 0: they have no times."""
    return reach(now[0])


@brief_entry
def recall(now: States, seat: int, history: States, actions: Int32s, skipped: int, shown: Sightings) -> int:
    """Write all that a seat was shown and cannot see now, with its age, and return the number.

    `history` are the last positions with the actions taken there, `skipped` how many there were before.
    """
    s, kept = now[0], 0
    count = sightings(s, seat, history, actions, shown)
    for k in range(count):
        when, later = shown[k].when, 0
        for other in range(count):
            later += when >= 0 and shown[other].when > when
        shown[k].later = later
        shown[k].age = len(history) - when if when >= 0 else NEVER_AGAIN if skipped > 0 else USUAL_AGE
    for k in range(count):
        if not in_view(s, seat, shown[k].slot):
            shown[kept] = shown[k]
            shown[kept].when += skipped if shown[kept].when >= 0 else 0
            kept += 1
    return kept


@brief_entry
def take_in(
    root: States, seat: int, minds: States, shown: Sightings, count: int, seed: np.uint64, salt: np.uint64
) -> bool:
    """Turn a position into what a mind believes it to be: some things are forgotten, some are mixed up."""
    if believe(minds, shown, count, seat, salt) == 0:
        return False
    s = root[0]
    for k in range(count):
        if shown[k].verdict == LOST:
            forget(s, seat, shown[k].slot)
    for k in range(count):
        if shown[k].verdict == MIXED_UP:
            mix_up(s, seat, shown[k].slot)
    s.rng = seeded(seed)
    resample(s, seat)
    return True
