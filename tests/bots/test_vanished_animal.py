"""Vanished Animal solved: the values on the rules page, and a player who reaches them."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.exact import solved
from hatbox.bots.players import make_bot
from hatbox.engine.jit import brief_entry
from hatbox.engine.record import States, Values
from hatbox.games.vanished_animal.exact import chances, duel_value, posterior
from hatbox.games.vanished_animal.state import ANIMALS, Action, Phase
from hatbox.lab.arena import play_block

VALUES = """
1/2 1/2 1/3 1/4 1/5 1/6
2/3 1/2 1/2 1/3 1/4 1/5
3/4 2/3 1/2 1/2 1/3 1/4
4/5 3/4 2/3 1/2 1/2 1/3
5/6 4/5 3/4 2/3 1/2 1/2
1   1   1   1   1   1
"""


@pytest.fixture(scope="module")
def table() -> Any:
    """The chances of all players in all situations."""
    return solved(hatbox.load("vanished_animal").match(seed=1).now.states)


@brief_entry
def duel(mine: int, yours: int) -> float:
    return duel_value(mine, yours)


@brief_entry
def odds(states: States, seat: int, out: Values) -> None:
    for animal in range(ANIMALS):
        out[animal] = posterior(states[0], seat, animal)


def posterior_of(seen: str, named: str = "") -> list[float]:
    """The probability of each animal being in the box, to B, by who has seen which hat and what A has named."""
    match = hatbox.load("vanished_animal", 3).match(seed=1)
    states, out = match.now.states.copy(), np.zeros(ANIMALS)
    states[0]["hats"] = range(ANIMALS)
    states[0]["seen_by"] = [sum(1 << "ABC".index(seat) for seat in seats) for seats in seen.split(",")]
    if named:
        states[0]["out"], states[0]["named"][0] = 1, int(named)
    odds(states, 1, out)
    return out.tolist()


def test_two_players_by_closed_form_and_by_induction(table: Any) -> None:
    for mine, row in enumerate(VALUES.split("\n")[1:7]):
        for yours, value in enumerate(row.split()):
            assert duel(mine, yours) == pytest.approx(float(Fraction(value)))
            assert chances(table, (mine, yours))[0] == pytest.approx(float(Fraction(value)))


def test_three_players_who_have_seen_four_hats(table: Any) -> None:
    assert chances(table, (4, 4, 4)) == pytest.approx((0.5, 0.3, 0.2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_is_nearly_fair(table: Any, players: int) -> None:
    found = chances(table, (0,) * players)
    assert sum(found) == pytest.approx(1) and min(found) > 0.9 / players


def test_the_posterior_counts_worlds() -> None:
    assert posterior_of(",,,,") == pytest.approx([1 / 6] * 6)
    assert posterior_of("B,B,B,B,") == pytest.approx([0, 0, 0, 0, 0.5, 0.5])
    # 2 was named by a player who had looked into the last two hats, so it is under the third
    assert posterior_of("B,B,,A,A", "2")[2] == 0
    assert posterior_of("AB,AB,B,B,", "4")[5] == 1


def test_it_names_what_it_knows() -> None:
    match = hatbox.load("vanished_animal").match(seed=3)
    for place in range(5):
        match._states[0]["seen_by"][place] = 1
    match._step(-2)
    assert move_of(make_bot("level_5"), match, Budget()) == 5 + match.state.hats[5]


def test_perfect_play_is_even_and_beats_forgetting() -> None:
    even = [
        play_block("vanished_animal", 2, {}, ["level_5", "level_5"], Budget(iterations=1), k)
        for k in range(40)
    ]
    starter = np.mean(
        [(result[0][0], result[0][1])[turned] for block in even for turned, result in enumerate(block)]
    )
    assert abs(starter - 0.5) < 0.2
    wins = [
        play_block("vanished_animal", 2, {}, ["level_5", "greedy"], Budget(iterations=1), k)
        for k in range(20)
    ]
    assert np.mean([result[0][0] for block in wins for result in block]) > 0.5


CERTAIN = "hats=01234/5 seen=B,B,B,B,- named=A4 turn=B starter=A tokens=0,0,0 round=1 turns=9"


def test_it_names_what_follows_from_a_name_and_its_own_looks() -> None:
    """Four hats seen and a fifth animal named wrongly: the sixth is certain, with a hat still closed."""
    match = hatbox.load("vanished_animal", 3).match(seed=1)
    match.set_position(CERTAIN)
    assert move_of(make_bot("level_5"), match, Budget(iterations=1)) == Action.NAME + 5


@pytest.mark.parametrize("players", [3, 4])
def test_the_top_level_plays_whole_games_of_three_and_four(players: int) -> None:
    for block in range(4):
        for _, drawn, _ in play_block(
            "vanished_animal", players, {}, ["level_5"], Budget(iterations=1), block
        ):
            assert not drawn


LOWER = ["level_1", "level_2", "level_3", "level_4"]


@pytest.mark.parametrize("level", LOWER)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_names_an_animal_before_having_looked(level: str, players: int) -> None:
    bot = make_bot(level)
    for seed in range(20):
        match = hatbox.load("vanished_animal", players).match(seed=seed)
        while match.state.round_turns < players and match.state.rounds == 1:
            action = move_of(bot, match, Budget(iterations=100, seed=seed + match.ply))
            assert match.state.phase != Phase.ACT or action < Action.NAME
            match.play(action)


@pytest.mark.parametrize("level", LOWER)
def test_nobody_names_what_was_crossed_out_in_public(level: str) -> None:
    match = hatbox.load("vanished_animal", 4).match(seed=1)
    match.set_position(
        "hats=01234/5 seen=BC,BC,BC,BC,C named=A4,D2 turn=B starter=A tokens=0,0,0,0 round=1 turns=20"
    )
    chosen = {move_of(make_bot(level), match, Budget(iterations=60, seed=seed)) for seed in range(40)}
    assert not chosen & {Action.NAME + 4, Action.NAME + 2}


@pytest.mark.parametrize("level", [*LOWER, "level_5"])
def test_one_closed_hat_is_as_good_as_another(level: str) -> None:
    match = hatbox.load("vanished_animal").match(seed=1)
    looked = {move_of(make_bot(level), match, Budget(iterations=60, seed=seed)) for seed in range(50)}
    assert looked == set(range(Action.NAME))


def test_hints_are_exact() -> None:
    """Ada has seen all five hats and names next: a look loses the round, naming one of two wins half of them."""
    match = hatbox.load("vanished_animal").match(seed=1)
    match.set_position("hats=35210/4 seen=AB,AB,AB,AB,A turn=B starter=A tokens=0,0 round=1 turns=9")
    found = match.hint(1, Budget(iterations=300))
    assert [(hint.chance, hint.margin) for hint in found] == [(0.5, 0.0), (0.5, 0.0), (0.25, 0.0)]
