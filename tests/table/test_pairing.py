"""Rounds of a night: everybody plays as often, meets the others evenly, and gets around the seats."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from hatbox.table.nights.pairing import BOT, NobodyPlays, Past, Round, Seating, Size, next_round, table_sizes
from hatbox.table.nights.standing import Outcome, shares, standing

UP_TO_FOUR, UP_TO_SIX, PAIRS, FOURS = (
    frozenset((2, 3, 4)),
    frozenset(range(2, 7)),
    frozenset((2,)),
    frozenset((4,)),
)


def played(
    people: int, rounds: int, allowed: frozenset[int], wanted: int, seed: str = "a", bots: bool = True
) -> Past:
    """So many rounds of a round robin."""
    past = Past()
    for _ in range(rounds):
        found = next_round(range(people), past, allowed, wanted, seed, bots=bots)
        check(found, range(people), allowed)
        past.add([Seating(table, len(table)) for table in found.tables])
    return past


def check(found: Round, people: range, allowed: frozenset[int]) -> None:
    """Everybody is somewhere, once."""
    seated = [person for table in found.tables for person in table if person != BOT]
    assert sorted([*seated, *found.byes]) == list(people)
    assert all(len(table) in allowed and set(table) != {BOT} for table in found.tables)


@pytest.mark.parametrize(
    ("people", "allowed", "wanted", "sizes"),
    [
        (8, UP_TO_FOUR, 4, [(4, 4), (4, 4)]),
        (9, UP_TO_FOUR, 4, [(3, 3), (3, 3), (3, 3)]),
        (10, UP_TO_FOUR, 4, [(4, 4), (3, 3), (3, 3)]),
        (5, UP_TO_FOUR, 4, [(3, 3), (2, 2)]),
        (5, UP_TO_FOUR, 2, [(3, 3), (2, 2)]),
        (5, PAIRS, 2, [(2, 2), (2, 2), (2, 1)]),
        (5, FOURS, 4, [(4, 3), (4, 2)]),
        (7, FOURS, 4, [(4, 4), (4, 3)]),
        (13, UP_TO_SIX, 6, [(5, 5), (4, 4), (4, 4)]),
    ],
)
def test_tables_are_alike_and_bots_few(
    people: int, allowed: frozenset[int], wanted: int, sizes: list[tuple[int, int]]
) -> None:
    assert table_sizes(people, allowed, wanted, bots=True) == [Size(*size) for size in sizes]


def test_without_bots_as_few_as_possible_sit_out() -> None:
    assert sum(size.people for size in table_sizes(7, PAIRS, 2, bots=False)) == 6
    assert sum(size.people for size in table_sizes(7, UP_TO_FOUR, 4, bots=False)) == 7
    with pytest.raises(NobodyPlays):
        table_sizes(3, FOURS, 4, bots=False)


@pytest.mark.parametrize("people", range(2, 17))
@pytest.mark.parametrize("bots", [True, False])
def test_in_a_round_robin_all_meet_once_before_any_meet_again(people: int, bots: bool) -> None:
    full = people - 1 if people % 2 == 0 else people
    for turn in (1, 2):
        past = played(people, full * turn, PAIRS, 2, bots=bots)
        met = Counter(past.met[pair] for pair in combinations(range(people), 2))
        assert set(met) == {turn}, met
        assert len(set(past.games.values())) == 1, "everybody has played as often"
        assert len({past.with_bots[person] for person in range(people)}) == 1
    half = played(people, full // 2, PAIRS, 2, bots=bots)
    assert max(half.met.values(), default=0) <= 1


@pytest.mark.parametrize("people", range(2, 14))
@pytest.mark.parametrize("allowed", [UP_TO_FOUR, UP_TO_SIX, PAIRS, FOURS])
@pytest.mark.parametrize("seed", ["a", "b"])
def test_rounds_are_fair_at_every_number(people: int, allowed: frozenset[int], seed: str) -> None:
    for bots in (True, False):
        try:
            past = played(people, 6, allowed, 4, seed, bots=bots)
        except NobodyPlays:
            assert not bots and people < min(allowed)
            continue
        games = [past.games[person] for person in range(people)]
        assert max(games) - min(games) <= 1, "byes are even"
        if bots:
            assert set(games) == {6}, "nobody sits out where bots fill the seats"
            shared = [past.with_bots[person] for person in range(people)]
            assert max(shared) - min(shared) <= 2, "bots are shared"


@pytest.mark.parametrize("people", [4, 6, 8, 12, 16])
@pytest.mark.parametrize(("allowed", "wanted"), [(PAIRS, 2), (FOURS, 4), (UP_TO_FOUR, 4)])
def test_seats_rotate(people: int, allowed: frozenset[int], wanted: int) -> None:
    rounds = 2 * wanted
    past = played(people, rounds, allowed, wanted)
    for person in range(people):
        counts = [past.seats[person, seat] for seat in range(max(allowed))]
        if len(allowed) == 1:
            assert max(counts) - min(counts) <= 2, counts
        assert max(counts) <= rounds / wanted + 2


def test_at_larger_tables_people_meet_evenly() -> None:
    for people, wanted, rounds in ((16, 4, 5), (12, 3, 5), (9, 3, 4), (12, 4, 6)):
        past = played(people, rounds, frozenset((wanted,)), wanted)
        met = [past.met[pair] for pair in combinations(range(people), 2)]
        assert max(met) <= 3 and sum(one > 2 for one in met) <= people // 4, Counter(met)
    assert max(played(16, 2, FOURS, 4).met.values()) == 1, "nobody twice where that can be avoided"


def test_partners_change() -> None:
    past = Past()
    for _ in range(3):
        found = next_round(range(4), past, FOURS, 4, "a", sides={4: 2})
        past.add([Seating(table, 2) for table in found.tables])
    assert [past.partners[pair] for pair in combinations(range(4), 2)] == [1] * 6


def test_who_comes_late_or_returns_plays_and_nobody_is_met_twice_in_a_row() -> None:
    past, last = Past(), set[tuple[int, int]]()
    present = [{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 4, 5}, {0, 2, 4, 5}, {0, 1, 2, 3, 4, 5, 6}]
    for people in present:
        found = next_round(people, past, PAIRS, 2, "late", bots=False)
        pairs = {(min(table), max(table)) for table in found.tables}
        assert not pairs & last
        assert len(found.byes) == len(people) % 2
        past.add([Seating(table, 2) for table in found.tables])
        last = pairs
    assert max(past.met.values()) == 1


@pytest.mark.parametrize("people", [6, 8, 10, 13, 20])
def test_swiss_pairs_equals_and_no_pair_twice(people: int) -> None:
    past, points = Past(), dict.fromkeys(range(people), 0)
    for turn in range(people // 2 - 1):
        found = next_round(range(people), past, PAIRS, 2, "swiss", bots=False, points=points)
        assert len(found.byes) == people % 2
        past.add([Seating(table, 2) for table in found.tables])
        for one, other in found.tables:
            points[min(one, other)] += 10  # the smaller number is the stronger player
        for person in found.byes:
            points[person] += 5
        if turn == 1 and people % 4 == 0:
            assert max(points.values()) == 20 and sum(value == 20 for value in points.values()) == people // 4
    assert max(past.met.values()) == 1
    assert max(points, key=lambda person: points[person]) == 0
    byes = [past.rounds - past.games[person] for person in range(people)]
    assert max(byes) <= 1


def test_the_same_seed_gives_the_same_rounds() -> None:
    def rounds(seed: str) -> list[Round]:
        past, found = Past(), []
        for _ in range(4):
            found.append(next_round(range(10), past, UP_TO_FOUR, 3, seed))
            past.add([Seating(table, len(table)) for table in found[-1].tables])
        return found

    assert rounds("x") == rounds("x") != rounds("y")


def test_a_large_class_is_seated_in_any_order() -> None:
    past = Past()
    for _ in range(3):
        people = list(range(60))
        Random(past.rounds).shuffle(people)
        found = next_round(people, past, UP_TO_SIX, 4, "class")
        check(found, range(60), UP_TO_SIX)
        past.add([Seating(table, len(table)) for table in found.tables])
    assert max(past.met.values()) == 1


# ---- the standing ----------------------------------------------------------------------------------------------


def test_points_are_the_share_of_the_opponents_beaten() -> None:
    assert shares([1, 2], [0, 1]) == [10, 0]
    assert shares([1, 1], [0, 1]) == [5, 5]
    assert shares([1, 2, 3, 4], [0, 1, 2, 3]) == [10, Fraction(20, 3), Fraction(10, 3), 0]
    assert shares([1, 2, 2], [0, 1, 2]) == [10, Fraction(5, 2), Fraction(5, 2)]
    assert shares([1, 2, 1, 2], [0, 1, 0, 1]) == [10, 0, 10, 0], "partners share"
    assert sum(shares([2, 1, 6, 4, 5, 3], range(6))) == 30, (
        "whatever the places, a game gives the same in all"
    )


def test_the_standing_breaks_ties_by_wins_then_by_opponents() -> None:
    tables = [
        Outcome((0, 1), (1, 2), (0, 1)),
        Outcome((2, 3), (1, 2), (0, 1)),
        Outcome((0, 2), (1, 2), (0, 1)),
        Outcome((1, BOT), (1, 2), (0, 1)),
    ]
    rows = standing(range(5), tables, byes=[3, 4])
    assert [(row.person, row.rank, int(row.points)) for row in rows] == [
        (0, 1, 20),
        (1, 2, 10),
        (2, 3, 10),
        (3, 4, 5),
        (4, 5, 5),
    ]
    assert rows[1].strength == 20 and rows[2].strength == Fraction(25, 2)
    assert [row.byes for row in rows] == [0, 0, 0, 1, 1] and rows[1].games == 2


def test_who_is_level_in_everything_shares_a_rank() -> None:
    rows = standing(range(3), [Outcome((0, 1, 2), (1, 1, 1), (0, 1, 2))], [])
    assert [row.rank for row in rows] == [1, 1, 1] and {row.points for row in rows} == {5}


def test_a_game_that_was_cut_short_gives_everybody_half() -> None:
    rows = standing(range(2), [Outcome((0, 1))], [])
    assert [row.points for row in rows] == [5, 5] and rows[0].wins == 0
