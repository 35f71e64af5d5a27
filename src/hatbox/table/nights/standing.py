"""How a night stands: points for every game, and what decides between people with as many; pure.

A game gives the share of the opponents whom a seat has beaten, those it is level with counting half: 10 points for a
whole win, at two seats as at six. Partners share. A round sat out, or a game that was cut short, gives 5 points.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hatbox.table.nights.pairing import BOT

WIN = Fraction(10)
EVEN = WIN / 2


@dataclass(frozen=True)
class Outcome:
    """A table of a round: people by seat, or BOT, and places and sides by seat; without them it was cut short."""

    seats: Sequence[int]
    places: Sequence[int] = ()
    sides: Sequence[int] = ()


@dataclass(frozen=True)
class Row:
    """A person in the standing."""

    person: int
    rank: int  # from 1 on; who is level in everything shares one
    points: Fraction
    wins: int
    games: int
    byes: int
    strength: Fraction  # the average points of the people met


def shares(places: Sequence[int], sides: Sequence[int]) -> list[Fraction]:
    """What a game gives to each seat."""
    found = []
    for place, side in zip(places, sides, strict=True):
        others = [other for other, its in zip(places, sides, strict=True) if its != side]
        beaten = sum(2 * (other > place) + (other == place) for other in others)
        found.append(WIN * Fraction(beaten, 2 * len(others)) if others else EVEN)
    return found


def standing(people: Iterable[int], tables: Iterable[Outcome], byes: Iterable[int]) -> list[Row]:
    """Everybody, the best first: by points, then wins, then the strength of those they met."""
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    wins: defaultdict[int, int] = defaultdict(int)
    games: defaultdict[int, int] = defaultdict(int)
    met: defaultdict[int, list[int]] = defaultdict(list)
    out: defaultdict[int, int] = defaultdict(int)
    for table in tables:
        given = shares(table.places, table.sides) if table.places else [EVEN] * len(table.seats)
        for seat, person in enumerate(table.seats):
            if person == BOT:
                continue
            points[person] += given[seat]
            wins[person] += given[seat] == WIN
            games[person] += 1
            met[person] += [
                other
                for k, other in enumerate(table.seats)
                if other != BOT and k != seat and not (table.sides and table.sides[k] == table.sides[seat])
            ]
    for person in byes:
        points[person] += EVEN
        out[person] += 1
    everybody = list(people)

    def strength(person: int) -> Fraction:
        others = met[person]
        return sum((points[other] for other in others), Fraction()) / len(others) if others else Fraction()

    def key(person: int) -> tuple[Fraction, int, Fraction]:
        return -points[person], -wins[person], -strength(person)

    ordered = sorted(everybody, key=lambda person: (key(person), person))
    ranks = {key(person): rank for rank, person in reversed(list(enumerate(ordered, 1)))}
    return [
        Row(one, ranks[key(one)], points[one], wins[one], games[one], out[one], strength(one))
        for one in ordered
    ]
