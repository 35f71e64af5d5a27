"""Vanished Animal solved: two players by a closed form, three and four by enumeration and backward induction.

For perfect memory swaps are a mere renaming: the hats are followed. Animals and unseen hats are alike, so a round
is told by how many animals each player can rule out, and a name is right with 1 in what is left. Two players: a
wrong name ends the round, so nothing leaks. With more, a wrong name rules an animal out for those who had not seen
it: the named animal lies under a hat that the namer had not seen, and a rival who has looked into k of the five
hats has seen it with chance k/5. That treats seen sets as independent, which real ones are not; the posterior at
the table is exact instead (`posterior`), by going through all worlds.
"""

from functools import cache
from itertools import permutations

HATS, ANIMALS = 5, 6

Ruled = tuple[int, ...]  # per player, the mover first: animals ruled out, or OUT
OUT = -1


def duel_value(mine: int, yours: int) -> float:
    """The mover's chance to win a round of two, having seen `mine` hats against `yours`."""
    if mine == HATS:
        return 1.0
    if yours in (mine, mine + 1):
        return 0.5
    behind = yours - mine
    return 1 / (behind + 1) if behind > 0 else (1 - behind) / (2 - behind)


@cache
def match_value(mine: int, yours: int) -> float:
    """The chance to win a game of two in which so many rounds are missing: every new round is even (VA-R20)."""
    if mine == 0 or yours == 0:
        return float(mine == 0)
    return (match_value(mine - 1, yours) + match_value(mine, yours - 1)) / 2


@cache
def chances(ruled: Ruled) -> tuple[float, ...]:
    """Everybody's chance to win the round when each plays best for himself; the first player is to act."""
    if sum(count != OUT for count in ruled) == 1:
        return tuple(float(count != OUT) for count in ruled)
    if ruled[0] == OUT:
        after = chances((*ruled[1:], OUT))
        return (after[-1], *after[:-1])
    named = naming(ruled)
    if ruled[0] == HATS:
        return named
    looked = looking(ruled)
    return looked if looked[0] >= named[0] else named


def looking(ruled: Ruled) -> tuple[float, ...]:
    """After a look into a new hat, which rules one more animal out."""
    after = chances((*ruled[1:], ruled[0] + 1))
    return (after[-1], *after[:-1])


def naming(ruled: Ruled) -> tuple[float, ...]:
    """After a name: right, or out, and the others may have learnt something."""
    right = 1 / (ANIMALS - ruled[0])
    found = [right] + [0.0] * (len(ruled) - 1)
    if right < 1:
        for chance, rest in _learnt(ruled[1:]):
            after = chances((*rest, OUT))
            for seat in range(len(rest)):
                found[seat + 1] += (1 - right) * chance * after[seat]
    return tuple(found)


def _learnt(rest: Ruled) -> list[tuple[float, Ruled]]:
    """What a wrong name may teach the others, with chances."""
    ways: list[tuple[float, Ruled]] = [(1.0, ())]
    for count in rest:
        knew = 1.0 if count in (OUT, HATS) else count / HATS
        fates = [(knew, count), (1 - knew, count + 1)]
        ways = [(p * q, (*done, after)) for p, done in ways for q, after in fates if q > 0]
    return ways


def posterior(own: dict[int, int], names: list[tuple[int, frozenset[int]]]) -> list[float]:
    """The chance of each animal to be in the box, by going through all worlds.

    `own`: animal by place, as seen; `names`: each wrong name with the places that its namer had seen. Nobody names
    what he has seen, so the animal is under none of those hats (and not in the box).
    """
    counts = [0] * ANIMALS
    free = [place for place in range(HATS + 1) if place not in own]
    left = [animal for animal in range(ANIMALS) if animal not in own.values()]
    for animals in permutations(left):
        world = {**own, **dict(zip(free, animals, strict=True))}
        if all(world[HATS] != name and all(world[p] != name for p in seen) for name, seen in names):
            counts[world[HATS]] += 1
    if not any(counts):  # somebody has named against his better knowledge
        return posterior(own, [(name, frozenset()) for name, _ in names])
    return [count / sum(counts) for count in counts]
