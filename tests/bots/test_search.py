"""The search itself: threads change nothing, memory is bounded, wins are taken, budgets are kept."""

import time

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget, move_of, search, seen_by
from hatbox.bots.levels import LEVELS
from hatbox.bots.players import NODES, SearchBot, make_bot
from hatbox.lab.arena import bradley_terry, play_block, tables_of
from hatbox.lab.simulate import play_with_bots
from hatbox.lab.statistics import interval
from hatbox.lab.work import pieces_of
from tests.games.hat_stairs.test_rules import stairs_with


def test_threads_do_not_change_the_result() -> None:
    match = hatbox.load("hat_stairs").match(seed=5)
    seen, budget = seen_by(match, 0, 1), Budget(iterations=400, seed=3)
    one = SearchBot(trees=3, threads=1).rank(seen, match.legal, budget)
    assert SearchBot(trees=3, threads=3).rank(seen, match.legal, budget) == one
    assert sum(found.visits for found in one) == 400


def test_a_tree_is_as_large_as_stated() -> None:
    assert NODES * search.NODE.itemsize < 3_000_000


def test_time_is_kept_with_threads_too() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    bot = SearchBot(threads=2)
    move_of(bot, match, Budget(milliseconds=5))
    best = 9.0
    for seed in range(5):
        started = time.perf_counter()
        move_of(bot, match, Budget(milliseconds=100, seed=seed))
        best = min(best, time.perf_counter() - started)
    assert best < 0.2  # generous: other processes share the machine


@pytest.mark.parametrize("level", list(LEVELS)[1:])
def test_no_level_above_the_first_misses_a_win(level: str) -> None:
    match = hatbox.load("connect_four").match(seed=0)
    for column in (3, 0, 3, 1, 3, 6):
        match.play(column)
    assert [hint.action for hint in match.hint(0, Budget(iterations=50))] == [3]
    for seed in range(5):
        assert move_of(make_bot(level), match, Budget(iterations=50, seed=seed)) == 3


def test_the_top_level_of_hat_stairs_plays_perfectly() -> None:
    match = stairs_with("8,3", "326154", "A", "A", seen="25")
    assert move_of(make_bot("level_5"), match, Budget(iterations=1)) == 4


@pytest.mark.parametrize("slug", ["magic_hexagon", "catch_the_hat"])
def test_the_search_beats_greedy(slug: str) -> None:
    blocks = [play_block(slug, 2, {}, ["search", "greedy"], Budget(iterations=500), k) for k in range(2)]
    assert np.mean([result[0][0] for block in blocks for result in block]) > 0.5


def test_ratings_follow_who_beats_whom() -> None:
    ratings = bradley_terry([[0, 75, 90], [25, 0, 75], [10, 25, 0]])
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    assert ratings[0] - ratings[1] == pytest.approx(190, abs=15)
    assert ratings[1] - ratings[2] == pytest.approx(190, abs=15)
    assert tables_of(["a", "b", "c"], 2) == [[0, 1], [0, 2], [1, 2]] and tables_of(["a", "b"], 4) == [[0, 1]]


def test_intervals_are_honest_at_the_ends() -> None:
    assert interval([1.0] * 20) == pytest.approx((0.839, 1.0), abs=0.001)
    assert interval([1.0, 0.0] * 200) == pytest.approx((0.451, 0.549), abs=0.001)


def test_bots_can_be_simulated() -> None:
    (piece,) = pieces_of("connect_four", 2, {}, ["greedy", "random"], Budget(), range(3, 5), 2)
    found = play_with_bots(piece)
    assert all(7 <= length <= 42 for length in found["lengths"]) and sum(found["counts"]) == 2
    assert sum(found["wins"]) + found["draws"] == 2 and found["capped"] == 0
