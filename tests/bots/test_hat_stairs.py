"""Two-player Hat Stairs: the top level reaches the solved value, by evaluating its policy on every position."""

import pytest

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.levels import bot_of
from hatbox.games.hat_stairs.exact import ON_FIELD, solve
from hatbox.games.hat_stairs.proof import self_play, sure
from hatbox.lab.arena import play_block


def test_the_top_level_is_sure_of_the_solved_value() -> None:
    """Against the best replies, in either seat, whichever of equally good moves it plays."""
    solved = float(solve()[ON_FIELD, 1, 1, 0])
    first, second = sure()
    assert first == pytest.approx(solved, abs=1e-3) and second == pytest.approx(-solved, abs=1e-3)


def test_against_itself_it_reaches_the_value_without_a_discount_too() -> None:
    low, high = self_play(100)
    assert 0.0656 - 0.01 < low <= high < 0.0656 + 0.01
    assert high - low < 0.006  # few games take longer


def test_a_level_turns_any_unknown_stone() -> None:
    """Always turning the same one would never end against a player who does the same."""
    match = hatbox.load("hat_stairs").match(seed=1)
    bot = bot_of("level_1")
    turned = {move_of(bot, match, Budget(iterations=50, seed=seed)) for seed in range(40)}
    assert turned == set(match.legal)


def test_a_forgotten_stone_that_may_not_be_turned_leaves_the_others_to_choose_from() -> None:
    """R-19: here the last stone is the first of the unknown ones, and none of the others was seen."""
    results = play_block("hat_stairs", 2, {"no_repeat": True}, ["level_3"], Budget(iterations=300), 3)
    assert len(results) == 2


@pytest.mark.parametrize("steps", [8, 9, 10])
def test_two_of_the_top_level_never_stand_still(steps: int) -> None:
    """Both could stick to the stones that keep the other away: that way, one game in five was drawn."""
    for block in range(15):
        for _, drawn, actions in play_block(
            "hat_stairs", 2, {"steps": steps}, ["level_5"], Budget(iterations=1), block
        ):
            assert not drawn and actions < 600


@pytest.mark.parametrize("players", [2, 3])
def test_the_top_level_turns_any_unknown_stone(players: int) -> None:
    match = hatbox.load("hat_stairs", players).match(seed=1)
    turned = {move_of(bot_of("level_5"), match, Budget(iterations=1, seed=seed)) for seed in range(60)}
    assert turned == set(match.legal)


def test_hints_are_exact() -> None:
    match = hatbox.load("hat_stairs").match(seed=1)
    best = match.hint(0, Budget(milliseconds=50))[0]
    assert best.chance == pytest.approx((1 + solve()[ON_FIELD, 1, 1, 0]) / 2, abs=0.005) and best.margin == 0
