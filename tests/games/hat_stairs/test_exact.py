"""Hat Stairs solved: the values are a test of the rules, and the exact player is the oracle for all others."""

import numpy as np
import pytest

import hatbox
from hatbox.bots import Bot, Budget, RandomBot, move_of
from hatbox.bots.exact import worths_of
from hatbox.bots.players import SearchBot, make_bot
from hatbox.games.hat_stairs import trio
from hatbox.games.hat_stairs.exact import ON_FIELD, bound, solve
from tests.games.hat_stairs.test_rules import stairs_with

EXACT = make_bot("level_5")
SOME = Budget(iterations=1)  # the exact player needs none, but is waited for
BOUNDS = {8: (0.029, 0.142), 9: (0.069, 0.135), 10: (0.074, 0.120), 11: (0.128, 0.133), 12: (0.0602, 0.0875)}


def test_the_first_player_is_a_little_ahead() -> None:
    assert solve()[ON_FIELD, 1, 1, 0] == pytest.approx(0.0656, abs=1e-4)


@pytest.mark.parametrize("steps", BOUNDS)
def test_bounds_without_discount(steps: int) -> None:
    low, high = BOUNDS[steps]
    assert bound(steps, -1.0) == pytest.approx(low, abs=6e-4)
    assert bound(steps, 1.0) == pytest.approx(high, abs=6e-4)


def test_the_exact_player_wins_at_once_where_it_can() -> None:
    match = stairs_with("8,3", "326154", "A", "A", seen="25")
    assert move_of(EXACT, match, SOME) == 4
    match.play("stone 5")
    assert move_of(EXACT, match, SOME) == 6


def test_worth_agrees_with_the_table() -> None:
    match = hatbox.load("hat_stairs").match(seed=1)
    best = max(worths_of(match.game, match.now.states, 0, match.legal))
    assert best * 0.99 == pytest.approx(solve()[ON_FIELD, 1, 1, 0], abs=1e-4)


def score(first: Bot, second: Bot, games: int, iterations: int = 1) -> float:
    """Mean payoff of `first`, who starts every other game."""
    game, total = hatbox.load("hat_stairs", max_turns=200), 0.0
    for seed in range(games):
        seats = [first, second] if seed % 2 == 0 else [second, first]
        match = game.match(seed=seed // 2)
        while not match.over:
            budget = Budget(iterations=iterations, seed=1000 * seed + match.ply)
            match.play(move_of(seats[match.turn], match, budget))
        total += match.returns[seed % 2]
    return total / games


def test_the_exact_player_beats_chance_and_does_not_lose_to_the_search() -> None:
    assert score(EXACT, RandomBot(), 100) > 0.8
    margin = 2.6 / np.sqrt(200)
    assert score(EXACT, SearchBot(), 200, iterations=200) > -margin


def test_self_play_realises_the_value() -> None:
    """The starter's mean payoff over many games is close to the solved value."""
    game, payoffs = hatbox.load("hat_stairs", max_turns=2000), []
    for seed in range(600):
        match = game.match(seed=seed)
        while not match.over:
            match.play(move_of(EXACT, match, SOME))
        payoffs.append(match.returns[0])
    assert abs(np.mean(payoffs) - 0.0656) < 2.6 / np.sqrt(len(payoffs))


def test_three_players_can_be_sure_of_something() -> None:
    """One against the rest on short stairs: the sweeps converge, the first seat is best, a certain win is 1."""
    table = trio.solve(8, 4)
    start = table[0, :, trio.ON_FIELD, 1, 1, 1]
    assert start[0] > start[1] > start[2] > 0 and start.sum() < 1
    assert table.min() >= 0 and table.max() <= 1
    assert table[8, 0, trio.MINE, 5, 1, 1] == 1.0  # the four is known, the larder four steps away
    assert trio.sweep(table.ravel().copy(), 8, 4) <= trio.PRECISION


def test_the_trio_wins_at_once_where_it_can() -> None:
    match = stairs_with("8,3,2", "326154", "A", "A", seen="25")
    assert move_of(EXACT, match, SOME) == 4
    match.play("stone 5")
    assert move_of(EXACT, match, SOME) == 6
