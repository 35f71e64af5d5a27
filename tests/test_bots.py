"""Players that are not people: fair, reproducible, within budget, and better than chance."""

import time

import numpy as np
import pytest

import hatbox
from hatbox.bots import Bot, Budget, Seen, move_of, seen_by
from hatbox.bots.levels import LEVELS, Level, LevelBot
from hatbox.bots.memory import Memory
from hatbox.bots.players import SearchBot, make_bot
from hatbox.conformance import random_match
from hatbox.errors import HatboxError
from hatbox.lab.arena import play_block, shares

GAMES = list(hatbox.rulebooks())
BOTS = ("random", "greedy", "search")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_legal_moves_and_repeats_itself(slug: str, name: str) -> None:
    bot = make_bot(name)
    for match in random_match(hatbox.load(slug), 5, 12):
        if not match.over:
            budget = Budget(iterations=60, seed=match.ply)
            assert move_of(bot, match, budget) == move_of(bot, match, budget)
            assert move_of(bot, match, budget) in match.legal


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_moves_the_same_in_all_worlds_it_cannot_tell_apart(slug: str, name: str) -> None:
    bot = make_bot(name)
    for match in random_match(hatbox.load(slug), 8, 20):
        if match.over or match.ply % 3:
            continue
        seat, budget = match.turn, Budget(iterations=60, seed=1)
        chosen = bot.choose(seen_by(match, seat, 1), match.legal, budget)
        twin = hatbox.load(slug).match(seed=8)
        twin._states[:] = match.guess(seat, 99)
        twin._step(-2)
        assert bot.choose(seen_by(twin, seat, 1), twin.legal, budget) == chosen


def test_the_search_takes_a_win_and_stops_one() -> None:
    match = hatbox.load("connect_four").match(seed=0)
    for column in (3, 0, 3, 1, 3):
        match.play(column)
    assert move_of(SearchBot(), match, Budget(iterations=2000)) == 3
    match.play(6)
    assert move_of(SearchBot(), match, Budget(iterations=2000)) == 3


def test_the_search_keeps_its_budget() -> None:
    match = hatbox.load("hat_stairs", 4).match(seed=1)
    move_of(SearchBot(), match, Budget(milliseconds=5))
    started = time.perf_counter()
    for seed in range(5):
        move_of(SearchBot(), match, Budget(milliseconds=100, seed=seed))
    assert time.perf_counter() - started < 5 * 0.5  # generous: other processes share the machine


def test_a_full_tree_is_no_error() -> None:
    match = hatbox.load("hat_stairs").match(seed=1)
    found = SearchBot(nodes=20).rank(seen_by(match, 0, 1), match.legal, Budget(iterations=500))
    assert sum(candidate.visits for candidate in found) == 500


@pytest.mark.parametrize("slug", ["connect_four", "hat_stairs"])
def test_the_search_beats_chance(slug: str) -> None:
    blocks = [
        play_block(slug, 2, {}, ["search", "random"], Budget(iterations=300), block) for block in range(15)
    ]
    won = np.mean([result[0][0] for block in blocks for result in block])
    assert won > 0.75


def test_a_bot_of_ones_own() -> None:
    class Last:
        def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
            assert seen.view.seat == seen.seat
            return moves[-1]

    bot: Bot = Last()
    match = hatbox.load("connect_four").match(seed=1)
    assert move_of(bot, match, Budget()) == 6


def test_shares() -> None:
    assert shares([1.0, -1.0], [0, 1], 2) == [1.0, 0.0]
    assert shares([0.0, 0.0, 0.0, 0.0], [0, 1, 0, 1], 2) == [0.5, 0.5]
    assert shares([1.0, -1.0, 1.0, -1.0], [1, 0, 1, 0], 2) == [0.0, 1.0]


@pytest.mark.parametrize("name", ["clever", "search:much", "search:speed=1", "random:1"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(HatboxError, match="random, greedy, search"):
        make_bot(name)


@pytest.mark.parametrize("slug", ["hat_stairs", "vanished_animal", "great_hall"])
def test_a_forgetful_bot_acts_on_what_it_believes(slug: str) -> None:
    """Whatever is forgotten or mixed up, the believed state is a valid state, and the moves stay legal."""
    game = hatbox.load(slug)
    for match in random_match(game, 3, 30):
        if match.over:
            continue
        seen = seen_by(match, match.turn, 1)
        believed = LevelBot(Level(20, 0.1, Memory(0.5, 0.2, 0.2, 0.5, 0.5, 2))).believed(seen, 1)
        game.rulebook.possible(game.snapshot(believed.states))
        for level in LEVELS:
            assert move_of(make_bot(level), match, Budget(iterations=20, seed=1)) in match.legal


def test_levels_get_stronger() -> None:
    blocks = [
        play_block("hat_stairs", 2, {}, ["level_3", "level_1"], Budget(iterations=300), k) for k in range(25)
    ]
    assert np.mean([result[0][0] for block in blocks for result in block]) > 0.6


class Stumbles:
    """A bot that fails once there are four discs."""

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        return moves[0] // (4 - int((seen.states[0]["owner"] >= 0).sum()))


def test_an_arena_names_the_bot_the_seed_and_the_ply_of_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hatbox.lab.arena.make_bot", lambda name: Stumbles())
    told = r"level_3 failed in connect_four for 2, seed 8, ply 4: ZeroDivisionError"
    with pytest.raises(HatboxError, match=told):
        play_block("connect_four", 2, {}, ["level_3", "random"], Budget(iterations=1), 8)
