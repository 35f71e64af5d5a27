"""Vanished Animal solved: two players by a closed form, three and four by enumeration and backward induction.

With perfect memory swaps are mere renaming, because every hat can be followed. Animals and unseen hats are
interchangeable, so a round is described by how many animals each player can rule out, and a guess is right with
probability one over the number left. With two players a wrong name ends the round, so nothing leaks. With more, a wrong
name rules out an animal for players who had not seen it: the named animal is under a hat that the namer had not seen,
and a rival who has looked into k of the five hats has seen it with probability k/5. That treats the sets of seen hats
as independent, which they are not in a real game; the posterior used in play (`posterior`) is exact instead, because
it enumerates all worlds.
"""

from typing import Any

import numpy as np

from hatbox.engine.jit import entry, rule
from hatbox.engine.record import Tensor
from hatbox.games.vanished_animal.board import DEALS
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import ANIMALS, BOX, PLACES, SEATS, State

OUT = -1
COUNTS = PLACES + 2  # what a player can have ruled out, and OUT
SIZE = COUNTS**SEATS * SEATS  # of the table of all players' chances
ALIKE = 1e-6  # chances closer than this are equal
WORLDS = len(DEALS)


# ---- two players -----------------------------------------------------------------------------------------------


@rule
def duel_value(mine: int, yours: int) -> float:
    """The mover's chance of winning a two-player round, having seen `mine` hats against `yours`."""
    if mine >= PLACES:
        return 1.0
    if yours == mine or yours == mine + 1:
        return 0.5
    behind = yours - mine
    return 1.0 / (behind + 1) if behind > 0 else (1.0 - behind) / (2.0 - behind)


@rule
def match_value(mine: int, yours: int) -> float:
    """The chance of winning a two-player game with this many rounds still needed; every new round is even (VA-R20)."""
    if mine <= 0 or yours <= 0:
        return 1.0 if mine <= 0 else 0.0
    found, chance = 0.0, 1.0
    for _ in range(mine):
        chance *= 0.5
    for lost in range(yours):  # rounds lost before the last one won
        found += chance
        chance *= 0.5 * (mine + lost) / (lost + 1)
    return found


# ---- three and four: how much each player can rule out, the mover first ----------------------------------------


@rule
def chance(table: Tensor, a: int, b: int, c: int, d: int, whose: int) -> float:
    """A player's chance of winning the round; players who are out are skipped."""
    while a == OUT:
        a, b, c, d, whose = b, c, d, a, (whose + SEATS - 1) % SEATS
    return float(table[(((a * COUNTS + b + 1) * COUNTS + c + 1) * COUNTS + d + 1) * SEATS + whose])


@rule
def looked(table: Tensor, a: int, b: int, c: int, d: int, whose: int) -> float:
    """The chance after a look into a new hat, which rules out one more animal."""
    return chance(table, b, c, d, a + 1, (whose + SEATS - 1) % SEATS)


@rule
def knew(count: int) -> float:
    """The chance that another player had already ruled out a wrong name."""
    return 1.0 if count in (OUT, PLACES) else count / PLACES


@rule
def named(table: Tensor, a: int, b: int, c: int, d: int, whose: int) -> float:
    """The chance after a name: right, or out, and then the others may have learnt something."""
    right = 1.0 / (ANIMALS - a)
    if whose == 0:
        return right
    found = 0.0
    for learnt in range(8):
        x, y, z = learnt & 1, learnt >> 1 & 1, learnt >> 2
        likely = (1.0 - knew(b) if x else knew(b)) * (1.0 - knew(c) if y else knew(c))
        likely *= 1.0 - knew(d) if z else knew(d)
        if likely > 0.0 and right < 1.0:
            found += (1.0 - right) * likely * chance(table, b + x, c + y, d + z, OUT, whose - 1)
    return found


@rule
def settle(table: Tensor, a: int, b: int, c: int, d: int) -> None:
    """Write all players' chances when each plays for their own best result."""
    alone = b == OUT and c == OUT and d == OUT
    looks = a < PLACES and not alone
    if looks:
        looks = looked(table, a, b, c, d, 0) >= named(table, a, b, c, d, 0) - ALIKE
    for whose in range(SEATS):
        if alone:
            worth = 1.0 if whose == 0 else 0.0
        else:
            worth = looked(table, a, b, c, d, whose) if looks else named(table, a, b, c, d, whose)
        table[(((a * COUNTS + b + 1) * COUNTS + c + 1) * COUNTS + d + 1) * SEATS + whose] = worth


@entry
def fill(table: Tensor) -> None:
    """Fill in all players' chances in all situations, later situations first."""
    for most in range(
        SEATS * (PLACES + 1), -1, -1
    ):  # total ruled out; being out counts as one more than all hats
        for a in range(PLACES + 1):
            for b in range(OUT, PLACES + 1):
                for c in range(OUT, PLACES + 1):
                    for d in range(OUT, PLACES + 1):
                        out = (b == OUT) + (c == OUT) + (d == OUT)
                        if a + b + c + d + out * (PLACES + 2) == most:
                            settle(table, a, b, c, d)


# ---- the table as it is: all worlds ----------------------------------------------------------------------------


@rule
def is_possible(s: State, seat: int, world: int, names: bool) -> bool:
    """Whether the hats can lie like this as far as a seat knows; `names`: nobody names an animal they have seen."""
    for place in range(PLACES):
        if has_seen(s, seat, place) and DEALS[world, place] != s.hats[place]:
            return False
    for other in range(s.players):
        if is_out(s, other):
            if DEALS[world, BOX] == s.named[other]:
                return False
            for place in range(PLACES):
                if names and has_seen(s, other, place) and DEALS[world, place] == s.named[other]:
                    return False
    return True


@rule
def tally(s: State, seat: int, animal: int, names: bool) -> tuple[int, int, int]:
    """How many worlds are possible, how many have this animal in the box, and which animals can be there, as bits."""
    count = hits = animals = 0
    for world in range(WORLDS):
        if is_possible(s, seat, world, names):
            count += 1
            hits += DEALS[world, BOX] == animal
            animals |= 1 << DEALS[world, BOX]
    return count, hits, animals


@rule
def weighed(s: State, seat: int, animal: int) -> tuple[int, int, int]:
    """The same, but ignoring names if a player must have named an animal they had seen."""
    found = tally(s, seat, animal, True)
    return found if found[0] > 0 else tally(s, seat, animal, False)


@rule
def posterior(s: State, seat: int, animal: int) -> float:
    """The probability that an animal is in the box."""
    count, hits, _ = weighed(s, seat, animal)
    return hits / max(1, count)


@rule
def impossible(s: State, seat: int) -> int:
    """How many animals cannot be in the box."""
    _, _, animals = weighed(s, seat, 0)
    found = ANIMALS
    for animal in range(ANIMALS):
        found -= animals >> animal & 1
    return found


def chances(table: Any, ruled: tuple[int, ...]) -> list[float]:
    """All players' chances of winning the round, from the filled table; the first player is to act and not out."""
    whole = [*ruled, *[OUT] * (SEATS - len(ruled))]
    at = np.ravel_multi_index([whole[0], *(count + 1 for count in whole[1:])], (COUNTS,) * SEATS)
    return [float(one) for one in table[at * SEATS : at * SEATS + len(ruled)]]
