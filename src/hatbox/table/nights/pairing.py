"""Who sits where in the next round of a night: pure, the same for the same seed.

People are numbers. First come the sizes of the tables, then who sits together, then the seats. Everybody plays as
often, meets the others evenly, and gets around the seats; whoever must play with bots or sit out changes every round.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from random import Random

BOT = -1  # in a seat
HEAVY = 10_000  # a second meeting in Swiss, and an unfair share of bots or rounds sat out
RESTARTS = 240  # of the search, divided by the number of people
Pair = tuple[int, int]
Group = tuple[int, ...]  # people at one table, in no order


class NobodyPlays(Exception):
    """These people cannot fill a table of this game."""


@dataclass(frozen=True)
class Size:
    """A table: how many seats it has, and how many people sit there; bots have the others."""

    seats: int
    people: int


@dataclass(frozen=True)
class Seating:
    """A table of a round: people by seat, or BOT, and how many sides play against each other."""

    seats: tuple[int, ...]
    sides: int


@dataclass
class Past:
    """What the rounds so far mean for the next one."""

    met: Counter[Pair] = field(default_factory=Counter)
    partners: Counter[Pair] = field(default_factory=Counter)
    seats: Counter[Pair] = field(default_factory=Counter)  # (person, seat)
    games: Counter[int] = field(default_factory=Counter)
    with_bots: Counter[int] = field(default_factory=Counter)
    rounds: int = 0

    def add(self, tables: Sequence[Seating]) -> None:
        """One more round."""
        self.rounds += 1
        for table in tables:
            people = [(person, seat) for seat, person in enumerate(table.seats) if person != BOT]
            for person, seat in people:
                self.games[person] += 1
                self.seats[person, seat] += 1
                self.with_bots[person] += BOT in table.seats
            for (a, at), (b, other) in combinations(people, 2):
                self.met[_pair(a, b)] += 1
                if at % table.sides == other % table.sides:
                    self.partners[_pair(a, b)] += 1


@dataclass(frozen=True)
class Round:
    """The next round: tables by seat, and who sits out."""

    tables: list[tuple[int, ...]]
    byes: list[int]


def next_round(
    people: Collection[int],
    past: Past,
    allowed: Collection[int],
    wanted: int,
    seed: str,
    *,
    bots: bool = True,
    points: Mapping[int, int] | None = None,
    sides: Mapping[int, int] | None = None,
) -> Round:
    """Where these people sit next.

    `allowed` are the numbers of seats the game has, `wanted` the one that is liked best. With `points` people of equal
    strength meet (Swiss), without everybody meets everybody. `sides`: by number of seats, where teams play.
    """
    order = sorted(people, key=lambda person: Random(f"{seed} {person}").random())
    sizes = table_sizes(len(order), frozenset(allowed), wanted, bots)
    out = len(order) - sum(size.people for size in sizes)
    search = _Search(past, points or {}, points is not None, Random(f"{seed} {past.rounds}"))
    if points is None and {size.seats for size in sizes} == {2} and out <= 1:
        groups = search.everybody_meets(order, sizes)
    else:
        byes = search.sit_out(order, out)
        groups = search.together([one for one in order if one not in byes], sizes)
    tables = [
        seated(group, size.seats, past, (sides or {}).get(size.seats, size.seats))
        for group, size in zip(groups, sizes, strict=True)
    ]
    playing = {person for group in groups for person in group}
    return Round(tables, sorted(set(order) - playing))


# ---- sizes -------------------------------------------------------------------------------------------------------


def table_sizes(people: int, allowed: frozenset[int], wanted: int, bots: bool) -> list[Size]:
    """As few bots as possible, then no table larger than wanted, then tables alike; fuller ones first.

    Without bots as few people as possible sit out.
    """
    for playing in range(people, 1, -1):
        found = _sizes(playing, allowed, wanted, bots)
        if found is not None:
            return sorted(found[1], key=lambda size: (-size.people, size.seats))
    raise NobodyPlays


@cache
def _sizes(
    people: int, allowed: frozenset[int], wanted: int, bots: bool
) -> tuple[tuple[int, ...], tuple[Size, ...]] | None:
    """The best tables for exactly so many people, and what is wrong with them; None: there are none."""
    if not people:
        return (0, 0, 0, 0), ()
    best: tuple[tuple[int, ...], tuple[Size, ...]] | None = None
    for seats in sorted(allowed):
        for here in range(1 if bots else seats, min(seats, people) + 1):
            rest = _sizes(people - here, allowed, wanted, bots)
            if rest is None:
                continue
            empty = seats - here
            wrong = (empty, max(0, seats - wanted), empty * empty, (seats - wanted) ** 2)
            cost = tuple(a + b for a, b in zip(wrong, rest[0], strict=True))
            if best is None or cost < best[0]:
                best = cost, (Size(seats, here), *rest[1])
    return best


# ---- who sits together ------------------------------------------------------------------------------------------


class _Search:
    """Looks for groups of people who have met as little as possible."""

    def __init__(self, past: Past, points: Mapping[int, int], swiss: bool, random: Random) -> None:
        self._past, self._points, self._swiss, self._random = past, points, swiss, random

    def sit_out(self, order: Sequence[int], count: int) -> set[int]:
        """Who has played most; in Swiss then who has the fewest points."""

        def key(person: int) -> tuple[int, int]:
            return -self._past.games[person], self._points.get(person, 0)

        return set(sorted(order, key=key)[:count])

    def everybody_meets(self, order: Sequence[int], sizes: Sequence[Size]) -> list[Group]:
        """Pairs for a round robin.

        The rounds of the circle method, of which one is left as long as nobody came or left: every two meet once before
        any meet again. Where people came or left whatever is better is taken.
        """
        rounds = circle([*order, BOT] if len(order) % 2 else list(order))
        start = self._past.rounds % len(rounds)
        best = min(rounds[start:] + rounds[:start], key=self._repeats)
        if self._repeats(best) > 0:
            byes = self.sit_out(order, len(order) - sum(size.people for size in sizes))
            found = self.together([one for one in order if one not in byes], sizes)
            seen = [*found, *((person, BOT) for person in byes)]
            other = [tuple(one for one in (*group, BOT)[:2]) for group in seen]
            if self._repeats(other) < self._repeats(best):
                return found
        pairs = [tuple(one for one in pair if one != BOT) for pair in best]
        pairs.sort(key=lambda pair: -len(pair))
        return pairs[: len(sizes)]

    def _repeats(self, pairs: Sequence[Group]) -> int:
        """How often these have met before; BOT stands for a bot, or for nobody."""
        most = max(self._past.games.values(), default=0)
        cost = 0
        for a, b in pairs:
            if BOT in (a, b):
                person = max(a, b)
                cost += HEAVY * (most - self._past.games[person] + self._past.with_bots[person])
            else:
                cost += self._past.met[_pair(a, b)] ** 2
        return cost

    def together(self, order: Sequence[int], sizes: Sequence[Size]) -> list[Group]:
        """Groups of these sizes: the best that swapping people finds from several starts."""
        ranked = sorted(order, key=lambda person: -self._points.get(person, 0))
        best = self._improved(ranked, sizes)
        for _ in range(RESTARTS // max(1, len(order))):
            if best[0] == 0:
                break
            start = list(order)
            self._random.shuffle(start)
            best = min(best, self._improved(start, sizes), key=lambda found: found[0])
        return best[1]

    def _improved(self, order: Sequence[int], sizes: Sequence[Size]) -> tuple[int, list[Group]]:
        """Swap two people of different tables as long as that helps."""
        given = iter(order)
        groups = [[next(given) for _ in range(size.people)] for size in sizes]
        costs = [self._cost(group, size) for group, size in zip(groups, sizes, strict=True)]
        places = [(table, k) for table, group in enumerate(groups) for k in range(len(group))]
        better = True
        while better:
            better = False
            for (s, i), (t, j) in combinations(places, 2):
                if s == t:
                    continue
                groups[s][i], groups[t][j] = groups[t][j], groups[s][i]
                new = self._cost(groups[s], sizes[s]), self._cost(groups[t], sizes[t])
                if sum(new) < costs[s] + costs[t]:
                    costs[s], costs[t], better = *new, True
                else:
                    groups[s][i], groups[t][j] = groups[t][j], groups[s][i]
        return sum(costs), [tuple(group) for group in groups]

    def _cost(self, group: Sequence[int], size: Size) -> int:
        """How bad it is that these sit together."""
        past, points = self._past, self._points
        cost = sum(HEAVY * past.with_bots[one] for one in group) if size.people < size.seats else 0
        for a, b in combinations(group, 2):
            met = past.met[_pair(a, b)]
            if self._swiss:
                gap = points.get(a, 0) - points.get(b, 0)
                cost += HEAVY * HEAVY * met + gap * gap
            else:
                cost += met * met
        return cost


def circle(order: Sequence[int]) -> list[list[Group]]:
    """All rounds in which an even number of people meet each other once."""
    first, *others = order
    rounds: list[list[Group]] = []
    for turn in range(len(others)):
        row = [first, *others[turn:], *others[:turn]]
        rounds.append([(row[k], row[-1 - k]) for k in range(len(row) // 2)])
    return rounds


# ---- seats ------------------------------------------------------------------------------------------------------


def seated(group: Group, seats: int, past: Past, sides: int) -> tuple[int, ...]:
    """The seats in which these people sat least, and the partners whom they had least; bots get the others."""
    people = (*group, *[BOT] * (seats - len(group)))

    def cost(order: tuple[int, ...]) -> int:
        here = [(person, seat) for seat, person in enumerate(order) if person != BOT]
        total = sum(2 * past.seats[person, seat] + 1 for person, seat in here)
        for (a, at), (b, other) in combinations(here, 2):
            if at % sides == other % sides:
                total += 2 * past.partners[_pair(a, b)] + 1
        return total

    return min(permutations(people), key=cost)


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
