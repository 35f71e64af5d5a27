"""Hat Stairs for two: the top level reaches the solved value, by evaluating its policy on every position."""

import pytest

from hatbox.games.hat_stairs.exact import ON_FIELD, solve
from hatbox.games.hat_stairs.proof import self_play, sure


def test_the_top_level_is_sure_of_the_solved_value() -> None:
    """Against the best answer, on either seat, whichever of equally good moves it takes."""
    solved = float(solve()[ON_FIELD, 1, 1, 0])
    first, second = sure()
    assert first == pytest.approx(solved, abs=1e-3) and second == pytest.approx(-solved, abs=1e-3)


def test_against_itself_it_reaches_the_value_without_a_discount_too() -> None:
    low, high = self_play(100)
    assert 0.0656 - 0.01 < low <= high < 0.0656 + 0.01
    assert high - low < 0.006  # few games run longer
